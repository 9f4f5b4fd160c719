import { readFailure } from "../command-input";
import { PosixRegex } from "../regex/posix-regex";
import { parseOptions } from "../tool/parse-options";
import { textTool } from "../tool/text-tool";

/** `tac [-b] [-r] [-s SEPARATOR] [FILE…]`: the records of each file, last first. */
export const tac = textTool("tac", async (run, given) => {
  const parsed = parseOptions(given, {
    name: "tac",
    short: "brs:",
    long: { before: "b", regex: "r", "separator=": "s" },
  });
  const separator = parsed.value("s") || "\n";
  const find = parsed.has("r") ? regexFinder(separator) : textFinder(separator);
  for (const name of parsed.operands.length === 0 ? ["-"] : parsed.operands) {
    let text: string;
    try {
      text = await run.read(name);
    } catch (error) {
      const reason = readFailure(error);
      run.complain(
        reason === "Is a directory"
          ? `${name}: read error: Is a directory`
          : `failed to open '${name}' for reading: ${reason}`,
      );
      continue;
    }
    const records = recordsOf(text, find, parsed.has("b"));
    for (let index = records.length - 1; index >= 0; index -= 1) run.print(records[index] as string);
  }
});

interface Place {
  start: number;
  end: number;
}

type Find = (text: string, from: number) => Place | undefined;

function textFinder(separator: string): Find {
  return (text, from) => {
    const start = text.indexOf(separator, from);
    return start < 0 ? undefined : { start, end: start + separator.length };
  };
}

function regexFinder(pattern: string): Find {
  const regex = new PosixRegex(pattern, { extended: false, escapes: "none", multiline: true });
  return (text, from) => {
    const found = regex.exec(text, from);
    return found === undefined || found.end === found.start ? undefined : found;
  };
}

/** Each with the separator after it, or before it. */
function recordsOf(text: string, find: Find, before: boolean): string[] {
  const records: string[] = [];
  let start = 0;
  for (let place = find(text, 0); place !== undefined; place = find(text, place.end)) {
    const end = before ? place.start : place.end;
    if (end > start) records.push(text.slice(start, end));
    start = end;
  }
  if (start < text.length) records.push(text.slice(start));
  return records;
}
