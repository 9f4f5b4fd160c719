import { latin1FromBytes } from "../../byte-text";
import { bytesOfText, textOfByteString } from "./lossless-text";
import type { ToolRun } from "./text-tool";
import { ToolFailure } from "./tool-failure";

export interface CommandOutcome {
  stdout: string;
  exitCode: number;
}

/** Runs a shell command for a tool. What it complains goes to the tool's stderr. */
export async function runCommand(
  run: ToolRun,
  script: string,
  options: { stdin?: string; arguments?: string[]; cwd?: string } = {},
): Promise<CommandOutcome> {
  const { context } = run;
  if (context.exec === undefined) throw new ToolFailure("commands cannot be run here", 2);
  run.checkStopped();
  const result = await context.exec(script, {
    cwd: options.cwd ?? context.cwd,
    stdin: options.stdin === undefined ? "" : latin1FromBytes(bytesOfText(options.stdin)),
    stdinKind: "bytes",
    ...(context.signal === undefined ? {} : { signal: context.signal }),
    ...(options.arguments === undefined ? {} : { args: options.arguments }),
  });
  run.warn(result.stderr);
  const isBytes = result.stdoutKind === "bytes" || result.stdoutEncoding === "binary";
  return { stdout: isBytes ? textOfByteString(result.stdout) : result.stdout, exitCode: result.exitCode };
}
