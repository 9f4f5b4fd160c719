import type { InterpreterContext, Outcome } from "./interpreter";

const SHEBANG = /^#![ \t]*([^\s]+)(?:[ \t]+([^\n]*?))?[ \t]*(?:\n|$)/;

/** Runs a file by its name: with the program of its first line (`#!`), or with bash when there is none. */
export async function runScriptFile(
  context: InterpreterContext,
  file: { path: string; called: string; given: readonly string[] },
  run: (command: string, given: string[]) => Promise<Outcome | null>,
): Promise<Outcome> {
  const { path, called, given } = file;
  const head = SHEBANG.exec(await context.fs.readFile(path));
  const words = head === null ? ["bash"] : interpreterWords(head[1] as string, head[2]);
  const [program = "bash", ...flags] = words;
  const outcome = await run(program, [...flags, called, ...given]);
  if (outcome?.exitCode === 127 && outcome.stderr === `bash: ${program}: command not found\n`) {
    const stderr = `bash: ${called}: ${head?.[1]}: bad interpreter: No such file or directory\n`;
    return { stdout: "", stderr, exitCode: 127 };
  }
  return outcome ?? { stdout: "", stderr: "", exitCode: 0 };
}

/** `/usr/bin/env -S name …` runs what it names; other programs are known by their last part. */
function interpreterWords(program: string, argument: string | undefined): string[] {
  const name = program.slice(program.lastIndexOf("/") + 1);
  const rest = argument === undefined || argument === "" ? [] : argument.split(/[ \t]+/);
  if (name !== "env") return [name, ...(rest.length > 0 ? [rest.join(" ")] : [])];
  return rest[0] === "-S" ? rest.slice(1) : rest;
}
