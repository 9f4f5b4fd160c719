import { ToolFailure } from "../tool/tool-failure";
import { textWidth } from "./text-width";

export interface TableLayout {
  /** Each of its characters ends a field; runs of blanks do when there is none. */
  separator: string | undefined;
  joint: string;
  names: readonly string[] | undefined;
  /** Columns by number or name. */
  right: readonly string[];
  hidden: readonly string[];
  /** The last column takes the rest of the line. */
  limit: number | undefined;
  headings: boolean;
}

/** The lines as a table whose columns are as wide as their widest cell. */
export function columnTable(lines: readonly string[], layout: TableLayout): string {
  const rows = lines.map((line) => cellsOf(line, layout));
  const heading = layout.names !== undefined && layout.headings ? [[...layout.names]] : [];
  const all = [...heading, ...rows];
  const count = all.reduce((most, row) => Math.max(most, row.length), layout.names?.length ?? 0);
  const columns = Array.from({ length: count }, (_, index) => index);
  const hidden = new Set(layout.hidden.flatMap((name) => columnOf(name, layout, count)));
  const right = new Set(layout.right.flatMap((name) => columnOf(name, layout, count)));
  const shown = columns.filter((index) => !hidden.has(index));
  const widths = columns.map((index) => all.reduce((most, row) => Math.max(most, textWidth(row[index] ?? "")), 0));
  const last = shown.at(-1);
  return all
    .map((row) => {
      if (row.length === 0) return "\n";
      const cells = shown.map((index) => {
        const cell = row[index] ?? "";
        const blanks = " ".repeat((widths[index] as number) - textWidth(cell));
        if (right.has(index)) return blanks + cell;
        return index === last ? cell : cell + blanks;
      });
      return `${cells.join(layout.joint)}\n`;
    })
    .join("");
}

/** The rows as objects by the names of the columns. */
export function columnsJson(lines: readonly string[], layout: TableLayout, table: string): string {
  const { names } = layout;
  if (names === undefined) throw new ToolFailure("option --table-columns required for --json", 1);
  const objects = lines.map((line) => {
    const cells = cellsOf(line, layout);
    const members = names.map((name, index) => {
      const cell = cells[index];
      return `         ${JSON.stringify(name.toLowerCase())}: ${cell === undefined ? "null" : JSON.stringify(cell)}`;
    });
    return `{\n${members.join(",\n")}\n      }`;
  });
  return `{\n   ${JSON.stringify(table)}: [\n      ${objects.join(",")}\n   ]\n}\n`;
}

function cellsOf(line: string, { separator, limit }: TableLayout): string[] {
  if (separator === undefined) {
    const trimmed = line.replace(/^[ \t]+/, "");
    if (limit === undefined)
      return trimmed.split(/[ \t]+/).filter((cell, index, all) => cell !== "" || index < all.length - 1);
    return limited(trimmed, /[ \t]+/g, limit);
  }
  const ends = new RegExp(`[${separator.replace(/[\\\]^-]/g, "\\$&")}]`, "g");
  return limit === undefined ? line.split(ends) : limited(line, ends, limit);
}

function limited(line: string, ends: RegExp, limit: number): string[] {
  const cells: string[] = [];
  let start = 0;
  for (const found of line.matchAll(ends)) {
    if (cells.length === limit - 1) break;
    cells.push(line.slice(start, found.index));
    start = found.index + found[0].length;
  }
  return [...cells, line.slice(start)];
}

function columnOf(name: string, layout: TableLayout, count: number): number[] {
  const index = /^\d+$/.test(name) ? Number(name) - 1 : (layout.names?.indexOf(name) ?? -1);
  if (index < 0) throw new ToolFailure(`undefined column name '${name}'`, 1);
  return index < count ? [index] : [];
}
