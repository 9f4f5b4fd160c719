import type { ExecResult, ResolvedCommandContext } from "just-bash/browser";
import { quoted } from "../tool/quoted";
import { shellCommandLine } from "../tool/shell-quote";
import { ToolFailure } from "../tool/tool-failure";

export interface ProgramSurroundings {
  /** All that is exported to it; what this one has unless given. */
  env?: ReadonlyMap<string, string>;
  cwd?: string;
  signal?: AbortSignal;
}

/** Runs a program for a command that is there to run another (`env`, `timeout`, `nice` …), on this one's input. */
export async function runProgram(
  name: string,
  words: readonly string[],
  context: ResolvedCommandContext,
  { env, cwd = context.cwd, signal = context.signal }: ProgramSurroundings = {},
): Promise<ExecResult> {
  if (context.exec === undefined) throw new ToolFailure("commands cannot be run here", 125);
  // An interpreter has a PWD of its own; a program gets only what it is given.
  const hides = env !== undefined && !env.has("PWD") ? "export -n PWD OLDPWD; " : "";
  const result = await context.exec(`${hides}command ${shellCommandLine(words)}`, {
    cwd,
    stdin: context.stdin as unknown as string,
    stdinKind: "bytes",
    ...(signal === undefined ? {} : { signal }),
    ...(env === undefined ? {} : { env: Object.fromEntries(env), replaceEnv: true }),
  });
  const missing = `bash: ${words[0]}: command not found\n`;
  if (result.exitCode !== 127 || !result.stderr.endsWith(missing)) return result;
  const before = result.stderr.slice(0, -missing.length);
  const message = `${name}: ${name === "timeout" ? "failed to run command " : ""}${quoted(words[0] ?? "")}: No such file or directory\n`;
  return { ...result, stderr: before + message };
}
