import { z } from "zod";
import { errorText } from "@/lib/core/errors/error-text";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import { tool } from "@/lib/core/tool/tool";
import type { ToolContext } from "@/lib/core/tool/tool-types";
import { asksForNetwork } from "./asks-for-network";
import { reportOutput } from "./command-report";
import { sandboxOf } from "./sandbox-of";

const DEFAULT_SECONDS = 120;
const LONGEST_SECONDS = 600;

/** The command's own time ends it, and says so; the call's limit only stays out of its way, with room to hand over the output. */
const CALL_MS = (LONGEST_SECONDS + 10) * 1000;

const bashParameters = z.object({
  command: z.string().min(1).describe("The command, as for `bash -c`"),
  cwd: z.string().min(1).optional().describe("Where it runs; the working directory when left out"),
  timeout: z.number().positive().max(LONGEST_SECONDS).default(DEFAULT_SECONDS).describe("Seconds it may take"),
});

const networkParameter = z
  .boolean()
  .optional()
  .describe("Whether it reaches the network (curl, wget, fetch of node); a person is asked first");

type BashParameters = z.output<typeof bashParameters>;

const LIMITS = "Every command starts fresh: the directory and variables of an earlier one are gone.";

export const Bash = tool({
  name: "Bash",
  description: `Run a shell command in the workspace and get its output. ${LIMITS}`,
  parameters: bashParameters.extend({ network: networkParameter }),
  category: "system",
  sideEffects: ["process", "filesystem"],
  furtherSideEffects: (parameters) => (asksForNetwork(parameters) ? ["network"] : []),
  requiresApproval: asksForNetwork,
  timeout: CALL_MS,
  execute: (parameters, context) => runCommand(sandboxOf(context, "Bash"), parameters, context),
});

/**
 * Bash for agents that may only look: the command runs for real, over a view of the files that is thrown away when it ends,
 * and reaches nothing outside, since an address can carry data out. A sandbox that has no such view does not run it.
 */
export const ReadOnlyBash = tool({
  name: "Bash",
  description: `Run a shell command to look around. Changes it makes to files are thrown away when it ends, and it has no network. ${LIMITS}`,
  parameters: bashParameters,
  category: "system",
  sideEffects: ["process"],
  timeout: CALL_MS,
  execute: (parameters, context) =>
    runCommand(sandboxOf(context, "Bash"), parameters, context, { discardChanges: true }),
});

async function runCommand(
  sandbox: Sandbox,
  { command, cwd, timeout }: BashParameters,
  context: ToolContext,
  { discardChanges = false }: { discardChanges?: boolean } = {},
): Promise<string> {
  try {
    const result = await sandbox.exec(command, {
      cwd,
      env: { ...context.secrets },
      timeoutMs: Math.ceil(timeout * 1000),
      signal: context.signal,
      discardChanges,
    });
    const { shown, note } = await reportOutput(sandbox, context, {
      text: result.output,
      alreadyCut: result.truncated,
      fullOutputPath: result.fullOutputPath,
    });
    const exit = result.exitCode === 0 ? "" : `(exit code: ${result.exitCode})`;
    return [shown, note, exit].filter((part) => part !== "").join("\n\n");
  } catch (error) {
    throw await commandError(error, sandbox, context, timeout);
  }
}

async function commandError(error: unknown, sandbox: Sandbox, context: ToolContext, seconds: number): Promise<Error> {
  const isRefusal = SandboxError.isInstance(error);
  if (isRefusal && error.code === "not-supported" && !sandbox.capabilities.shell) {
    return new Error("Bash is not supported by the active sandbox", { cause: error });
  }
  const timedOut = isRefusal && error.code === "timeout";
  const what = timedOut
    ? `Command timed out after ${seconds} seconds`
    : `Command failed: ${errorText(error) || "unknown reason"}`;
  const output = isRefusal ? (error.output ?? "") : "";
  if (output === "") return new Error(what, { cause: error });
  const { shown, note } = await reportOutput(sandbox, context, { text: output });
  return new Error([`${what}. Output until then:`, shown, note].filter((part) => part !== "").join("\n\n"), {
    cause: error,
  });
}
