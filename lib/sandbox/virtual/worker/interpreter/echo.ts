import { printed } from "./builtin-outcome";
import { readEscapes } from "./escapes";
import type { InterpreterContext, Outcome } from "./interpreter";

export function echo({ state }: InterpreterContext, given: readonly string[]): Outcome {
  let first = 0;
  let newline = true;
  let escapes = state.shoptOptions.xpg_echo === true;
  for (; /^-[neE]+$/.test(given[first] ?? ""); first += 1) {
    for (const letter of (given[first] as string).slice(1)) {
      if (letter === "n") newline = false;
      else escapes = letter === "e";
    }
  }
  const joined = given.slice(first).join(" ");
  const { text, stopped } = escapes ? readEscapes(joined, "echo") : { text: joined, stopped: false };
  return printed(stopped || !newline ? text : `${text}\n`);
}
