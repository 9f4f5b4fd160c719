import { type LineChange, lineChanges } from "./line-hunks";

/** A stretch where a side differs from the base, as lines of ours and of theirs. */
interface Stretch {
  takes: "ours" | "theirs" | "conflict" | "both alike";
  ours: number;
  ourCount: number;
  theirs: number;
  theirCount: number;
}

/** Conflicts with no more lines than this between them become one. */
const NEAR = 3;

/** Three texts in one, as git merges them; where both sides changed the same lines, these stand between markers. */
export function mergeLines(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
  names: { ours: string; theirs: string },
): { lines: string[]; conflicts: number } {
  const stretches = joined(refined(stretchesOf(base, ours, theirs), ours, theirs));
  const all = [...ours, ...theirs].filter((line) => line.endsWith("\n"));
  const end = all.length > 0 && all.every((line) => line.endsWith("\r\n")) ? "\r\n" : "\n";
  const ended = (line: string) => (line.endsWith("\n") ? line : line + end);
  const lines: string[] = [];
  let at = 0;
  for (const { takes, ours: from, ourCount, theirs: theirFrom, theirCount } of stretches) {
    if (takes === "both alike") continue;
    lines.push(...ours.slice(at, from));
    const mine = ours.slice(from, from + ourCount);
    const other = theirs.slice(theirFrom, theirFrom + theirCount);
    if (takes === "ours") lines.push(...mine);
    else if (takes === "theirs") lines.push(...other);
    else {
      const markers = [`<<<<<<< ${names.ours}`, "=======", `>>>>>>> ${names.theirs}`].map(ended);
      lines.push(markers[0] as string, ...mine.map(ended), markers[1] as string, ...other.map(ended));
      lines.push(markers[2] as string);
    }
    at = from + ourCount;
  }
  lines.push(...ours.slice(at));
  return { lines, conflicts: stretches.filter(({ takes }) => takes === "conflict").length };
}

function stretchesOf(base: readonly string[], ours: readonly string[], theirs: readonly string[]): Stretch[] {
  const mine = lineChanges(base, ours);
  const other = lineChanges(base, theirs);
  const stretches: Stretch[] = [];
  const append = (stretch: Stretch) => {
    const last = stretches.at(-1);
    const touches =
      last !== undefined &&
      (stretch.ours <= last.ours + last.ourCount || stretch.theirs <= last.theirs + last.theirCount);
    if (!touches) {
      stretches.push(stretch);
      return;
    }
    if (stretch.takes !== last.takes) last.takes = "conflict";
    last.ourCount = stretch.ours + stretch.ourCount - last.ours;
    last.theirCount = stretch.theirs + stretch.theirCount - last.theirs;
  };
  // How far a line behind all changes so far has moved on each side.
  const moved = (changes: readonly LineChange[], at: number) => {
    const next = changes[at];
    if (next !== undefined) return next.newStart - next.oldStart;
    const last = changes.at(-1);
    return last === undefined ? 0 : last.newEnd - last.oldEnd;
  };
  let [left, right] = [0, 0];
  while (left < mine.length || right < other.length) {
    const [own, foreign] = [mine[left], other[right]];
    if (own !== undefined && (foreign === undefined || own.oldEnd < foreign.oldStart)) {
      append({
        takes: "ours",
        ours: own.newStart,
        ourCount: own.newEnd - own.newStart,
        theirs: own.oldStart + moved(other, right),
        theirCount: own.oldEnd - own.oldStart,
      });
      left += 1;
      continue;
    }
    if (foreign !== undefined && (own === undefined || foreign.oldEnd < own.oldStart)) {
      append({
        takes: "theirs",
        ours: foreign.oldStart + moved(mine, left),
        ourCount: foreign.oldEnd - foreign.oldStart,
        theirs: foreign.newStart,
        theirCount: foreign.newEnd - foreign.newStart,
      });
      right += 1;
      continue;
    }
    if (own === undefined || foreign === undefined) break;
    if (!isSameChange(own, foreign, ours, theirs)) {
      const from = Math.min(own.oldStart, foreign.oldStart);
      const to = Math.max(own.oldEnd, foreign.oldEnd);
      const span = (change: LineChange) => {
        const start = change.newStart - (change.oldStart - from);
        return { start, count: change.newEnd + (to - change.oldEnd) - start };
      };
      const [ourSpan, theirSpan] = [span(own), span(foreign)];
      append({
        takes: "conflict",
        ours: ourSpan.start,
        ourCount: ourSpan.count,
        theirs: theirSpan.start,
        theirCount: theirSpan.count,
      });
    }
    const [ownEnd, foreignEnd] = [own.oldEnd, foreign.oldEnd];
    if (ownEnd >= foreignEnd) right += 1;
    if (foreignEnd >= ownEnd) left += 1;
  }
  return stretches;
}

function isSameChange(
  own: LineChange,
  foreign: LineChange,
  ours: readonly string[],
  theirs: readonly string[],
): boolean {
  if (own.oldStart !== foreign.oldStart || own.oldEnd !== foreign.oldEnd) return false;
  const [mine, other] = [ours.slice(own.newStart, own.newEnd), theirs.slice(foreign.newStart, foreign.newEnd)];
  return mine.length === other.length && mine.every((line, at) => line === other[at]);
}

/** Takes out of each conflict the lines that both sides have. */
function refined(stretches: readonly Stretch[], ours: readonly string[], theirs: readonly string[]): Stretch[] {
  return stretches.flatMap((stretch): Stretch[] => {
    const { takes, ours: from, ourCount, theirs: theirFrom, theirCount } = stretch;
    if (takes !== "conflict" || ourCount === 0 || theirCount === 0) return [stretch];
    const changes = lineChanges(ours.slice(from, from + ourCount), theirs.slice(theirFrom, theirFrom + theirCount));
    if (changes.length === 0) return [{ ...stretch, takes: "both alike" }];
    return changes.map(({ oldStart, oldEnd, newStart, newEnd }) => ({
      takes,
      ours: from + oldStart,
      ourCount: oldEnd - oldStart,
      theirs: theirFrom + newStart,
      theirCount: newEnd - newStart,
    }));
  });
}

function joined(stretches: readonly Stretch[]): Stretch[] {
  const kept: Stretch[] = [];
  for (const stretch of stretches) {
    const last = kept.at(-1);
    const near =
      last?.takes === "conflict" && stretch.takes === "conflict" && stretch.ours - (last.ours + last.ourCount) <= NEAR;
    if (!near) {
      kept.push({ ...stretch });
      continue;
    }
    last.ourCount = stretch.ours + stretch.ourCount - last.ours;
    last.theirCount = stretch.theirs + stretch.theirCount - last.theirs;
  }
  return kept;
}
