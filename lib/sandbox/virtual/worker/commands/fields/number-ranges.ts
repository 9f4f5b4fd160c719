import { ToolFailure } from "../tool/tool-failure";

export interface NumberRange {
  first: number;
  /** Infinity for `3-`. */
  last: number;
}

/** The list of `cut`: `1,3-5,7-` as ranges in order that do not touch. Throws `ToolFailure` in its words. */
export function readRanges(list: string, what: "fields" | "byte/character positions"): NumberRange[] {
  const hint = "Try 'cut --help' for more information.";
  const one = what === "fields" ? "field" : "byte/character position";
  const ranges = list.split(/[,\s]/).map((part): NumberRange => {
    const parts = /^(\d*)(-?)(\d*)$/.exec(part);
    if (parts === null || part === "") {
      throw new ToolFailure(`invalid ${part === "" ? `${one} value ''` : `${one} value '${part}'`}\n${hint}`, 1);
    }
    const [, first = "", dash = "", last = ""] = parts;
    if (first === "" && last === "") throw new ToolFailure(`invalid range with no endpoint: -\n${hint}`, 1);
    const range = {
      first: first === "" ? 1 : Number(first),
      last: dash === "" ? Number(first) : last === "" ? Number.POSITIVE_INFINITY : Number(last),
    };
    if (range.first === 0) throw new ToolFailure(`${what} are numbered from 1\n${hint}`, 1);
    if (range.last < range.first) throw new ToolFailure(`invalid decreasing range\n${hint}`, 1);
    return range;
  });
  ranges.sort((left, right) => left.first - right.first);
  const merged: NumberRange[] = [];
  for (const range of ranges) {
    const before = merged.at(-1);
    if (before !== undefined && range.first <= before.last) before.last = Math.max(before.last, range.last);
    else merged.push({ ...range });
  }
  return merged;
}

/** Everything that is in none of the ranges. */
export function complementOf(ranges: readonly NumberRange[]): NumberRange[] {
  const gaps: NumberRange[] = [];
  let next = 1;
  for (const { first, last } of ranges) {
    if (first > next) gaps.push({ first: next, last: first - 1 });
    next = last + 1;
  }
  if (next !== Number.POSITIVE_INFINITY) gaps.push({ first: next, last: Number.POSITIVE_INFINITY });
  return gaps;
}
