import { builtinFailed, printed } from "./builtin-outcome";
import type { InterpreterContext, Outcome } from "./interpreter";
import { signalTable } from "./signals";
import { Traps, trapName } from "./traps";

/** What is no signal. */
const PSEUDO = new Set(["EXIT", "ERR", "DEBUG", "RETURN"]);

export function trap(context: InterpreterContext, given: readonly string[]): Outcome {
  const rest = [...given];
  context.state.traps ??= new Traps();
  const { traps } = context.state;
  if (rest[0] === "-l") return printed(signalTable());
  if (rest[0] === "-p" || rest.length === 0) return show(traps, rest.slice(1));
  if (rest[0] === "--") rest.shift();
  else if (/^-[^-]/.test(rest[0] ?? "")) return builtinFailed("trap", `${rest[0]}: invalid option`, 2);
  const [action = "", ...signals] = rest;
  // One word alone, and a number first, name what is put back.
  const reset = action === "-" || signals.length === 0 || /^\d+$/.test(action);
  const names = signals.length === 0 || /^\d+$/.test(action) ? rest : signals;
  for (const one of names) {
    const name = trapName(one);
    if (name === undefined) return builtinFailed("trap", `${one}: invalid signal specification`);
    if (reset) traps.remove(name);
    else traps.set(name, action);
  }
  return printed("");
}

function show(traps: Traps, wanted: readonly string[]): Outcome {
  const names = wanted.map(trapName);
  const unknown = names.indexOf(undefined);
  if (unknown >= 0) return builtinFailed("trap", `${wanted[unknown]}: invalid signal specification`);
  let text = "";
  for (const [name, action] of traps.entries()) {
    if (names.length > 0 && !names.includes(name)) continue;
    const shown = PSEUDO.has(name) ? name : `SIG${name}`;
    text += `trap -- '${action.replaceAll("'", "'\\''")}' ${shown}\n`;
  }
  return printed(text);
}
