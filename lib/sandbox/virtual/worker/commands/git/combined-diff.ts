import { lineChanges } from "./line-hunks";

/** A line of the result, or the place behind the last one. */
interface Place {
  /** For each parent, whether it lacks the line. */
  added: boolean[];
  /** Lines of the parents that went in front of it, with the parents that had them. */
  lost: { line: string; parents: boolean[] }[];
  shown: boolean;
  /** Its lost lines belong to a part that is not shown. */
  hidesLost: boolean;
  /** For each parent, the number of the line that it stands at. */
  numbers: number[];
}

const CONTEXT = 3;
const HEADING = /^[A-Za-z_$]/;
const HEADING_LENGTH = 40;

/**
 * The hunks of `git diff --cc`: a text against two that it came from, without what it has from one of them as it was.
 * Every line ends with a line feed.
 */
export function combinedHunks(parents: readonly (readonly string[])[], result: readonly string[]): string {
  const places = placesOf(parents, result);
  leaveOutPlain(places);
  addContext(places);
  let text = "";
  let heading = "";
  for (let at = 0; at < places.length; at += 1) {
    if (!places[at]?.shown) {
      const line = result[at];
      if (line !== undefined && HEADING.test(line)) heading = ` ${line.slice(0, HEADING_LENGTH).trimEnd()}`;
      continue;
    }
    const end = nextPlace(places, at, false);
    const [first, behind] = [places[at] as Place, places[Math.min(end, places.length - 1)] as Place];
    const lastLost = (parent: number) =>
      end < places.length ? 0 : behind.lost.filter((lost) => lost.parents[parent]).length;
    const ranges = parents.map((_, parent) => {
      const from = first.numbers[parent] as number;
      return ` -${from},${(behind.numbers[parent] as number) + lastLost(parent) - from}`;
    });
    const marks = "@".repeat(parents.length + 1);
    text += `${marks}${ranges.join("")} +${at + 1},${Math.min(end, result.length) - at} ${marks}${heading}\n`;
    for (const [offset, { added, lost, hidesLost }] of places.slice(at, end).entries()) {
      const line = result[at + offset];
      if (!hidesLost)
        text += lost.map((gone) => gone.parents.map((had) => (had ? "-" : " ")).join("") + gone.line).join("");
      if (line !== undefined) text += added.map((lacks) => (lacks ? "+" : " ")).join("") + line;
    }
    at = end - 1;
  }
  return text;
}

function placesOf(parents: readonly (readonly string[])[], result: readonly string[]): Place[] {
  const places = Array.from({ length: result.length + 1 }, (): Place => {
    return { added: parents.map(() => false), lost: [], shown: false, hidesLost: false, numbers: [] };
  });
  for (const [parent, lines] of parents.entries()) {
    for (const { oldStart, oldEnd, newStart, newEnd } of lineChanges(lines, result)) {
      for (const place of places.slice(newStart, newEnd)) place.added[parent] = true;
      const place = places[newStart] as Place;
      place.lost = withLost(place.lost, lines.slice(oldStart, oldEnd), parent, parents.length);
    }
    let number = 1;
    for (const place of places) {
      place.numbers[parent] = number;
      number += place.lost.filter((lost) => lost.parents[parent]).length + (place.added[parent] ? 0 : 1);
    }
  }
  for (const place of places) place.shown = isChanged(place);
  return places;
}

/** A line that went from both parents is told once. */
function withLost(known: Place["lost"], lines: readonly string[], parent: number, count: number): Place["lost"] {
  const own = (line: string) => ({ line, parents: Array.from({ length: count }, (_, at) => at === parent) });
  const changes = lineChanges(
    known.map(({ line }) => line),
    lines,
  );
  const all: Place["lost"] = [];
  let at = 0;
  const keep = (to: number) => {
    for (const lost of known.slice(at, to)) all.push({ ...lost, parents: lost.parents.with(parent, true) });
    at = to;
  };
  for (const { oldStart, oldEnd, newStart, newEnd } of changes) {
    keep(oldStart);
    all.push(...known.slice(oldStart, oldEnd), ...lines.slice(newStart, newEnd).map(own));
    at = oldEnd;
  }
  keep(known.length);
  return all;
}

function isChanged({ added, lost }: Place): boolean {
  return lost.length > 0 || added.includes(true);
}

/** The next place from here that is shown, or that is not; behind the last one without it. */
function nextPlace(places: readonly Place[], from: number, shown: boolean): number {
  const found = places.findIndex((place, at) => at >= from && place.shown === shown);
  return found < 0 ? places.length : found;
}

/** A hunk ends in front of a line that only carries lost lines. */
function tailOf(places: readonly Place[], begin: number, end: number): number {
  return begin + 1 <= end && !places[end - 1]?.added.includes(true) ? end - 1 : end;
}

/** Takes away each part that differs from the same parents throughout, unless it differs from all. */
function leaveOutPlain(places: Place[]): void {
  for (let begin = nextPlace(places, 0, true); begin < places.length; ) {
    let end = begin + 1;
    for (; end < places.length; end += 1) {
      if (places[end]?.shown) continue;
      const limit = Math.min(tailOf(places, begin, end) + CONTEXT, places.length);
      const more = places.slice(0, limit).findLastIndex((place, at) => at >= end && place.shown);
      if (more < 0) break;
      end = more;
    }
    const part = places.slice(begin, end);
    const kinds = new Set(
      part.flatMap(({ added, lost }) => [
        ...(added.includes(true) ? [added.join()] : []),
        ...lost.map(({ parents }) => parents.join()),
      ]),
    );
    if (kinds.size === 1 && [...kinds][0]?.includes("false")) for (const place of part) place.shown = false;
    begin = nextPlace(places, end, true);
  }
}

function addContext(places: Place[]): void {
  for (let at = nextPlace(places, 0, true); at < places.length; ) {
    for (const place of places.slice(Math.max(0, at - CONTEXT), at)) {
      if (!place.shown) place.hidesLost = true;
      place.shown = true;
    }
    const end = nextPlace(places, at, false);
    if (end === places.length) return;
    const next = nextPlace(places, end, true);
    const tail = tailOf(places, at, end);
    const limit = next < tail + CONTEXT ? next : Math.min(tail + CONTEXT, places.length);
    for (const place of places.slice(tail, limit)) place.shown = true;
    at = next;
  }
}
