import type { PosixRegex } from "../regex/posix-regex";
import { formatTime } from "../tool/format-time";
import { momentOfLocal, timeZone, UTC } from "../tool/time-zone";
import type { AwkArray, AwkMachine } from "./awk-machine";
import { AwkRuntimeError, allMatches } from "./awk-record";
import { inputValue, NumericText, numberOf, numberOfText, type Value } from "./awk-value";

/** A builtin that needs only the values of its arguments. */
export type PlainBuiltin = (machine: AwkMachine, values: Value[]) => Value;

const PAIRS = /[\ud800-\udbff]/;
const MAX_TEXT = 256 * 1024 * 1024;

export const PLAIN_BUILTINS: Readonly<Record<string, PlainBuiltin>> = {
  substr: (machine, [value, from, length]) => substring(machine.textOf(value), numberOf(from), length),
  index: (machine, [value, wanted]) => {
    const text = machine.textOf(value);
    const at = text.indexOf(machine.textOf(wanted));
    return at < 0 || !PAIRS.test(text) ? at + 1 : [...text.slice(0, at)].length + 1;
  },
  sprintf: (machine, [format, ...values]) => machine.format(machine.textOf(format), values),
  toupper: (machine, [value]) => machine.textOf(value).toUpperCase(),
  tolower: (machine, [value]) => machine.textOf(value).toLowerCase(),
  sin: (_, [value]) => Math.sin(numberOf(value)),
  cos: (_, [value]) => Math.cos(numberOf(value)),
  atan2: (_, [y, x]) => Math.atan2(numberOf(y), numberOf(x)),
  exp: (_, [value]) => Math.exp(numberOf(value)),
  log: (_, [value]) => Math.log(numberOf(value)),
  sqrt: (_, [value]) => Math.sqrt(numberOf(value)),
  int: (_, [value]) => Math.trunc(numberOf(value)) + 0,
  rand: (machine) => nextRandom(machine),
  srand: (machine, values) => {
    const before = machine.seed;
    machine.seed = values.length === 0 ? Math.floor(Date.now() / 1000) : numberOf(values[0]);
    machine.randomState = Math.trunc(machine.seed) ^ 0x9e3779b9;
    return before;
  },
  systime: () => Math.floor(Date.now() / 1000),
  strftime: (machine, [format, time, utc]) =>
    formatTime(
      format === undefined ? "%a %b %e %H:%M:%S %Z %Y" : machine.textOf(format),
      time === undefined ? Date.now() : Math.trunc(numberOf(time)) * 1000,
      numberOf(utc) !== 0 ? UTC : timeZone(machine.run.context.env.get("TZ")),
    ),
  mktime: (machine, [given, utc]) => {
    const parts = machine.textOf(given).trim().split(/\s+/).map(Number);
    if (parts.length < 6 || parts.some(Number.isNaN)) return -1;
    const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts;
    const local = Date.UTC(year, month - 1, day, hour, minute, second);
    return momentOfLocal(local, numberOf(utc) !== 0 ? UTC : timeZone(machine.run.context.env.get("TZ"))) / 1000;
  },
  strtonum: (machine, [value]) => {
    if (typeof value === "number") return value;
    const text = machine.textOf(value).trim();
    if (/^[+-]?0[xX][0-9a-fA-F]+/.test(text)) return Number.parseInt(text, 16);
    return /^0[0-7]+$/.test(text) ? Number.parseInt(text, 8) : numberOfText(text);
  },
  and: (_, values) => bits(values, (left, right) => left & right),
  or: (_, values) => bits(values, (left, right) => left | right),
  xor: (_, values) => bits(values, (left, right) => left ^ right),
  lshift: (_, values) => bits(values, (left, right) => left << right),
  rshift: (_, values) => bits(values, (left, right) => left >> right),
  compl: (_, [value]) => Number(BigInt.asUintN(53, ~BigInt(Math.trunc(numberOf(value))))),
};

function bits(values: Value[], combine: (left: bigint, right: bigint) => bigint): number {
  return Number(values.map((value) => BigInt(Math.trunc(numberOf(value)))).reduce(combine));
}

function nextRandom(machine: AwkMachine): number {
  machine.randomState = (machine.randomState + 0x6d2b79f5) | 0;
  let mixed = Math.imul(machine.randomState ^ (machine.randomState >>> 15), 1 | machine.randomState);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
}

function halfEven(value: number): number {
  const rounded = Math.round(value);
  return Math.abs(value % 1) === 0.5 && rounded % 2 !== 0 ? rounded - 1 : rounded;
}

/** As gawk has it, a start before the text is its first character. */
function substring(text: string, from: number, length: Value): string {
  const start = Math.max(halfEven(from), 1);
  const end = length === undefined ? Number.POSITIVE_INFINITY : start + halfEven(numberOf(length));
  if (Number.isNaN(start) || Number.isNaN(end)) return "";
  const first = start - 1;
  if (end - 1 <= first) return "";
  if (!PAIRS.test(text)) return text.slice(first, end === Number.POSITIVE_INFINITY ? undefined : end - 1);
  return [...text].slice(first, end - 1).join("");
}

export function textLength(text: string): number {
  return PAIRS.test(text) ? [...text].length : text.length;
}

/** `sub`, `gsub` and, with `which` as a number and groups in the replacement, `gensub`. */
export function substitute(
  text: string,
  regex: PosixRegex,
  replacement: string,
  which: "all" | number,
  groups = false,
): { text: string; count: number } {
  const pieces = replacementPieces(replacement, groups);
  const result: string[] = [];
  let size = 0;
  let last = 0;
  let count = 0;
  let seen = 0;
  for (const match of allMatches(regex, text)) {
    seen += 1;
    if (which !== "all" && seen !== which) continue;
    result.push(text.slice(last, match.start));
    for (const piece of pieces) {
      const inserted = typeof piece === "number" ? (match.groups[piece] ?? "") : piece;
      size += inserted.length;
      if (size > MAX_TEXT) throw new AwkRuntimeError("the text grows beyond what this shell holds");
      result.push(inserted);
    }
    last = match.end;
    count += 1;
    if (which !== "all") break;
  }
  if (count === 0) return { text, count };
  result.push(text.slice(last));
  return { text: result.join(""), count };
}

/** The parts of a replacement; a number stands for that group, 0 for the whole match. */
function replacementPieces(replacement: string, groups: boolean): (string | number)[] {
  if (!replacement.includes("&") && !replacement.includes("\\")) return [replacement];
  const pieces: (string | number)[] = [];
  let literal = "";
  for (let at = 0; at < replacement.length; at += 1) {
    const letter = replacement[at] as string;
    const next = replacement[at + 1];
    const isGroup = letter === "\\" && groups && next !== undefined && /[0-9]/.test(next);
    if (letter === "&" || isGroup) {
      pieces.push(literal, isGroup ? Number(next) : 0);
      literal = "";
      if (isGroup) at += 1;
    } else if (letter === "\\" && (next === "&" || next === "\\")) {
      literal += next;
      at += 1;
    } else literal += letter;
  }
  pieces.push(literal);
  return pieces;
}

/** Fills `array` with the pieces, numbered from 1. */
export function fillArray(array: AwkArray, pieces: readonly string[]): number {
  array.clear();
  pieces.forEach((piece, index) => {
    array.set(String(index + 1), inputValue(piece));
  });
  return pieces.length;
}

/** `asort` (by value) and `asorti` (by index): the sorted elements go to `target`, numbered from 1. */
export function sortArray(machine: AwkMachine, source: AwkArray, target: AwkArray, byIndex: boolean): number {
  const values: Value[] = byIndex ? [...source.keys()] : [...source.values()];
  const rank = (value: Value): number => (typeof value === "number" || value instanceof NumericText ? 0 : 1);
  const sorted = values.sort((left, right) => {
    const ranks = rank(left) - rank(right);
    if (ranks !== 0) return ranks;
    if (rank(left) === 0) return numberOf(left) - numberOf(right);
    const [one, two] = [machine.textOf(left), machine.textOf(right)];
    return one < two ? -1 : one > two ? 1 : 0;
  });
  target.clear();
  sorted.forEach((value, index) => {
    target.set(String(index + 1), value);
  });
  return sorted.length;
}
