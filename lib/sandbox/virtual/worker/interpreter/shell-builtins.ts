import { builtinFailed } from "./builtin-outcome";
import { caller } from "./caller";
import { dirs, popd, pushd } from "./directory-stack";
import { echo } from "./echo";
import { enable } from "./enable";
import type { InterpreterContext, Outcome } from "./interpreter";
import { disown, jobs, wait } from "./job-builtins";
import { kill } from "./kill";
import { printf } from "./printf";
import { times, ulimit, umask } from "./shell-limits-builtins";
import { shopt } from "./shopt";
import { trap } from "./trap";

type Builtin = (context: InterpreterContext, given: readonly string[]) => Outcome | Promise<Outcome>;

/** Refused in bash's own words for a shell that is not interactive. */
function noJobControl(name: string): Builtin {
  return () => builtinFailed(name, "no job control");
}

function unsupported(name: string): Builtin {
  return () => builtinFailed(name, "not supported by this shell", 2);
}

/** What the interpreter does not have, or has as a stand-in that does nothing. */
const BUILTINS = new Map<string, Builtin>([
  ["echo", echo],
  ["printf", printf],
  ["wait", wait],
  ["jobs", jobs],
  ["kill", kill],
  ["disown", disown],
  ["trap", trap],
  ["ulimit", ulimit],
  ["umask", umask],
  ["shopt", shopt],
  ["pushd", pushd],
  ["popd", popd],
  ["dirs", dirs],
  ["caller", caller],
  ["enable", enable],
  ["times", times],
  ["fg", noJobControl("fg")],
  ["bg", noJobControl("bg")],
  ["coproc", unsupported("coproc")],
  ["suspend", unsupported("suspend")],
  ["bind", unsupported("bind")],
  ["fc", unsupported("fc")],
]);

export function builtin(name: string): Builtin | undefined {
  return BUILTINS.get(name);
}
