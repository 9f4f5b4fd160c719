import { truncateText } from "@/lib/core/call/truncate-text";
import { keepWholeText } from "@/lib/core/sandbox/keep-whole-text";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import type { ToolContext } from "@/lib/core/tool/tool-types";

export interface CommandOutput {
  text: string;
  /** The sandbox itself had cut the text. */
  alreadyCut?: boolean;
  /** Where the sandbox keeps the whole of it. */
  fullOutputPath?: string;
}

/**
 * What a model is shown of a command's output: all of it, or its head and its tail with the file that holds the whole. The
 * file is written here when only the model's limit made the cut.
 */
export async function reportOutput(
  sandbox: Sandbox,
  { runId, callId }: Pick<ToolContext, "runId" | "callId">,
  { text, alreadyCut = false, fullOutputPath }: CommandOutput,
): Promise<{ shown: string; note: string }> {
  const kept = truncateText(text);
  const shown = kept.text.replace(/\n$/, "");
  if (!kept.truncated && !alreadyCut) return { shown, note: "" };
  const place =
    fullOutputPath ?? (alreadyCut ? undefined : await keepWholeText(sandbox, `${runId}-${callId}-output`, text));
  if (place === undefined) return { shown, note: "(output truncated)" };
  return { shown, note: `(output truncated; the whole output is in ${place}, to be read with Read and its offset)` };
}
