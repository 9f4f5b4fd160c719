import { z } from "zod";
import { truncateText } from "@/lib/core/call/truncate-text";
import { errorText } from "@/lib/core/errors/error-text";
import type { ExecResult, Sandbox } from "@/lib/core/sandbox/sandbox";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import { tool } from "@/lib/core/tool/tool";
import type { ToolContext } from "@/lib/core/tool/tool-types";
import { sandboxOf } from "./sandbox-of";

const DEFAULT_SECONDS = 120;
const LONGEST_SECONDS = 600;

const bashParameters = z.object({
  command: z.string().min(1).describe("The command, as for `bash -c`"),
  cwd: z.string().min(1).optional().describe("Where it runs; the working directory when left out"),
  timeout: z.number().positive().max(LONGEST_SECONDS).default(DEFAULT_SECONDS).describe("Seconds it may take"),
});

type BashParameters = z.output<typeof bashParameters>;

const LIMITS = "Every command starts fresh: the directory and variables of an earlier one are gone.";

export const Bash = tool({
  name: "Bash",
  description: `Run a shell command in the workspace and get its output. ${LIMITS}`,
  parameters: bashParameters,
  category: "system",
  sideEffects: ["process", "filesystem"],
  execute: (parameters, context) => runCommand(sandboxOf(context, "Bash"), parameters, context),
});

/**
 * Bash for agents that may only look: the command runs for real, over a view of the files that is thrown away when it ends.
 * A sandbox that has no such view does not run it.
 */
export const ReadOnlyBash = tool({
  name: "Bash",
  description: `Run a shell command to look around. Changes it makes to files are thrown away when it ends. ${LIMITS}`,
  parameters: bashParameters,
  category: "system",
  sideEffects: ["process"],
  execute: (parameters, context) =>
    runCommand(sandboxOf(context, "Bash"), parameters, context, { discardChanges: true }),
});

async function runCommand(
  sandbox: Sandbox,
  { command, cwd, timeout }: BashParameters,
  context: ToolContext,
  { discardChanges = false }: { discardChanges?: boolean } = {},
): Promise<string> {
  let seen = "";
  try {
    const result = await sandbox.exec(command, {
      cwd,
      env: { ...context.secrets },
      timeoutMs: Math.ceil(timeout * 1000),
      signal: context.signal,
      discardChanges,
      onOutput: (piece) => {
        seen += piece.text;
      },
    });
    return report(result);
  } catch (error) {
    throw commandError(error, sandbox, timeout, seen);
  }
}

function report(result: ExecResult): string {
  const kept = truncateText(result.output);
  return [
    kept.text.replace(/\n$/, ""),
    kept.truncated || result.truncated ? "(output truncated)" : "",
    result.exitCode === 0 ? "" : `(exit code: ${result.exitCode})`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function commandError(error: unknown, sandbox: Sandbox, seconds: number, seen: string): Error {
  if (SandboxError.isInstance(error) && error.code === "not-supported" && !sandbox.capabilities.shell) {
    return new Error("Bash is not supported by the active sandbox", { cause: error });
  }
  if (SandboxError.isInstance(error) && error.code === "timeout") {
    const output = seen === "" ? "" : `\n\nOutput until then:\n${truncateText(seen).text}`;
    return new Error(`Command timed out after ${seconds} seconds${output}`, { cause: error });
  }
  return new Error(`Command failed: ${errorText(error) || "unknown reason"}`, { cause: error });
}
