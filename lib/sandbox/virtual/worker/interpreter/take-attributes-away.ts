import { builtinFailed } from "./builtin-outcome";
import type { Outcome, ShellState } from "./interpreter";

/** `declare +i +l +u name …`: the interpreter reads these and forgets them. The outcome is that of a refusal. */
export function takeAttributesAway(state: ShellState, given: readonly string[]): Outcome | undefined {
  const gone = given
    .filter((word) => /^\+[A-Za-z]+$/.test(word))
    .map((word) => word.slice(1))
    .join("");
  if (gone === "") return undefined;
  for (const word of given) {
    if (/^[-+]/.test(word)) continue;
    const name = word.replace(/(?:\[.*?\])?\+?=.*$/s, "");
    if (gone.includes("r") && state.readonlyVars?.has(name) === true)
      return builtinFailed("declare", `${name}: readonly variable`);
    if (gone.includes("i")) state.integerVars?.delete(name);
    if (gone.includes("l")) state.lowercaseVars?.delete(name);
    if (gone.includes("u")) state.uppercaseVars?.delete(name);
  }
  return undefined;
}
