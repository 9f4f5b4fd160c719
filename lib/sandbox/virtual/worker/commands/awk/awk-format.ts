import { type Conversion, formatFloat, formatWhole, padded } from "../tool/format-printf";
import { AwkRuntimeError } from "./awk-record";
import { NumericText, numberOf, type Value, wholeNumberText } from "./awk-value";

const CONVERSION = /%([-+ #0']*)(\*|[0-9]+)?(?:\.(\*|[0-9]*))?(?:hh|h|ll|l|L|q|j|z|t)?(.)?/gs;
/** A width beyond this is refused rather than filled with blanks. */
const MAX_WIDTH = 1_000_000;

/** `sprintf(format, values)` of awk. */
export function awkFormat(format: string, values: readonly Value[], textOf: (value: Value) => string): string {
  if (!format.includes("%")) return format;
  let used = 0;
  const next = (): Value => {
    used += 1;
    if (used > values.length) {
      throw new AwkRuntimeError(`not enough arguments to satisfy format string\n\t\`${format}'`);
    }
    return values[used - 1];
  };
  const bounded = (given: string | undefined): number | undefined => {
    if (given === undefined) return undefined;
    const number = given === "*" ? Math.trunc(numberOf(next())) : Number(given || 0);
    return Math.max(-MAX_WIDTH, Math.min(MAX_WIDTH, number));
  };
  return format.replace(CONVERSION, (whole, flags: string, width?: string, precision?: string, letter?: string) => {
    if (letter === "%") return "%";
    const given = bounded(width) ?? 0;
    const digits = bounded(precision);
    const conversion: Conversion = {
      flags: given < 0 ? `${flags}-` : flags,
      width: Math.abs(given),
      precision: digits !== undefined && digits < 0 ? undefined : digits,
      letter: letter ?? "",
    };
    return converted(conversion, whole, next, textOf);
  });
}

function converted(conversion: Conversion, whole: string, next: () => Value, textOf: (value: Value) => string): string {
  const { letter, precision } = conversion;
  switch (letter) {
    case "s": {
      const text = textOf(next());
      return padded(precision === undefined ? text : [...text].slice(0, precision).join(""), conversion);
    }
    case "c": {
      const value = next();
      if (typeof value === "number" || value instanceof NumericText) {
        const code = Math.trunc(numberOf(value));
        return padded(code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "", conversion);
      }
      return padded(
        String.fromCodePoint(...(value === undefined || value === "" ? [] : [value.codePointAt(0) ?? 0])),
        conversion,
      );
    }
    case "d":
    case "i":
    case "o":
    case "x":
    case "X":
    case "u": {
      const number = numberOf(next());
      if (!Number.isFinite(number)) return padded(wholeNumberText(number) ?? "", conversion);
      const truncated = Math.trunc(number);
      if (truncated < 0 && /[oxXu]/.test(letter)) return formatFloat(number, { ...conversion, letter: "g" });
      return formatWhole(BigInt(truncated), letter === "i" ? { ...conversion, letter: "d" } : conversion);
    }
    case "e":
    case "E":
    case "f":
    case "F":
    case "g":
    case "G":
      return formatFloat(numberOf(next()), conversion);
    default:
      return whole;
  }
}
