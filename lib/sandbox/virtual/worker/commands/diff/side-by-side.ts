import type { DiffSide } from "./diff-format";
import type { Change } from "./line-changes";

const TAB = 8;

/** `diff -y`: both sides in columns, with `|`, `<` or `>` between them where they differ. */
export function sideBySide(
  left: DiffSide,
  right: DiffSide,
  changes: readonly Change[],
  options: { width: number; leftColumn: boolean; suppressCommon: boolean },
): string {
  const { half, offset } = columns(options.width);
  const markAt = Math.floor((half + offset - 1) / 2);
  let text = "";
  const row = (one: string | undefined, mark: string, other: string | undefined): void => {
    const shown = clip(one ?? "", half);
    if (mark === " " && options.leftColumn) text += `${pad(shown, markAt)}(\n`;
    else if (mark === " " || mark === "|" || mark === ">" || mark === "<") {
      const middle = mark === " " ? "" : mark;
      let line = shown;
      if (middle !== "") line = pad(line, markAt) + middle;
      if (other !== undefined && (other !== "" || mark === " "))
        line = other === "" ? line : pad(line, offset) + clip(other, half);
      text += `${line}\n`;
    }
  };
  let at = 0;
  const common = (to: number, shift: number): void => {
    for (; at < to; at += 1) if (!options.suppressCommon) row(left.lines[at], " ", right.lines[at + shift]);
  };
  for (const { leftFrom, leftTo, rightFrom, rightTo } of changes) {
    common(leftFrom, rightFrom - leftFrom);
    const both = Math.min(leftTo - leftFrom, rightTo - rightFrom);
    for (let index = 0; index < both; index += 1)
      row(left.lines[leftFrom + index], "|", right.lines[rightFrom + index]);
    for (let index = leftFrom + both; index < leftTo; index += 1) row(left.lines[index], "<", undefined);
    for (let index = rightFrom + both; index < rightTo; index += 1) row("", ">", right.lines[index]);
    at = leftTo;
  }
  common(left.lines.length, right.lines.length - left.lines.length);
  return text;
}

/** Where the right side begins, at a tab stop, and how much of a line either side shows. */
function columns(width: number): { half: number; offset: number } {
  const middle = 3;
  const unrounded = Math.floor((width + TAB + middle) / 2);
  const offset = unrounded - (unrounded % TAB);
  const half = Math.max(0, Math.min(offset - middle, width - offset));
  return { half, offset: half === 0 ? width : offset };
}

function clip(line: string, width: number): string {
  let shown = "";
  let column = 0;
  for (const letter of line) {
    const next = letter === "\t" ? column + TAB - (column % TAB) : column + 1;
    if (next > width) break;
    shown += letter;
    column = next;
  }
  return shown;
}

function columnOf(text: string): number {
  let column = 0;
  for (const letter of text) column = letter === "\t" ? column + TAB - (column % TAB) : column + 1;
  return column;
}

/** With tabs as far as they reach, then blanks. */
function pad(text: string, to: number): string {
  let padded = text;
  let column = columnOf(text);
  while (column < to) {
    const stop = column - (column % TAB) + TAB;
    if (stop <= to) {
      padded += "\t";
      column = stop;
    } else {
      padded += " ";
      column += 1;
    }
  }
  return padded;
}
