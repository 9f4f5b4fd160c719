/** One value as the engine's own text of it, with its kind. */
export interface Cell {
  kind: "integer" | "real" | "text" | "blob" | "null";
  text: string;
}

export const OUTPUT_MODES = [
  "list",
  "csv",
  "json",
  "column",
  "line",
  "table",
  "markdown",
  "box",
  "tabs",
  "quote",
] as const;
export type OutputMode = (typeof OUTPUT_MODES)[number];

export interface OutputStyle {
  mode: OutputMode;
  /** Undefined: as the mode has it. */
  header: boolean | undefined;
  separator: string;
  nullText: string;
}

/** The rows of one statement as the shell of SQLite prints them. */
export function rowsText(columns: readonly string[], rows: readonly (readonly Cell[])[], style: OutputStyle): string {
  switch (style.mode) {
    case "json":
      return jsonText(columns, rows);
    case "line":
      return lineText(columns, rows, style);
    case "column":
      return columnText(columns, rows, style);
    case "table":
      return gridText(columns, rows, style, { line: "-", cross: ["+", "+", "+"], side: "|" });
    case "markdown":
      return markdownText(columns, rows, style);
    case "box":
      return boxText(columns, rows, style);
    default:
      return separatedText(columns, rows, style);
  }
}

function shown(cell: Cell, style: OutputStyle): string {
  return cell.kind === "null" ? style.nullText : cell.text;
}

function separatedText(columns: readonly string[], rows: readonly (readonly Cell[])[], style: OutputStyle): string {
  const [separator, quote] =
    style.mode === "csv"
      ? [style.separator, csvField]
      : style.mode === "quote"
        ? [",", (text: string) => text]
        : [style.mode === "tabs" ? "\t" : style.separator, (text: string) => text];
  const lines = rows.map((row) =>
    row
      .map((cell) => (style.mode === "quote" ? sqlLiteral(cell) : quote(shown(cell, style), separator)))
      .join(separator),
  );
  if (style.header === true) {
    const quoted = columns.map((name) =>
      style.mode === "quote" ? sqlLiteral({ kind: "text", text: name }) : quote(name, separator),
    );
    lines.unshift(quoted.join(separator));
  }
  return lines.map((line) => `${line}\n`).join("");
}

function csvField(text: string, separator: string): string {
  const mustQuote = text.includes(separator) || /[^!-~]|["']/.test(text);
  return mustQuote ? `"${text.replaceAll('"', '""')}"` : text;
}

export function sqlLiteral({ kind, text }: Cell): string {
  if (kind === "null") return "NULL";
  if (kind === "text") return `'${text.replaceAll("'", "''")}'`;
  return kind === "blob" ? `X'${hex(text)}'` : text;
}

function hex(latin1: string): string {
  return Array.from(latin1, (letter) => letter.charCodeAt(0).toString(16).padStart(2, "0")).join("");
}

function jsonText(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  if (rows.length === 0) return "";
  const objects = rows.map((row) => {
    const pairs = row.map((cell, at) => `${JSON.stringify(columns[at])}:${jsonValue(cell)}`);
    return `{${pairs.join(",")}}`;
  });
  return `[${objects.join(",\n")}]\n`;
}

function jsonValue({ kind, text }: Cell): string {
  if (kind === "null") return "null";
  if (kind === "integer") return text;
  if (kind === "real") return /inf/i.test(text) ? `${text.startsWith("-") ? "-" : ""}1e999` : text;
  return JSON.stringify(text);
}

function lineText(columns: readonly string[], rows: readonly (readonly Cell[])[], style: OutputStyle): string {
  const width = Math.max(5, ...columns.map(widthOf));
  return rows
    .map((row) =>
      row.map((cell, at) => `${padded(columns[at] ?? "", width, "start")} = ${shown(cell, style)}\n`).join(""),
    )
    .join("\n");
}

function widthOf(text: string): number {
  return [...text].length;
}

function padded(text: string, width: number, where: "start" | "end" | "both"): string {
  const space = Math.max(0, width - widthOf(text));
  if (where === "start") return " ".repeat(space) + text;
  if (where === "end") return text + " ".repeat(space);
  const left = Math.floor(space / 2);
  return " ".repeat(left) + text + " ".repeat(space - left);
}

function laidOut(columns: readonly string[], rows: readonly (readonly Cell[])[], style: OutputStyle) {
  const texts = rows.map((row) => row.map((cell) => shown(cell, style)));
  const widths = columns.map((name, at) => Math.max(widthOf(name), ...texts.map((row) => widthOf(row[at] ?? ""))));
  return { texts, widths };
}

function columnText(columns: readonly string[], rows: readonly (readonly Cell[])[], style: OutputStyle): string {
  if (rows.length === 0) return "";
  const { texts, widths } = laidOut(columns, rows, style);
  const line = (cells: readonly string[]) =>
    `${cells.map((cell, at) => padded(cell, widths[at] as number, "end")).join("  ")}\n`;
  const head = style.header === false ? "" : line(columns) + line(widths.map((width) => "-".repeat(width)));
  return head + texts.map(line).join("");
}

interface GridLines {
  line: string;
  cross: readonly [string, string, string];
  side: string;
}

function gridRow(cells: readonly string[], widths: readonly number[], side: string, where: "end" | "both"): string {
  const inner = cells.map((cell, at) => ` ${padded(cell, widths[at] as number, where)} `).join(side);
  return `${side}${inner}${side}\n`;
}

function border(
  widths: readonly number[],
  line: string,
  [left, middle, right]: readonly [string, string, string],
): string {
  return `${left}${widths.map((width) => line.repeat(width + 2)).join(middle)}${right}\n`;
}

function gridText(
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
  style: OutputStyle,
  { line, cross, side }: GridLines,
): string {
  if (rows.length === 0) return "";
  const { texts, widths } = laidOut(columns, rows, style);
  const edge = border(widths, line, cross);
  const body = texts.map((row) => gridRow(row, widths, side, "end")).join("");
  return edge + gridRow(columns, widths, side, "both") + edge + body + edge;
}

function boxText(columns: readonly string[], rows: readonly (readonly Cell[])[], style: OutputStyle): string {
  if (rows.length === 0) return "";
  const { texts, widths } = laidOut(columns, rows, style);
  return (
    border(widths, "─", ["┌", "┬", "┐"]) +
    gridRow(columns, widths, "│", "both") +
    border(widths, "─", ["├", "┼", "┤"]) +
    texts.map((row) => gridRow(row, widths, "│", "end")).join("") +
    border(widths, "─", ["└", "┴", "┘"])
  );
}

function markdownText(columns: readonly string[], rows: readonly (readonly Cell[])[], style: OutputStyle): string {
  if (rows.length === 0) return "";
  const { texts, widths } = laidOut(columns, rows, style);
  return (
    gridRow(columns, widths, "|", "both") +
    border(widths, "-", ["|", "|", "|"]) +
    texts.map((row) => gridRow(row, widths, "|", "end")).join("")
  );
}
