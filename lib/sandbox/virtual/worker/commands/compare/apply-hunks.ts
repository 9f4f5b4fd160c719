import type { PatchHunk, PatchLine } from "./read-patch";

export interface HunkOutcome {
  hunk: PatchHunk;
  /** 1-based line of the result where it stands; undefined when it found no place. */
  line: number | undefined;
  /** Lines between where it said and where it was found. */
  offset: number;
  fuzz: number;
}

/** Puts each hunk where its old lines stand, nearest to where it says, leaving out up to `fuzz` unchanged lines at its ends. */
export function applyHunks(
  lines: readonly PatchLine[],
  hunks: readonly PatchHunk[],
  fuzz: number,
): { lines: PatchLine[]; outcomes: HunkOutcome[] } {
  const result = [...lines];
  const outcomes: HunkOutcome[] = [];
  let moved = 0;
  let offset = 0;
  let done = 0;
  for (const hunk of hunks) {
    const expected = hunk.oldStart - 1 + moved + offset;
    const found = findPlace(result, hunk, expected, done, fuzz);
    if (found === undefined) {
      outcomes.push({ hunk, line: undefined, offset: 0, fuzz: 0 });
      continue;
    }
    const { at, lead, trail, used } = found;
    const [oldLines, newLines] = [
      hunk.oldLines.slice(lead, hunk.oldLines.length - trail),
      hunk.newLines.slice(lead, hunk.newLines.length - trail),
    ];
    result.splice(at, oldLines.length, ...newLines);
    offset += at - lead - expected;
    moved += hunk.newLines.length - hunk.oldLines.length;
    done = at + newLines.length;
    outcomes.push({ hunk, line: at - lead + 1, offset, fuzz: used });
  }
  return { lines: result, outcomes };
}

function findPlace(lines: readonly PatchLine[], hunk: PatchHunk, expected: number, from: number, mostFuzz: number) {
  for (let fuzz = 0; fuzz <= mostFuzz; fuzz += 1) {
    const lead = Math.min(fuzz, hunk.lead);
    const trail = Math.min(fuzz, hunk.trail);
    if (fuzz > 0 && fuzz > Math.max(hunk.lead, hunk.trail)) return undefined;
    const wanted = hunk.oldLines.slice(lead, hunk.oldLines.length - trail);
    const last = lines.length - wanted.length;
    for (let distance = 0; distance <= lines.length + Math.abs(expected); distance += 1) {
      for (const at of distance === 0 ? [expected + lead] : [expected + lead + distance, expected + lead - distance]) {
        if (at < from || at > last) continue;
        // What stands at an end of the hunk without context must stand at that end of the file.
        if (hunk.lead < hunk.trail && hunk.oldStart <= 1 && fuzz === 0 && at !== 0) continue;
        if (wanted.every((line, index) => sameLine(line, lines[at + index] as PatchLine))) {
          return { at, lead, trail, used: fuzz };
        }
      }
    }
  }
  return undefined;
}

function sameLine(wanted: PatchLine, found: PatchLine): boolean {
  return wanted.text === found.text;
}
