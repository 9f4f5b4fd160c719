import { type TextGrid, type TextPlace, textPlace } from "./text-place";

export interface LineWindow {
  /** The part of the text that is drawn. */
  text: string;
  /** Where the cursor stands in it. */
  cursor: number;
}

/**
 * As much of a long text around its cursor as fits on `rows` rows. What is drawn above the first row of a terminal cannot be
 * drawn anew, so a text that is taller than the terminal is never drawn whole.
 */
export function lineWindow(
  text: string,
  cursor: number,
  from: TextPlace,
  rows: number,
  grid: TextGrid,
  indent: number,
): LineWindow {
  const tall = (part: string) => textPlace(part, from, grid, indent).row + 1;
  if (tall(text) <= rows) return { text, cursor };
  const lines = text.split("\n");
  let at = 0;
  let start = 0;
  while (start + (lines[at]?.length ?? 0) < cursor) {
    start += (lines[at]?.length ?? 0) + 1;
    at += 1;
  }
  const line = lines[at] ?? "";
  if (tall(line) > rows) return withinOneLine(line, cursor - start, (rows - 1) * grid.columns - from.column);
  let above = at;
  let below = at;
  const joined = (first: number, last: number) => lines.slice(first, last + 1).join("\n");
  while (above > 0 && tall(joined(above - 1, below)) <= rows) above -= 1;
  while (below + 1 < lines.length && tall(joined(above, below + 1)) <= rows) below += 1;
  const hidden = lines.slice(0, above).reduce((sum, one) => sum + one.length + 1, 0);
  return { text: joined(above, below), cursor: cursor - hidden };
}

/** Half the room for characters of two columns, so that they fit in any case. */
function withinOneLine(line: string, cursor: number, room: number): LineWindow {
  const most = Math.max(2, Math.floor(room / 2));
  let first = Math.max(0, cursor - Math.floor(most / 2));
  if (/[\udc00-\udfff]/.test(line[first] ?? "")) first += 1;
  const text = line.slice(first, first + most).replace(/[\ud800-\udbff]$/, "");
  return { text, cursor: Math.min(cursor - first, text.length) };
}
