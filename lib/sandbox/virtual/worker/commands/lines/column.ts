import { readFailure } from "../command-input";
import { parseOptions } from "../tool/parse-options";
import { splitLines } from "../tool/split-lines";
import { textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";
import { columnsJson, columnTable, type TableLayout } from "./column-table";
import { textWidth } from "./text-width";

const DEFAULT_WIDTH = 80;
const TAB = 8;

const LONG = {
  table: "t",
  "table-name=": "n",
  "table-columns=": "N",
  "table-right=": "R",
  "table-hide=": "H",
  "table-columns-limit=": "l",
  "table-noheadings": "d",
  "table-empty-lines": "L",
  "keep-empty-lines": "L",
  "separator=": "s",
  "output-separator=": "o",
  "output-width=": "c",
  "columns=": "c",
  fillrows: "x",
  json: "J",
  "table-order=": "O",
  "table-truncate=": "T",
  "table-noextreme=": "E",
  "table-wrap=": "W",
  "table-maxout": "m",
  "table-header-repeat": "e",
  "tree=": "r",
  "tree-id=": "i",
  "tree-parent=": "p",
};
const REFUSED = ["O", "T", "E", "W", "m", "e", "r", "i", "p"];

/** `column`: lines in columns, or a table (`-t`) with `-s`, `-o`, `-N`, `-R`, `-H`, `-l`, `-d`, `-L`, `-J`, `-n`. */
export const column = textTool("column", async (run, given) => {
  const parsed = parseOptions(given, {
    name: "column",
    short: "tn:N:R:H:l:dLs:o:c:xJO:T:E:W:mer:i:p:",
    long: LONG,
  });
  const refused = REFUSED.find((letter) => parsed.has(letter));
  if (refused !== undefined) throw new ToolFailure(`option -${refused} is not supported in the embedded shell`, 1);
  const widthText = parsed.value("c") ?? String(DEFAULT_WIDTH);
  if (!/^\d+$/.test(widthText) || Number(widthText) === 0) {
    throw new ToolFailure(`invalid columns argument: '${widthText}'`, 1);
  }
  const lines: string[] = [];
  const names = parsed.operands.length === 0 ? ["-"] : parsed.operands;
  for (const name of names) {
    try {
      lines.push(...splitLines(await run.read(name)));
    } catch (error) {
      run.complain(`${name}: ${readFailure(error)}`);
    }
  }
  const kept = parsed.has("L") ? lines : lines.filter((line) => line.trim() !== "");
  if (parsed.has("t") || parsed.has("J")) {
    const layout: TableLayout = {
      separator: parsed.value("s"),
      joint: parsed.value("o") ?? "  ",
      names: parsed.value("N")?.split(","),
      right: listOf(parsed.value("R")),
      hidden: listOf(parsed.value("H")),
      limit: parsed.value("l") === undefined ? undefined : Number(parsed.value("l")),
      headings: !parsed.has("d"),
    };
    run.print(parsed.has("J") ? columnsJson(kept, layout, parsed.value("n") ?? "table") : columnTable(kept, layout));
    return;
  }
  run.print(filled(kept, Number(widthText), parsed.has("x")));
});

function listOf(text: string | undefined): string[] {
  return text === undefined ? [] : text.split(",");
}

/** As many columns as fit, each as wide as the widest entry and filled up with tabs. */
function filled(entries: readonly string[], width: number, byRows: boolean): string {
  if (entries.length === 0) return "";
  const longest = Math.max(...entries.map(textWidth));
  const cell = (Math.floor(longest / TAB) + 1) * TAB;
  if (cell >= width) return entries.map((entry) => `${entry}\n`).join("");
  const columns = Math.floor(width / cell);
  const rows = Math.ceil(entries.length / columns);
  let text = "";
  for (let row = 0; row < rows; row += 1) {
    const inRow = byRows
      ? entries.slice(row * columns, (row + 1) * columns)
      : entries.filter((_, index) => index % rows === row);
    text += inRow
      .map((entry, index) => {
        if (index === inRow.length - 1) return entry;
        return entry + "\t".repeat(Math.ceil((cell - textWidth(entry)) / TAB));
      })
      .join("");
    text += "\n";
  }
  return text;
}
