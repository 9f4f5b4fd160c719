import type { Change } from "./line-changes";

/** One side of a comparison. */
export interface DiffSide {
  lines: string[];
  /** The last line has no newline. */
  unended: boolean;
  label: string;
}

const NO_NEWLINE = "\\ No newline at end of file\n";

export function normalDiff(left: DiffSide, right: DiffSide, changes: readonly Change[]): string {
  let text = "";
  for (const change of changes) {
    const { leftFrom, leftTo, rightFrom, rightTo } = change;
    const letter = leftFrom === leftTo ? "a" : rightFrom === rightTo ? "d" : "c";
    text += `${normalRange(leftFrom, leftTo)}${letter}${normalRange(rightFrom, rightTo)}\n`;
    text += marked(left, leftFrom, leftTo, "< ");
    if (letter === "c") text += "---\n";
    text += marked(right, rightFrom, rightTo, "> ");
  }
  return text;
}

/** An empty range is named by the line before it. */
function normalRange(from: number, to: number): string {
  if (to <= from + 1) return String(to);
  return `${from + 1},${to}`;
}

function marked(side: DiffSide, from: number, to: number, mark: string): string {
  let text = "";
  for (let index = from; index < to; index += 1) {
    text += `${mark}${side.lines[index]}\n`;
    if (side.unended && index === side.lines.length - 1) text += NO_NEWLINE;
  }
  return text;
}

export interface Hunk {
  changes: Change[];
  leftFrom: number;
  leftTo: number;
  rightFrom: number;
  rightTo: number;
}

/** Changes whose context meets are one hunk. */
export function hunksOf(left: DiffSide, right: DiffSide, changes: readonly Change[], context: number): Hunk[] {
  const hunks: Hunk[] = [];
  for (const change of changes) {
    const last = hunks.at(-1);
    const lastChange = last?.changes.at(-1);
    if (last !== undefined && lastChange !== undefined && change.leftFrom - lastChange.leftTo <= 2 * context) {
      last.changes.push(change);
    } else hunks.push({ changes: [change], leftFrom: 0, leftTo: 0, rightFrom: 0, rightTo: 0 });
  }
  for (const hunk of hunks) {
    const [first, last] = [hunk.changes[0] as Change, hunk.changes.at(-1) as Change];
    hunk.leftFrom = Math.max(0, first.leftFrom - context);
    hunk.rightFrom = Math.max(0, first.rightFrom - context);
    hunk.leftTo = Math.min(left.lines.length, last.leftTo + context);
    hunk.rightTo = Math.min(right.lines.length, last.rightTo + context);
  }
  return hunks;
}

export function unifiedDiff(left: DiffSide, right: DiffSide, changes: readonly Change[], context: number): string {
  let text = `--- ${left.label}\n+++ ${right.label}\n`;
  for (const hunk of hunksOf(left, right, changes, context)) {
    text += `@@ -${unifiedRange(hunk.leftFrom, hunk.leftTo)} +${unifiedRange(hunk.rightFrom, hunk.rightTo)} @@\n`;
    let at = hunk.leftFrom;
    for (const change of hunk.changes) {
      text += marked(left, at, change.leftFrom, " ");
      text += marked(left, change.leftFrom, change.leftTo, "-");
      text += marked(right, change.rightFrom, change.rightTo, "+");
      at = change.leftTo;
    }
    text += marked(left, at, hunk.leftTo, " ");
  }
  return text;
}

function unifiedRange(from: number, to: number): string {
  const count = to - from;
  if (count === 0) return `${from},0`;
  return count === 1 ? String(from + 1) : `${from + 1},${count}`;
}

export function contextDiff(left: DiffSide, right: DiffSide, changes: readonly Change[], context: number): string {
  let text = `*** ${left.label}\n--- ${right.label}\n`;
  for (const hunk of hunksOf(left, right, changes, context)) {
    text += `***************\n*** ${contextRange(hunk.leftFrom, hunk.leftTo)} ****\n`;
    if (hunk.changes.some(({ leftFrom, leftTo }) => leftTo > leftFrom)) {
      let at = hunk.leftFrom;
      for (const { leftFrom, leftTo, rightFrom, rightTo } of hunk.changes) {
        text += marked(left, at, leftFrom, "  ");
        text += marked(left, leftFrom, leftTo, rightTo > rightFrom ? "! " : "- ");
        at = leftTo;
      }
      text += marked(left, at, hunk.leftTo, "  ");
    }
    text += `--- ${contextRange(hunk.rightFrom, hunk.rightTo)} ----\n`;
    if (hunk.changes.some(({ rightFrom, rightTo }) => rightTo > rightFrom)) {
      let at = hunk.rightFrom;
      for (const { leftFrom, leftTo, rightFrom, rightTo } of hunk.changes) {
        text += marked(right, at, rightFrom, "  ");
        text += marked(right, rightFrom, rightTo, leftTo > leftFrom ? "! " : "+ ");
        at = rightTo;
      }
      text += marked(right, at, hunk.rightTo, "  ");
    }
  }
  return text;
}

function contextRange(from: number, to: number): string {
  return to <= from + 1 ? String(to) : `${from + 1},${to}`;
}
