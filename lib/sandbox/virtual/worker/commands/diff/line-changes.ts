import { diffArrays } from "diff";

/** Which lines of each side have no partner on the other. */
export interface LineChanges {
  left: Uint8Array;
  right: Uint8Array;
}

/** A run of lines that differ: `[leftFrom, leftTo)` stands where `[rightFrom, rightTo)` does. */
export interface Change {
  leftFrom: number;
  leftTo: number;
  rightFrom: number;
  rightTo: number;
}

const LONGEST_SEARCH_MS = 5_000;

/** The changes between two lists of lines, which are equal where their keys are. A run of changes lies as late as it can. */
export function lineChanges(left: readonly string[], right: readonly string[]): Change[] {
  const changed: LineChanges = { left: new Uint8Array(left.length), right: new Uint8Array(right.length) };
  markChanges(left, right, changed);
  slideRuns(left, changed.left, changed.right);
  slideRuns(right, changed.right, changed.left);
  return runsOf(changed);
}

function markChanges(left: readonly string[], right: readonly string[], changed: LineChanges): void {
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let [leftEnd, rightEnd] = [left.length, right.length];
  while (leftEnd > start && rightEnd > start && left[leftEnd - 1] === right[rightEnd - 1]) {
    leftEnd -= 1;
    rightEnd -= 1;
  }
  changed.left.fill(1, start, leftEnd);
  changed.right.fill(1, start, rightEnd);
  // A line that the other side has not at all is changed, and only slows the search.
  const inLeft = new Set(left.slice(start, leftEnd));
  const inRight = new Set(right.slice(start, rightEnd));
  const leftKept = indexes(start, leftEnd, (index) => inRight.has(left[index] as string));
  const rightKept = indexes(start, rightEnd, (index) => inLeft.has(right[index] as string));
  const parts = diffArrays(
    leftKept.map((index) => left[index]),
    rightKept.map((index) => right[index]),
    { timeout: LONGEST_SEARCH_MS },
  );
  if (parts === undefined) return;
  let [leftAt, rightAt] = [0, 0];
  for (const part of parts) {
    for (let count = 0; count < part.count; count += 1) {
      if (!part.added && !part.removed) {
        changed.left[leftKept[leftAt] as number] = 0;
        changed.right[rightKept[rightAt] as number] = 0;
      }
      if (!part.added) leftAt += 1;
      if (!part.removed) rightAt += 1;
    }
  }
}

function indexes(from: number, to: number, keep: (index: number) => boolean): number[] {
  const kept: number[] = [];
  for (let index = from; index < to; index += 1) if (keep(index)) kept.push(index);
  return kept;
}

/**
 * Moves each run of changed lines of one side down while the line after it equals its first: among the equal answers the
 * latest is what people expect to see. Runs that meet become one; a run stays beside one of the other side where it can.
 */
function slideRuns(lines: readonly string[], changed: Uint8Array, other: Uint8Array): void {
  let at = 0;
  let otherAt = 0;
  for (;;) {
    while (at < lines.length && changed[at] === 0) {
      while (other[otherAt] === 1) otherAt += 1;
      otherAt += 1;
      at += 1;
    }
    if (at >= lines.length) return;
    let start = at;
    while (changed[at] === 1) at += 1;
    while (other[otherAt] === 1) otherAt += 1;
    let length: number;
    let beside: number;
    do {
      length = at - start;
      while (start > 0 && lines[start - 1] === lines[at - 1]) {
        start -= 1;
        at -= 1;
        changed[start] = 1;
        changed[at] = 0;
        while (start > 0 && changed[start - 1] === 1) start -= 1;
        otherAt -= 1;
        while (otherAt > 0 && other[otherAt] === 1) otherAt -= 1;
      }
      beside = otherAt > 0 && other[otherAt - 1] === 1 ? at : lines.length;
      while (at < lines.length && lines[start] === lines[at]) {
        changed[start] = 0;
        changed[at] = 1;
        start += 1;
        at += 1;
        while (changed[at] === 1) at += 1;
        otherAt += 1;
        while (other[otherAt] === 1) {
          beside = at;
          otherAt += 1;
        }
      }
    } while (length !== at - start);
    while (beside < at) {
      start -= 1;
      at -= 1;
      changed[start] = 1;
      changed[at] = 0;
      otherAt -= 1;
      while (otherAt > 0 && other[otherAt] === 1) otherAt -= 1;
    }
  }
}

function runsOf({ left, right }: LineChanges): Change[] {
  const changes: Change[] = [];
  let [leftAt, rightAt] = [0, 0];
  while (leftAt < left.length || rightAt < right.length) {
    if (left[leftAt] !== 1 && right[rightAt] !== 1) {
      leftAt += 1;
      rightAt += 1;
      continue;
    }
    const [leftFrom, rightFrom] = [leftAt, rightAt];
    while (left[leftAt] === 1) leftAt += 1;
    while (right[rightAt] === 1) rightAt += 1;
    changes.push({ leftFrom, leftTo: leftAt, rightFrom, rightTo: rightAt });
  }
  return changes;
}
