import { parseOptions } from "../tool/parse-options";
import { textTool } from "../tool/text-tool";
import { readTabStops, type TabStops } from "./tab-stops";

/** `unexpand [-a] [--first-only] [-t LIST] [FILE…]`: blanks as tabs, at the start of lines or everywhere. */
export const unexpand = textTool("unexpand", async (run, given) => {
  const parsed = parseOptions(given, {
    name: "unexpand",
    short: "at:",
    long: { all: "a", "first-only": "first-only", "tabs=": "t" },
    digits: true,
  });
  const lists = [...parsed.values("t"), ...parsed.values("digits")];
  const stops = readTabStops(lists);
  const everywhere = !parsed.has("first-only") && (parsed.has("a") || parsed.values("t").length > 0);
  for (const name of parsed.operands.length === 0 ? ["-"] : parsed.operands) {
    const lines = ((await run.tryRead(name)) ?? "").split("\n");
    run.print(lines.map((line) => unexpanded(line, stops, everywhere)).join("\n"));
  }
});

function unexpanded(line: string, stops: TabStops, everywhere: boolean): string {
  let result = "";
  let column = 0;
  let at = 0;
  while (at < line.length) {
    const character = line[at] as string;
    if (character !== " " && character !== "\t") {
      if (!everywhere) return result + line.slice(at);
      result += character;
      column += 1;
      at += 1;
      continue;
    }
    const run = /^[ \t]+/.exec(line.slice(at))?.[0] ?? "";
    const [text, reached] = blanks(run, column, stops);
    result += text;
    column = reached;
    at += run.length;
  }
  return result;
}

/** A run of blanks from `column` on, with a tab for every stop that it reaches by more than one blank. */
function blanks(run: string, from: number, stops: TabStops): [string, number] {
  let column = from;
  let text = "";
  let pending = "";
  for (const blank of run) {
    const stop = stops.after(column);
    if (stop === undefined) {
      pending += blank;
      column += 1;
      continue;
    }
    if (blank === "\t") {
      text += "\t";
      pending = "";
      column = stop;
      continue;
    }
    pending += " ";
    column += 1;
    if (column === stop) {
      // One blank alone stays one, unless more follow.
      text += pending.length > 1 ? "\t" : pending;
      pending = "";
    }
  }
  return [text + pending, column];
}
