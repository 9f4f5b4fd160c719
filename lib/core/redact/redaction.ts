/** A stretch of a text that must not be shown, and what stands in its place. */
export interface Match {
  start: number;
  end: number;
  label: string;
}

/** `[REDACTED:NAME]`, from the name of the secret or the kind of the token. */
export function labelFor(name: string): string {
  return `[REDACTED:${name}]`;
}

/**
 * The part of a text that is not decided yet. Matches that overlap become one label, that of the longest of them, so that
 * no piece of any is left over.
 */
export class UndecidedText {
  #text = "";
  /** Where the undecided text begins in the whole. */
  #from = 0;
  #matches: Match[] = [];

  get end(): number {
    return this.#from + this.#text.length;
  }

  add(text: string): void {
    this.#text += text;
  }

  mark(match: Match): void {
    this.#matches.push(match);
  }

  /** Takes back what overlaps a stretch. */
  unmark(start: number, end: number): void {
    if (this.#matches.length > 0)
      this.#matches = this.#matches.filter((match) => match.end <= start || match.start >= end);
  }

  slice(start: number, end: number): string {
    return this.#text.slice(start - this.#from, end - this.#from);
  }

  /** Gives out everything before `boundary`, labels in their places; a match that reaches over it is kept whole. */
  decide(boundary: number, seen?: (match: Match) => void): string {
    if (this.#matches.length === 0) return this.#giveOut(boundary);
    const regions = united(this.#matches);
    let written = "";
    for (const region of regions) {
      if (region.end > boundary) {
        boundary = Math.min(boundary, region.start);
        break;
      }
      written += this.#giveOut(region.start) + region.label;
      this.#skip(region.end);
      seen?.(region);
    }
    this.#matches = this.#matches.filter((match) => match.start >= boundary);
    return written + this.#giveOut(boundary);
  }

  #giveOut(boundary: number): string {
    const length = boundary - this.#from;
    if (length <= 0) return "";
    const given = this.#text.slice(0, length);
    this.#skip(boundary);
    return given;
  }

  #skip(boundary: number): void {
    this.#text = this.#text.slice(boundary - this.#from);
    this.#from = boundary;
  }
}

function united(matches: readonly Match[]): Match[] {
  const regions: Match[] = [];
  let longest = 0;
  // The order of marking decides between equals, so it must survive the sort.
  for (const match of matches.toSorted((left, right) => left.start - right.start)) {
    const last = regions.at(-1);
    const length = match.end - match.start;
    if (last === undefined || match.start >= last.end) {
      regions.push({ ...match });
      longest = length;
      continue;
    }
    last.end = Math.max(last.end, match.end);
    if (length > longest) {
      last.label = match.label;
      longest = length;
    }
  }
  return regions;
}
