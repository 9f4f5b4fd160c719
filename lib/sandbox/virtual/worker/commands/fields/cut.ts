import { bytesOfText, textOfBytes } from "../tool/lossless-text";
import { parseOptions } from "../tool/parse-options";
import { splitLines } from "../tool/split-lines";
import { textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";
import { complementOf, type NumberRange, readRanges } from "./number-ranges";

/** `cut -f LIST [-d D] [-s] | -c LIST | -b LIST [--complement] [--output-delimiter=TEXT] [-z] [FILE…]` */
export const cut = textTool("cut", async (run, given) => {
  const { options, operands } = parseOptions(given, {
    name: "cut",
    short: "b:c:f:d:nsz",
    long: {
      "bytes=": "b",
      "characters=": "c",
      "fields=": "f",
      "delimiter=": "d",
      "only-delimited": "s",
      complement: "complement",
      "output-delimiter=": "output",
      "zero-terminated": "z",
    },
  });
  const has = (name: string): boolean => options.some((option) => option.name === name);
  const lastOf = (name: string): string | undefined => options.findLast((option) => option.name === name)?.value;
  const hint = "\nTry 'cut --help' for more information.";
  const lists = options.filter(({ name }) => ["b", "c", "f"].includes(name));
  const [list] = lists;
  if (list === undefined) throw new ToolFailure(`you must specify a list of bytes, characters, or fields${hint}`, 1);
  if (lists.length > 1) throw new ToolFailure(`only one list may be specified${hint}`, 1);
  const byFields = list.name === "f";
  const delimiter = lastOf("d") ?? "\t";
  if (!byFields && has("d")) {
    throw new ToolFailure(`an input delimiter may be specified only when operating on fields${hint}`, 1);
  }
  if ([...delimiter].length > 1) throw new ToolFailure(`the delimiter must be a single character${hint}`, 1);
  const written = readRanges(list.value, byFields ? "fields" : "byte/character positions");
  const ranges = has("complement") ? complementOf(written) : written;
  const joint = lastOf("output") ?? (byFields ? delimiter : "");
  const end = has("z") ? "\0" : "\n";
  const cutLine = (line: string): string | undefined => {
    if (!byFields) {
      // Characters of GNU's cut are bytes.
      const bytes = bytesOfText(line);
      return ranges.map((range) => textOfBytes(bytes.slice(range.first - 1, range.last))).join(joint);
    }
    const parts = line.split(delimiter === "" ? "\0" : delimiter);
    if (parts.length === 1) return has("s") ? undefined : line;
    return chosen(parts, ranges).join(joint);
  };
  for (const name of operands.length === 0 ? ["-"] : operands) {
    for (const line of splitLines((await run.tryRead(name)) ?? "", end)) {
      run.step();
      const kept = cutLine(line);
      if (kept !== undefined) run.print(kept + end);
    }
  }
});

function chosen(parts: readonly string[], ranges: readonly NumberRange[]): string[] {
  return ranges.flatMap(({ first, last }) => parts.slice(first - 1, last));
}
