import { defineCommand } from "just-bash/browser";
import { failed } from "./command-result";

const WITH_VALUE = new Set(["n", "I", "L", "P", "d", "s"]);

/** `xargs` that also takes a value written against its option: `-n1`, `-I{}`, `-0n1`. */
export const xargs = defineCommand("xargs", async (given, context) => {
  if (context.origCommand === undefined) return failed("xargs", "not available", 127);
  return context.origCommand(normalise(given));
});

function normalise(given: readonly string[]): string[] {
  const kept: string[] = [];
  for (let index = 0; index < given.length; index += 1) {
    const argument = given[index] as string;
    if (!/^-[A-Za-z0-9]/.test(argument)) return [...kept, ...given.slice(index)];
    for (let at = 1; at < argument.length; at += 1) {
      const option = argument[at] as string;
      kept.push(`-${option}`);
      if (!WITH_VALUE.has(option)) continue;
      const value = argument.slice(at + 1);
      if (value !== "") kept.push(value);
      else if (index + 1 < given.length) {
        index += 1;
        kept.push(given[index] as string);
      }
      break;
    }
  }
  return kept;
}
