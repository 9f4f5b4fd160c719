import { builtinFailed, printed } from "./builtin-outcome";
import { type InterpreterContext, type Outcome, parts } from "./interpreter";

/** `enable`: lists the builtins. All of them stay enabled, so what would disable one is refused. */
export function enable(_context: InterpreterContext, given: readonly string[]): Outcome {
  const letters = given
    .filter((word) => /^-[a-z]+$/.test(word))
    .map((word) => word.slice(1))
    .join("");
  const wrong = /[^adnps]/.exec(letters);
  if (wrong !== null) return builtinFailed("enable", `-${wrong[0]}: not supported by this shell`, 2);
  const names = given.filter((word) => !word.startsWith("-"));
  if (names.length === 0)
    return printed(
      letters.includes("n")
        ? ""
        : parts()
            .builtinNames()
            .map((name) => `enable ${name}\n`)
            .join(""),
    );
  const unknown = names.filter((name) => !parts().builtinNames().includes(name));
  if (unknown.length > 0) {
    const lines = unknown.map((name) => builtinFailed("enable", `${name}: not a shell builtin`).stderr);
    return { stdout: "", stderr: lines.join(""), exitCode: 1 };
  }
  if (!/[nd]/.test(letters)) return printed("");
  return builtinFailed("enable", `${names.join(" ")}: this shell cannot disable a builtin; use \`command ${names[0]}'`);
}
