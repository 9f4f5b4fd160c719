/** Text from input that looks like a number: it compares as one, and prints as it came. */
export class NumericText {
  constructor(
    readonly text: string,
    readonly number: number,
  ) {}
}

/** `undefined` is a variable that nobody set: both "" and 0. */
export type Value = number | string | NumericText | undefined;

const LOOKS_NUMERIC = /^[ \t\n\r]*[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[ \t\n\r]*$/;
const SPECIAL_NUMBER = /^[ \t\n\r]*[+-](?:inf|nan)[ \t\n\r]*$/i;
const NUMBER_PREFIX = /^[ \t\n\r]*([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)/;

/** Text that came from outside the program: a field, a line of getline, an assignment on the command line. */
export function inputValue(text: string): Value {
  const first = text.charCodeAt(0);
  // Neither a digit, a sign, a point nor a blank.
  if (!(first >= 48 && first <= 57) && first !== 43 && first !== 45 && first !== 46 && first > 32) return text;
  if (LOOKS_NUMERIC.test(text)) return new NumericText(text, Number(text));
  return SPECIAL_NUMBER.test(text) ? new NumericText(text, specialNumber(text)) : text;
}

export function numberOf(value: Value): number {
  if (typeof value === "number") return value;
  if (value === undefined) return 0;
  return typeof value === "string" ? numberOfText(value) : value.number;
}

export function numberOfText(text: string): number {
  const quick = text === "" ? 0 : +text;
  // `Number` also takes "0x10", "Infinity" and "0b1", which awk does not.
  if (!Number.isNaN(quick) && Number.isFinite(quick) && !/[xXbBoO]/.test(text)) return quick;
  const prefix = NUMBER_PREFIX.exec(text)?.[1];
  if (prefix !== undefined) return Number(prefix);
  return SPECIAL_NUMBER.test(text) ? specialNumber(text) : 0;
}

function specialNumber(text: string): number {
  const word = text.trim().toLowerCase();
  if (word.endsWith("nan")) return Number.NaN;
  return word.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

export function isTrue(value: Value): boolean {
  if (typeof value === "number") return value !== 0;
  if (typeof value === "string") return value !== "";
  return value !== undefined && value.number !== 0;
}

/** A whole number as its digits, however many; undefined for another number. */
export function wholeNumberText(value: number): string | undefined {
  if (Number.isInteger(value))
    return Number.isSafeInteger(value) ? String(value === 0 ? 0 : value) : BigInt(value).toString();
  // The sign that the arithmetic of people's processors gives it.
  if (Number.isNaN(value)) return "-nan";
  if (value === Number.POSITIVE_INFINITY) return "+inf";
  return value === Number.NEGATIVE_INFINITY ? "-inf" : undefined;
}
