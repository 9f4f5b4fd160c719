/** A set of characters of a regular expression. `properties` are Unicode classes such as `\p{L}`, for what is not ASCII. */
export interface CharSet {
  ranges: [number, number][];
  properties: string[];
  negated: boolean;
}

const ASCII = 128;

const CLASSES: Readonly<Record<string, CharSet>> = {
  alpha: set(
    [
      ["A", "Z"],
      ["a", "z"],
    ],
    ["\\p{L}"],
  ),
  digit: set([["0", "9"]]),
  alnum: set(
    [
      ["0", "9"],
      ["A", "Z"],
      ["a", "z"],
    ],
    ["\\p{L}", "\\p{Nd}"],
  ),
  upper: set([["A", "Z"]], ["\\p{Lu}"]),
  lower: set([["a", "z"]], ["\\p{Ll}"]),
  space: set(
    [
      ["\t", "\r"],
      [" ", " "],
    ],
    ["\\p{Zs}"],
  ),
  blank: set([
    ["\t", "\t"],
    [" ", " "],
  ]),
  punct: set(
    [
      ["!", "/"],
      [":", "@"],
      ["[", "`"],
      ["{", "~"],
    ],
    ["\\p{P}", "\\p{S}"],
  ),
  print: set([
    [" ", "~"],
    ["\u00a0", "\u{10ffff}"],
  ]),
  graph: set([
    ["!", "~"],
    ["\u00a1", "\u{10ffff}"],
  ]),
  cntrl: set([
    ["\0", "\x1f"],
    ["\x7f", "\x9f"],
  ]),
  xdigit: set([
    ["0", "9"],
    ["A", "F"],
    ["a", "f"],
  ]),
};

export const WORD: CharSet = set(
  [
    ["0", "9"],
    ["A", "Z"],
    ["_", "_"],
    ["a", "z"],
  ],
  ["\\p{L}", "\\p{Nd}"],
);

function set(ranges: [string, string][], properties: string[] = []): CharSet {
  const codes = ranges.map(([from, to]): [number, number] => [from.codePointAt(0) ?? 0, to.codePointAt(0) ?? 0]);
  return { ranges: codes, properties, negated: false };
}

/** `[:name:]`, or undefined when there is none of that name. */
export function namedClass(name: string): CharSet | undefined {
  return Object.hasOwn(CLASSES, name) ? CLASSES[name] : undefined;
}

export function singleCharacter(character: string): CharSet {
  const code = character.codePointAt(0) ?? 0;
  return { ranges: [[code, code]], properties: [], negated: false };
}

export function negate(given: CharSet): CharSet {
  return { ...given, negated: !given.negated };
}

/** Which ASCII characters a set may match, with one more place for everything above. */
export type Footprint = Uint8Array;

export function footprintOf(given: CharSet, ignoreCase: boolean): Footprint {
  const members = new Uint8Array(ASCII + 1);
  for (const [from, to] of given.ranges) {
    for (let code = from; code <= Math.min(to, ASCII); code += 1) members[code] = 1;
    if (to >= ASCII) members[ASCII] = 1;
  }
  if (ignoreCase) {
    for (let upper = 65; upper <= 90; upper += 1) {
      if (members[upper] || members[upper + 32]) members[upper] = members[upper + 32] = 1;
    }
    members[ASCII] = 1;
  }
  if (given.properties.length > 0) members[ASCII] = 1;
  if (given.negated) {
    for (let code = 0; code < ASCII; code += 1) members[code] = members[code] ? 0 : 1;
    members[ASCII] = 1;
  }
  return members;
}

export function union(one: Footprint, other: Footprint): Footprint {
  return one.map((member, code) => member | (other[code] as number));
}

export function overlap(one: Footprint, other: Footprint): boolean {
  return one.some((member, code) => member === 1 && other[code] === 1);
}

/** As a class of JavaScript's (with the `u` flag) or of RE2's. */
export function sourceOf(given: CharSet, dialect: "js" | "re2"): string {
  const code = (value: number): string =>
    dialect === "js" ? `\\u{${value.toString(16)}}` : `\\x{${value.toString(16)}}`;
  const [only] = given.ranges;
  if (given.ranges.length === 1 && given.properties.length === 0 && !given.negated && only?.[0] === only?.[1]) {
    return code(only?.[0] ?? 0);
  }
  const inside = given.ranges.map(([from, to]) => (from === to ? code(from) : `${code(from)}-${code(to)}`)).join("");
  return `[${given.negated ? "^" : ""}${inside}${given.properties.join("")}]`;
}
