import { compareNames, compareVersions } from "../files/compare-names";
import { ToolFailure } from "../tool/tool-failure";

export interface Ordering {
  by: "text" | "n" | "g" | "h" | "V" | "M" | "R";
  reverse: boolean;
  foldCase: boolean;
  /** Only letters, digits and blanks count. */
  dictionary: boolean;
  printable: boolean;
  leadingBlanks: boolean;
}

export interface SortKey extends Ordering {
  startField: number;
  startCharacter: number;
  /** Undefined: to the end of the line. */
  endField: number | undefined;
  /** 0: to the end of the field. */
  endCharacter: number;
  endBlanks: boolean;
}

const KEY = /^(\d+)(?:\.(\d+))?([a-zA-Z]*)(?:,(\d+)(?:\.(\d+))?([a-zA-Z]*))?$/;
const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const UNITS = "KMGTPEZYRQ";

/** The ordering that letters such as `nr` ask for. */
export function orderingOf(letters: string): Ordering {
  const kinds = [...letters].filter((letter) => "nghVMR".includes(letter));
  if (new Set(kinds).size > 1) {
    throw new ToolFailure(`options '-${[...new Set(kinds)].join("")}' are incompatible`, 2);
  }
  return {
    by: (kinds[0] as Ordering["by"] | undefined) ?? "text",
    reverse: letters.includes("r"),
    foldCase: letters.includes("f"),
    dictionary: letters.includes("d"),
    printable: letters.includes("i"),
    leadingBlanks: letters.includes("b"),
  };
}

/** A key as `-k` takes it; one without letters of its own is ordered as `usual` says. */
export function readKey(written: string, usual: Ordering): SortKey {
  const parts = KEY.exec(written);
  if (parts === null) {
    const at = /^\d*/.exec(written)?.[0] ?? "";
    throw new ToolFailure(
      at === ""
        ? `invalid number at field start: invalid count at start of ‘${written}’`
        : `stray character in field spec: invalid field specification ‘${written}’`,
      2,
    );
  }
  const [, field = "1", character, startLetters = "", endField, endCharacter, endLetters = ""] = parts;
  if (Number(field) === 0) throw new ToolFailure(`field number is zero: invalid field specification ‘${written}’`, 2);
  if (character !== undefined && Number(character) === 0) {
    throw new ToolFailure(`character offset is zero: invalid field specification ‘${written}’`, 2);
  }
  const wrong = [...(startLetters + endLetters)].find((letter) => !"bdfgiMhnRrV".includes(letter));
  if (wrong !== undefined) {
    throw new ToolFailure(`stray character in field spec: invalid field specification ‘${written}’`, 2);
  }
  const own = (startLetters + endLetters).replaceAll("b", "");
  const ordering = startLetters + endLetters === "" ? usual : orderingOf(own);
  return {
    ...ordering,
    leadingBlanks: startLetters + endLetters === "" ? usual.leadingBlanks : startLetters.includes("b"),
    endBlanks: endLetters.includes("b"),
    startField: Number(field),
    startCharacter: Number(character ?? 1),
    endField: endField === undefined ? undefined : Number(endField),
    endCharacter: Number(endCharacter ?? 0),
  };
}

/** What of the line the key compares. */
export function keyText(line: string, key: SortKey, separator: string | undefined): string {
  const start = positionOf(line, key.startField, key.startCharacter, separator, key.leadingBlanks);
  if (key.endField === undefined) return line.slice(start);
  const end =
    key.endCharacter === 0
      ? fieldEnd(line, key.endField, separator)
      : positionOf(line, key.endField, key.endCharacter, separator, key.endBlanks) + 1;
  return line.slice(start, Math.max(start, end));
}

/** How two texts compare by one ordering; a key that was prepared by `preparedKey`. */
export type Comparable = string | number;

export function preparedKey(text: string, ordering: Ordering): Comparable {
  switch (ordering.by) {
    case "n":
      return Number(/^\s*(-?\d*(?:\.\d*)?)/.exec(text)?.[1] || 0) || 0;
    case "g": {
      const number = Number.parseFloat(text);
      return Number.isNaN(number) ? Number.NEGATIVE_INFINITY : number;
    }
    case "h": {
      const [, number = "0", unit = ""] = /^\s*(-?\d*(?:\.\d*)?)([KkMGTPEZYRQ]?)/.exec(text) ?? [];
      const value = Number(number) || 0;
      const rank = unit === "" || value === 0 ? 0 : UNITS.indexOf(unit.toUpperCase()) + 1;
      // A larger unit is larger, whatever the number before it.
      return value < 0 ? value - rank * 1e15 : value + rank * 1e15;
    }
    case "M":
      return MONTHS.indexOf(text.trim().slice(0, 3).toUpperCase());
    default: {
      let kept = text;
      if (ordering.leadingBlanks) kept = kept.replace(/^[ \t]+/, "");
      if (ordering.dictionary) kept = kept.replace(/[^\p{L}\p{N}\s]/gu, "");
      if (ordering.printable) kept = kept.replace(/[^\x20-\x7e]/g, "");
      return ordering.foldCase ? kept.toUpperCase() : kept;
    }
  }
}

export function compareKeys(left: Comparable, right: Comparable, ordering: Ordering): number {
  if (typeof left === "number" && typeof right === "number") return left < right ? -1 : left > right ? 1 : 0;
  const [a, b] = [String(left), String(right)];
  return ordering.by === "V" ? compareVersions(a, b) : compareNames(a, b);
}

function fieldStart(line: string, field: number, separator: string | undefined): number {
  let at = 0;
  for (let number = 1; number < field && at <= line.length; number += 1) {
    if (separator === undefined) at = fieldEnd(line, number, separator);
    else {
      const next = line.indexOf(separator, at);
      at = next < 0 ? line.length + 1 : next + separator.length;
    }
  }
  return Math.min(at, line.length);
}

function fieldEnd(line: string, field: number, separator: string | undefined): number {
  if (separator !== undefined) {
    const start = fieldStart(line, field, separator);
    const next = line.indexOf(separator, start);
    return next < 0 ? line.length : next;
  }
  let at = 0;
  for (let number = 0; number < field; number += 1) {
    while (at < line.length && isBlank(line[at])) at += 1;
    while (at < line.length && !isBlank(line[at])) at += 1;
  }
  return at;
}

function positionOf(
  line: string,
  field: number,
  character: number,
  separator: string | undefined,
  skipBlanks: boolean,
): number {
  let at = fieldStart(line, field, separator);
  if (skipBlanks) while (at < line.length && isBlank(line[at])) at += 1;
  return Math.min(at + character - 1, line.length);
}

function isBlank(character: string | undefined): boolean {
  return character === " " || character === "\t";
}
