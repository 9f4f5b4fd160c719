import { diffArrays } from "diff";

/** One place where two lists of lines differ; positions count from 0 and `End` is not part of it. */
export interface LineChange {
  oldStart: number;
  oldEnd: number;
  newStart: number;
  newEnd: number;
}

/** Beyond this many differing lines the search for the shortest script ends, and what lies between is told as one change. */
const LONGEST_SEARCH = 20_000;

/** The shortest list of changes; each lies as late as it can, as GNU's diff puts it. */
export function lineChanges(oldLines: readonly string[], newLines: readonly string[]): LineChange[] {
  let start = 0;
  const shorter = Math.min(oldLines.length, newLines.length);
  while (start < shorter && oldLines[start] === newLines[start]) start += 1;
  let end = 0;
  while (end < shorter - start && oldLines.at(-1 - end) === newLines.at(-1 - end)) end += 1;
  const [oldMiddle, newMiddle] = [
    oldLines.slice(start, oldLines.length - end),
    newLines.slice(start, newLines.length - end),
  ];
  const removed = new Array<boolean>(oldLines.length).fill(false);
  const added = new Array<boolean>(newLines.length).fill(false);
  const pieces = diffArrays(oldMiddle, newMiddle, { maxEditLength: LONGEST_SEARCH });
  if (pieces === undefined) {
    removed.fill(true, start, oldLines.length - end);
    added.fill(true, start, newLines.length - end);
  } else {
    let [oldAt, newAt] = [start, start];
    for (const piece of pieces) {
      const count = piece.value.length;
      if (piece.removed) removed.fill(true, oldAt, oldAt + count);
      else if (piece.added) added.fill(true, newAt, newAt + count);
      if (!piece.added) oldAt += count;
      if (!piece.removed) newAt += count;
    }
  }
  settle(oldLines, removed, added);
  settle(newLines, added, removed);
  return changesOf(removed, added);
}

/**
 * Moves each run of changed lines as far down as the same lines repeat, joining runs that it meets, and back up to where it faces a run
 * of the other side.
 */
function settle(lines: readonly string[], changed: boolean[], other: boolean[]): void {
  let at = 0;
  let otherAt = 0;
  for (;;) {
    while (at < lines.length && !changed[at]) {
      while (other[otherAt]) otherAt += 1;
      otherAt += 1;
      at += 1;
    }
    if (at >= lines.length) return;
    let start = at;
    while (changed[at]) at += 1;
    while (other[otherAt]) otherAt += 1;
    let corresponding: number;
    let length: number;
    do {
      length = at - start;
      while (start > 0 && lines[start - 1] === lines[at - 1]) {
        start -= 1;
        at -= 1;
        changed[start] = true;
        changed[at] = false;
        while (start > 0 && changed[start - 1]) start -= 1;
        otherAt -= 1;
        while (other[otherAt - 1]) otherAt -= 1;
      }
      corresponding = other[otherAt - 1] ? at : lines.length;
      while (at < lines.length && lines[start] === lines[at]) {
        changed[start] = false;
        changed[at] = true;
        start += 1;
        at += 1;
        while (changed[at]) at += 1;
        otherAt += 1;
        while (other[otherAt]) {
          corresponding = at;
          otherAt += 1;
        }
      }
    } while (length !== at - start);
    while (corresponding < at) {
      start -= 1;
      at -= 1;
      changed[start] = true;
      changed[at] = false;
      otherAt -= 1;
      while (other[otherAt - 1]) otherAt -= 1;
    }
  }
}

function changesOf(removed: readonly boolean[], added: readonly boolean[]): LineChange[] {
  const changes: LineChange[] = [];
  let [oldAt, newAt] = [0, 0];
  while (oldAt < removed.length || newAt < added.length) {
    if (!removed[oldAt] && !added[newAt]) {
      oldAt += 1;
      newAt += 1;
      continue;
    }
    const change = { oldStart: oldAt, oldEnd: oldAt, newStart: newAt, newEnd: newAt };
    while (removed[change.oldEnd]) change.oldEnd += 1;
    while (added[change.newEnd]) change.newEnd += 1;
    changes.push(change);
    oldAt = change.oldEnd;
    newAt = change.newEnd;
  }
  return changes;
}
