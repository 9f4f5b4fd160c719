import { fileFailure } from "../files/file-failure";
import { parseOptions } from "../tool/parse-options";
import { splitLines } from "../tool/split-lines";
import { type ToolRun, textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";

/** `uniq [-c] [-d|-D|-u] [-i] [-f N] [-s N] [-w N] [-z] [INPUT [OUTPUT]]` */
export const uniq = textTool("uniq", async (run, given) => {
  const { options, operands } = parseOptions(given, {
    name: "uniq",
    short: "cdDuif:s:w:z",
    long: {
      count: "c",
      repeated: "d",
      unique: "u",
      "ignore-case": "i",
      "skip-fields=": "f",
      "skip-chars=": "s",
      "check-chars=": "w",
      "zero-terminated": "z",
    },
  });
  const has = (name: string): boolean => options.some((option) => option.name === name);
  const count = (name: string, what: string): number | undefined => {
    const written = options.findLast((option) => option.name === name)?.value;
    if (written === undefined) return undefined;
    if (!/^\d+$/.test(written)) throw new ToolFailure(`${written}: invalid number of ${what}`, 1);
    return Number(written);
  };
  const fields = count("f", "fields to skip") ?? 0;
  const characters = count("s", "bytes to skip") ?? 0;
  const width = count("w", "bytes to compare");
  if (operands.length > 2) {
    throw new ToolFailure(`extra operand '${operands[2]}'\nTry 'uniq --help' for more information.`, 1);
  }
  const end = has("z") ? "\0" : "\n";
  const isWhole = fields === 0 && characters === 0 && width === undefined && !has("i");
  const keyOf = (line: string): string => {
    if (isWhole) return line;
    let rest = line;
    for (let index = 0; index < fields; index += 1) rest = rest.replace(/^[ \t]*[^ \t]*/, "");
    rest = rest.slice(characters, width === undefined ? undefined : characters + width);
    return has("i") ? rest.toUpperCase() : rest;
  };
  const groups: string[][] = [];
  let last: string | undefined;
  for (const line of splitLines(await input(run, operands[0] ?? "-"), end)) {
    run.step();
    const key = keyOf(line);
    if (key === last) groups.at(-1)?.push(line);
    else groups.push([line]);
    last = key;
  }
  const shown = groups.filter((group) => {
    if (has("d") || has("D")) return group.length > 1 && !has("u");
    return !has("u") || group.length === 1;
  });
  const text = shown
    .flatMap((group) => (has("D") ? group : [has("c") ? `${String(group.length).padStart(7)} ${group[0]}` : group[0]]))
    .map((line) => line + end)
    .join("");
  const [, output] = operands;
  if (output === undefined) run.print(text);
  else await run.write(output, text);
});

async function input(run: ToolRun, name: string): Promise<string> {
  try {
    return await run.read(name);
  } catch (error) {
    throw new ToolFailure(`${name}: ${fileFailure(error)}`, 1);
  }
}
