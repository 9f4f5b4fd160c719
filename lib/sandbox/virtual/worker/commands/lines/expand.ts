import { parseOptions } from "../tool/parse-options";
import { textTool } from "../tool/text-tool";
import { readTabStops, type TabStops } from "./tab-stops";

/** `expand [-i] [-t LIST] [FILE…]`: tabs as spaces. */
export const expand = textTool("expand", async (run, given) => {
  const parsed = parseOptions(given, {
    name: "expand",
    short: "it:",
    long: { initial: "i", "tabs=": "t" },
    digits: true,
  });
  const stops = readTabStops([...parsed.values("t"), ...parsed.values("digits")]);
  for (const name of parsed.operands.length === 0 ? ["-"] : parsed.operands) {
    const lines = ((await run.tryRead(name)) ?? "").split("\n");
    run.print(lines.map((line) => (line.includes("\t") ? expanded(line, stops, parsed.has("i")) : line)).join("\n"));
  }
});

function expanded(line: string, stops: TabStops, initialOnly: boolean): string {
  let result = "";
  let column = 0;
  for (const [index, character] of [...line].entries()) {
    if (character === "\t") {
      const next = stops.after(column) ?? column + 1;
      result += " ".repeat(next - column);
      column = next;
      continue;
    }
    if (initialOnly && character !== " ") return result + [...line].slice(index).join("");
    result += character;
    column = character === "\b" ? Math.max(0, column - 1) : column + 1;
  }
  return result;
}
