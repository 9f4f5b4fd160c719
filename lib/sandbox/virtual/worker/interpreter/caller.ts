import { builtinFailed, printed } from "./builtin-outcome";
import type { InterpreterContext, Outcome } from "./interpreter";

/** `caller [n]`: the line, function and file of the n-th call, from inside; fails where nothing was called. */
export function caller({ state }: InterpreterContext, given: readonly string[]): Outcome {
  const [word] = given.filter((argument) => argument !== "--");
  if (word !== undefined && !/^\d+$/.test(word)) {
    const outcome = builtinFailed("caller", `${word}: invalid number`, 2);
    return { ...outcome, stderr: `${outcome.stderr}caller: usage: caller [expr]\n` };
  }
  const names = state.funcNameStack ?? [];
  const at = Number(word ?? 0);
  const line = state.callLineStack?.[at];
  // bash has no name for what called, beside the main program of a script.
  const inner = names[at + 1] ?? (state.scriptFile === undefined ? undefined : "main");
  if (line === undefined || at >= names.length) return { stdout: "", stderr: "", exitCode: 1 };
  const source = state.sourceStack?.[at + 1] ?? state.scriptFile;
  const file = source === undefined || source === "main" ? (state.scriptFile ?? "environment") : source;
  if (word === undefined) return printed(`${line} ${file === "environment" && names.length === 1 ? "NULL" : file}\n`);
  if (inner === undefined) return { stdout: "", stderr: "", exitCode: 1 };
  return printed(`${line} ${inner} ${file}\n`);
}
