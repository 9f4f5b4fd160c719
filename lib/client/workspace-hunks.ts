import { diffArrays } from "diff";

/** A change that can be taken or left alone: these lines of the old text against those of the new one, with what is between. */
export interface Hunk {
  /** 0-based, in lines; a line holds its own ending. */
  oldStart: number;
  newStart: number;
  oldLines: readonly string[];
  newLines: readonly string[];
  /** The changed runs of lines inside, relative to the starts: what is drawn as removed and added. */
  changes: readonly LineChange[];
}

interface LineChange {
  oldStart: number;
  oldCount: number;
  newStart: number;
  newCount: number;
}

export interface Hunks {
  hunks: readonly Hunk[];
  added: number;
  removed: number;
  /** The texts differ too much to be compared in time: there is one hunk, the whole of both. */
  gaveUp: boolean;
}

const COMPARE_MS = 500;
/** Changes with at most this many equal lines between them are one hunk. */
const JOINED_WITHIN_LINES = 3;

/**
 * What is different between two texts. Lines keep their endings, so that applying is exact for CRLF, mixed endings and a
 * last line without one. `maxMs` bounds the work.
 */
export function hunksOf(oldText: string, newText: string, maxMs = COMPARE_MS): Hunks {
  const oldAll = splitLines(oldText);
  const newAll = splitLines(newText);
  const parts = diffArrays(oldAll, newAll, { timeout: maxMs });
  const changes = parts === undefined ? [wholeChange(oldAll, newAll)] : changesOf(parts);
  const groups: LineChange[][] = [];
  for (const change of changes) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (
      group !== undefined &&
      last !== undefined &&
      change.oldStart - last.oldStart - last.oldCount <= JOINED_WITHIN_LINES
    )
      group.push(change);
    else groups.push([change]);
  }
  return {
    hunks: groups.map((group) => toHunk(group, oldAll, newAll)),
    added: changes.reduce((sum, { newCount }) => sum + newCount, 0),
    removed: changes.reduce((sum, { oldCount }) => sum + oldCount, 0),
    gaveUp: parts === undefined,
  };
}

/** The old text with these hunks of the comparison taken: what the baseline becomes when they are accepted. */
export function withHunks(oldText: string, hunks: Iterable<Hunk>): string {
  return replaced(oldText, hunks, (hunk) => [hunk.oldStart, hunk.oldLines, hunk.newLines]);
}

/** The new text without these hunks of the comparison: what the file becomes when they are declined. */
export function withoutHunks(newText: string, hunks: Iterable<Hunk>): string {
  return replaced(newText, hunks, (hunk) => [hunk.newStart, hunk.newLines, hunk.oldLines]);
}

/** As the lines of a unified diff, without context. */
export function hunkLines(hunk: Hunk): string {
  const lines: string[] = [];
  for (const change of hunk.changes) {
    const take = (mark: string, all: readonly string[], start: number, count: number) => {
      for (const line of all.slice(start, start + count)) {
        lines.push(`${mark}${line.endsWith("\n") ? line.slice(0, -1) : `${line}\n\\ No newline at end of file`}`);
      }
    };
    take("-", hunk.oldLines, change.oldStart, change.oldCount);
    take("+", hunk.newLines, change.newStart, change.newCount);
  }
  return lines.join("\n");
}

export function lineCounts(hunk: Hunk): { added: number; removed: number } {
  let added = 0;
  let removed = 0;
  for (const change of hunk.changes) {
    added += change.newCount;
    removed += change.oldCount;
  }
  return { added, removed };
}

/** Every line with its ending; only `\n` ends one, so a `\r` before it is part of the line. */
export function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function replaced(
  text: string,
  hunks: Iterable<Hunk>,
  sides: (hunk: Hunk) => [start: number, from: readonly string[], to: readonly string[]],
): string {
  const lines = splitLines(text);
  const ordered = [...new Set(hunks)].map(sides).sort(([left], [right]) => left - right);
  const result: string[] = [];
  let at = 0;
  for (const [start, from, to] of ordered) {
    for (const line of lines.slice(at, start)) result.push(line);
    for (const line of to) result.push(line);
    at = start + from.length;
  }
  for (const line of lines.slice(at)) result.push(line);
  return result.join("");
}

function toHunk(group: LineChange[], oldAll: string[], newAll: string[]): Hunk {
  const [first] = group;
  const last = group.at(-1);
  if (first === undefined || last === undefined) throw new RangeError("A hunk holds at least one change.");
  const { oldStart, newStart } = first;
  return {
    oldStart,
    newStart,
    oldLines: oldAll.slice(oldStart, last.oldStart + last.oldCount),
    newLines: newAll.slice(newStart, last.newStart + last.newCount),
    changes: group.map((change) => ({
      ...change,
      oldStart: change.oldStart - oldStart,
      newStart: change.newStart - newStart,
    })),
  };
}

function changesOf(parts: readonly { value: string[]; added?: boolean; removed?: boolean }[]): LineChange[] {
  const changes: LineChange[] = [];
  let oldAt = 0;
  let newAt = 0;
  let open: LineChange | undefined;
  for (const part of parts) {
    const count = part.value.length;
    if (!part.added && !part.removed) {
      oldAt += count;
      newAt += count;
      open = undefined;
      continue;
    }
    if (open === undefined) {
      open = { oldStart: oldAt, oldCount: 0, newStart: newAt, newCount: 0 };
      changes.push(open);
    }
    if (part.removed) {
      open.oldCount += count;
      oldAt += count;
    } else {
      open.newCount += count;
      newAt += count;
    }
  }
  return changes;
}

function wholeChange(oldAll: string[], newAll: string[]): LineChange {
  return { oldStart: 0, oldCount: oldAll.length, newStart: 0, newCount: newAll.length };
}
