import { builtinFailed, printed } from "./builtin-outcome";
import { type Command, functionText } from "./command-text";
import type { Outcome, ShellState } from "./interpreter";

/** How bash names a function among the environment's variables. */
const NAME = /^BASH_FUNC_(.+)%%$/;

/** `export -f name …` and `export -fn name …`; `undefined` for every other use of `export`. */
export function exportFunctions(state: ShellState, given: readonly string[]): Outcome | undefined {
  const options = given.filter((argument) => /^-[a-z]+$/.test(argument)).join("");
  if (!options.includes("f")) return undefined;
  for (const name of given.filter((argument) => !argument.startsWith("-"))) {
    const definition = state.functions.get(name) as Command | undefined;
    if (definition === undefined) return builtinFailed("export", `${name}: not a function`);
    const variable = `BASH_FUNC_${name}%%`;
    state.exportedVars ??= new Set();
    if (options.includes("n")) {
      state.exportedVars.delete(variable);
      state.env.delete(variable);
    } else {
      state.exportedVars.add(variable);
      state.env.set(
        variable,
        functionText(name, definition)
          .slice(name.length + 1)
          .trimEnd(),
      );
    }
  }
  return printed("");
}

/** The definitions of the functions that an environment holds, on one line where they are. */
export function givenFunctions(environment: Readonly<Record<string, string>>): string {
  return Object.entries(environment)
    .flatMap(([variable, text]) => {
      const name = NAME.exec(variable)?.[1];
      return name === undefined ? [] : [`${name} ${text}; `];
    })
    .join("");
}
