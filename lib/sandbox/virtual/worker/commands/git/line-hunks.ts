import { diffArrays } from "diff";

export interface Hunk {
  oldStart: number;
  oldCount: number;
  newStart: number;
  newCount: number;
  /** Each with its mark in front and its line end, as far as it has one. */
  lines: string[];
  /** The nearest line above that looks like the head of a function. */
  heading: string;
}

/** Beyond this the lines are shown as wholly replaced, which is right but long. */
const MOST_EDITS = 20_000;
const HEADING = /^[A-Za-z_$]/;
const HEADING_LENGTH = 80;

/** The lines of a text with their ends. */
export function textLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Lines of the old text that lines of the new one stand for; each range is half open. */
export interface LineChange {
  oldStart: number;
  oldEnd: number;
  newStart: number;
  newEnd: number;
}

/** Where two texts differ, from the top. */
export function lineChanges(before: readonly string[], after: readonly string[]): LineChange[] {
  return slide(changedBlocks(before, after, false), before, after);
}

/** The differences of two texts in unified hunks. */
export function lineHunks(
  before: readonly string[],
  after: readonly string[],
  context: number,
  ignoreSpace = false,
): Hunk[] {
  const blocks = slide(changedBlocks(before, after, ignoreSpace), before, after);
  const hunks: Hunk[] = [];
  let index = 0;
  while (index < blocks.length) {
    let last = index;
    while (
      last + 1 < blocks.length &&
      (blocks[last + 1] as LineChange).oldStart - (blocks[last] as LineChange).oldEnd <= 2 * context
    )
      last += 1;
    hunks.push(hunkOf(blocks.slice(index, last + 1), before, after, context));
    index = last + 1;
  }
  return hunks;
}

function hunkOf(
  blocks: readonly LineChange[],
  before: readonly string[],
  after: readonly string[],
  context: number,
): Hunk {
  const [first, last] = [blocks[0] as LineChange, blocks.at(-1) as LineChange];
  const oldFrom = Math.max(0, first.oldStart - context);
  const newFrom = Math.max(0, first.newStart - context);
  const oldTo = Math.min(before.length, last.oldEnd + context);
  const lines: string[] = [];
  let at = oldFrom;
  for (const { oldStart, oldEnd, newStart, newEnd } of blocks) {
    for (const line of before.slice(at, oldStart)) lines.push(` ${line}`);
    for (const line of before.slice(oldStart, oldEnd)) lines.push(`-${line}`);
    for (const line of after.slice(newStart, newEnd)) lines.push(`+${line}`);
    at = oldEnd;
  }
  for (const line of before.slice(at, oldTo)) lines.push(` ${line}`);
  const oldCount = oldTo - oldFrom;
  const newCount = Math.min(after.length, last.newEnd + (oldTo - last.oldEnd)) - newFrom;
  const heading = before.slice(0, oldFrom).findLast((line) => HEADING.test(line));
  return {
    oldStart: oldCount === 0 ? oldFrom : oldFrom + 1,
    oldCount,
    newStart: newCount === 0 ? newFrom : newFrom + 1,
    newCount,
    lines,
    heading: heading === undefined ? "" : ` ${heading.slice(0, HEADING_LENGTH).trimEnd()}`,
  };
}

function changedBlocks(before: readonly string[], after: readonly string[], ignoreSpace: boolean): LineChange[] {
  const comparator = ignoreSpace
    ? (left: string, right: string) => left.replace(/\s+/g, "") === right.replace(/\s+/g, "")
    : (left: string, right: string) => left === right;
  const parts = diffArrays([...before], [...after], { comparator, maxEditLength: MOST_EDITS });
  if (parts === undefined) return [{ oldStart: 0, oldEnd: before.length, newStart: 0, newEnd: after.length }];
  const blocks: LineChange[] = [];
  let old = 0;
  let now = 0;
  for (const { added, removed, value } of parts) {
    const { length } = value;
    if (!added && !removed) {
      old += length;
      now += length;
      continue;
    }
    const previous = blocks.at(-1);
    const joins = previous !== undefined && previous.oldEnd === old && previous.newEnd === now;
    const block = joins ? previous : { oldStart: old, oldEnd: old, newStart: now, newEnd: now };
    if (removed) block.oldEnd = old += length;
    else block.newEnd = now += length;
    if (!joins) blocks.push(block);
  }
  return blocks;
}

/**
 * A block that only adds or only removes can often stand in several places. As git does, it goes as far down as it can,
 * and then up again to where its edges break the text least by indentation.
 */
function slide(blocks: LineChange[], before: readonly string[], after: readonly string[]): LineChange[] {
  for (const [index, block] of blocks.entries()) {
    const adds = block.oldStart === block.oldEnd;
    if (!adds && block.newStart !== block.newEnd) continue;
    const lines = adds ? after : before;
    const [start, end] = adds ? (["newStart", "newEnd"] as const) : (["oldStart", "oldEnd"] as const);
    const lowest = adds ? (blocks[index - 1]?.newEnd ?? 0) : (blocks[index - 1]?.oldEnd ?? 0);
    const highest = adds
      ? (blocks[index + 1]?.newStart ?? lines.length)
      : (blocks[index + 1]?.oldStart ?? lines.length);
    const move = (by: number) => {
      block.oldStart += by;
      block.oldEnd += by;
      block.newStart += by;
      block.newEnd += by;
    };
    while (block[end] < highest && lines[block[start]] === lines[block[end]]) move(1);
    let up = 0;
    while (block[start] - up > lowest && lines[block[start] - up - 1] === lines[block[end] - up - 1]) up += 1;
    if (up === 0) continue;
    let best = 0;
    let bestScore: SplitScore | undefined;
    for (let shift = up; shift >= 0; shift -= 1) {
      const score = { indent: 0, penalty: 0 };
      addSplit(score, lines, block[start] - shift);
      addSplit(score, lines, block[end] - shift);
      if (bestScore === undefined || compareScores(score, bestScore) <= 0) {
        bestScore = score;
        best = shift;
      }
    }
    move(-best);
  }
  return blocks;
}

interface SplitScore {
  indent: number;
  penalty: number;
}

const MOST_BLANK_LINES = 20;

function indentOf(line: string | undefined): number {
  if (line === undefined) return -1;
  let indent = 0;
  for (const letter of line) {
    if (letter === " ") indent += 1;
    else if (letter === "\t") indent += 8 - (indent % 8);
    else if (!/\s/.test(letter)) return indent;
  }
  return -1;
}

/** How badly a cut in front of line `at` breaks the text. The weights are git's, found by its authors on much code. */
function addSplit(score: SplitScore, lines: readonly string[], at: number): void {
  const atEnd = at >= lines.length;
  const indent = atEnd ? -1 : indentOf(lines[at]);
  let blanksBefore = 0;
  let previous = -1;
  for (let line = at - 1; line >= 0 && blanksBefore < MOST_BLANK_LINES; line -= 1) {
    previous = indentOf(lines[line]);
    if (previous !== -1) break;
    blanksBefore += 1;
  }
  let blanksAfter = 0;
  let next = -1;
  for (let line = at + 1; line < lines.length && blanksAfter < MOST_BLANK_LINES; line += 1) {
    next = indentOf(lines[line]);
    if (next !== -1) break;
    blanksAfter += 1;
  }
  if (previous === -1 && blanksBefore === 0) score.penalty += 1;
  if (atEnd) score.penalty += 21;
  const blanks = blanksBefore + (indent === -1 ? 1 + blanksAfter : 0);
  score.penalty += -30 * blanks;
  score.penalty += 6 * (indent === -1 ? 1 + blanksAfter : 0);
  const own = indent === -1 ? next : indent;
  const anyBlank = blanks !== 0;
  score.indent += own;
  if (own === -1 || previous === -1) return;
  if (own > previous) score.penalty += anyBlank ? 10 : -4;
  else if (own < previous) {
    if (next !== -1 && next > own) score.penalty += anyBlank ? 21 : 24;
    else score.penalty += anyBlank ? 17 : 23;
  }
}

function compareScores(left: SplitScore, right: SplitScore): number {
  const indents = left.indent > right.indent ? 1 : left.indent < right.indent ? -1 : 0;
  return 60 * indents + (left.penalty - right.penalty);
}
