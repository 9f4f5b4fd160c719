import { type PatchHunk, sideLines } from "./patch-hunk";

export interface HunkOutcome {
  hunk: PatchHunk;
  applied: boolean;
  /** Where it went, counted from 1 in the new text; where it was looked for when it failed. */
  line: number;
  offset: number;
  fuzz: number;
  /** By how many lines the hunks before it made the text longer. */
  shift: number;
}

export interface AppliedHunks {
  lines: string[];
  unended: boolean;
  outcomes: HunkOutcome[];
}

/** Applies hunks in order to lines, each as near as possible to where it says, with up to `maximumFuzz` lines of context dropped. */
export function applyHunks(
  lines: readonly string[],
  unended: boolean,
  hunks: readonly PatchHunk[],
  maximumFuzz: number,
  step: () => void,
  same: (left: string, right: string) => boolean,
): AppliedHunks {
  const result: string[] = [];
  const outcomes: HunkOutcome[] = [];
  let used = 0;
  let lastOffset = 0;
  let shift = 0;
  let ended = !unended;
  for (const hunk of hunks) {
    const place = findPlace(lines, hunk, used, lastOffset, maximumFuzz, step, same);
    if (place === undefined) {
      outcomes.push({ hunk, applied: false, line: hunk.newStart + lastOffset, offset: 0, fuzz: 0, shift });
      continue;
    }
    const { at, fuzz } = place;
    result.push(...lines.slice(used, at));
    const wanted = firstLine(hunk);
    const { before, after } = fuzzed(hunk, fuzz);
    outcomes.push({ hunk, applied: true, line: result.length + 1 - before, offset: at - before - wanted, fuzz, shift });
    shift += hunk.lines.reduce((more, { mark }) => more + (mark === "+" ? 1 : mark === "-" ? -1 : 0), 0);
    lastOffset = at - before - wanted;
    let left = at;
    const body = hunk.lines.slice(before, hunk.lines.length - after);
    for (const { mark, text } of body) {
      if (mark === "+") result.push(text);
      else {
        if (mark === " ") result.push(lines[left] as string);
        left += 1;
      }
    }
    used = left;
    if (used === lines.length && after === 0) {
      const last = hunk.lines.at(-1)?.mark;
      if (last !== undefined) ended = !hunk.newUnended;
    }
  }
  result.push(...lines.slice(used));
  return { lines: result, unended: !ended && result.length > 0, outcomes };
}

/** The index that the hunk names; one without old lines stands behind the line that it names. */
function firstLine(hunk: PatchHunk): number {
  const hasOld = hunk.lines.some(({ mark }) => mark !== "+");
  return hasOld ? hunk.oldStart - 1 : hunk.oldStart;
}

function contextOf(hunk: PatchHunk): { prefix: number; suffix: number } {
  const prefix = hunk.lines.findIndex(({ mark }) => mark !== " ");
  const fromEnd = hunk.lines.toReversed().findIndex(({ mark }) => mark !== " ");
  return { prefix: Math.max(0, prefix), suffix: Math.max(0, fromEnd) };
}

/** How many lines of context fall away at either end; the longer context gives first. */
function fuzzed(hunk: PatchHunk, fuzz: number): { before: number; after: number } {
  const { prefix, suffix } = contextOf(hunk);
  const context = Math.max(prefix, suffix);
  return { before: Math.max(0, fuzz + prefix - context), after: Math.max(0, fuzz + suffix - context) };
}

function findPlace(
  lines: readonly string[],
  hunk: PatchHunk,
  used: number,
  lastOffset: number,
  maximumFuzz: number,
  step: () => void,
  same: (left: string, right: string) => boolean,
): { at: number; fuzz: number } | undefined {
  const old = sideLines(hunk, "old");
  const { prefix, suffix } = contextOf(hunk);
  const context = Math.max(prefix, suffix);
  for (let fuzz = 0; fuzz <= Math.min(maximumFuzz, context); fuzz += 1) {
    const { before, after } = fuzzed(hunk, fuzz);
    const wanted = old.slice(before, old.length - after);
    const first = firstLine(hunk) + lastOffset + before;
    const matches = (at: number): boolean => {
      if (at < used || at + wanted.length > lines.length) return false;
      step();
      // Less context before than after means the start of the file, and the other way round its end.
      if (fuzz === 0 && prefix < suffix && hunk.oldStart <= 1 && at !== 0) return false;
      if (fuzz === 0 && suffix < prefix && at + wanted.length !== lines.length) return false;
      return wanted.every((text, index) => same(text, lines[at + index] as string));
    };
    const farthest = Math.max(lines.length, first) + 1;
    for (let distance = 0; distance <= farthest; distance += 1) {
      if (matches(first + distance)) return { at: first + distance, fuzz };
      if (distance > 0 && matches(first - distance)) return { at: first - distance, fuzz };
    }
  }
  return undefined;
}
