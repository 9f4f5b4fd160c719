import { parseOptions } from "../tool/parse-options";
import { splitLines } from "../tool/split-lines";
import { textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";

const UNITS = ["", "K", "M", "G", "T", "P", "E", "Z", "Y"];
const SCALES = ["none", "si", "iec", "iec-i", "auto"];
/** Whole numbers above this are not exact here. */
const MOST = Number.MAX_SAFE_INTEGER;
const ROUNDINGS: Readonly<Record<string, (value: number) => number>> = {
  up: Math.ceil,
  down: Math.floor,
  "from-zero": (value) => Math.sign(value) * Math.ceil(Math.abs(value)),
  "towards-zero": Math.trunc,
  nearest: (value) => Math.sign(value) * Math.round(Math.abs(value)),
};

interface Style {
  from: string;
  to: string;
  suffix: string;
  /** Digits after the point that `--format` asks for. */
  digits: number | undefined;
  round: (value: number) => number;
}

/** `numfmt [--from=SCALE] [--to=SCALE] [--suffix=TEXT] [--padding=N] [--field=N] [-d X] [--header[=N]] [--round=HOW] [NUMBER…]` */
export const numfmt = textTool("numfmt", async (run, given) => {
  const { options, operands } = parseOptions(given, {
    name: "numfmt",
    short: "d:",
    long: {
      "from=": "from",
      "to=": "to",
      "suffix=": "suffix",
      "padding=": "padding",
      "field=": "field",
      "format=": "format",
      "round=": "round",
      "delimiter=": "d",
      "header=?": "header",
    },
  });
  const last = (name: string): string | undefined => options.findLast((option) => option.name === name)?.value;
  const whole = (name: string, otherwise: number): number => {
    const written = last(name) || String(otherwise);
    if (!/^-?\d+$/.test(written)) throw new ToolFailure(`invalid ${name} value '${written}'`, 1);
    return Number(written);
  };
  const scale = (name: string): string => {
    const written = last(name) ?? "none";
    const known = name === "to" ? SCALES.slice(0, -1) : SCALES;
    if (!known.includes(written)) throw new ToolFailure(`invalid argument '${written}' for '--${name}'`, 1);
    return written;
  };
  const round = ROUNDINGS[last("round") ?? "from-zero"];
  if (round === undefined) throw new ToolFailure(`invalid argument '${last("round")}' for '--round'`, 1);
  const format = /^([^%]*)%(-?\d*)(?:\.(\d+))?f([^%]*)$/.exec(last("format") ?? "%f");
  if (format === null) throw new ToolFailure(`format '${last("format")}' is not supported here`, 1);
  const [, before = "", columns = "", digits, after = ""] = format;
  const padding = columns === "" || columns === "-" ? whole("padding", 0) : Number(columns);
  const style: Style = {
    from: scale("from"),
    to: scale("to"),
    suffix: last("suffix") ?? "",
    digits: digits === undefined ? undefined : Number(digits),
    round,
  };
  const padded = (text: string, width: number): string => (width < 0 ? text.padEnd(-width) : text.padStart(width));
  const shown = (text: string): string => {
    const value = readNumber(text.trim(), style);
    return before + padded(showNumber(value, text.trim(), style), padding) + after;
  };

  const field = whole("field", 1);
  const delimiter = last("d");
  const convertLine = (line: string): string => {
    if (delimiter !== undefined) {
      return line
        .split(delimiter)
        .map((part, index) => (index === field - 1 ? shown(part) : part))
        .join(delimiter);
    }
    let count = 0;
    return line.replace(/([ \t]*)([^ \t]+)/g, (part: string, blank: string, word: string) => {
      count += 1;
      if (count !== field) return part;
      // Blanks before a number are columns that it keeps to.
      const gap = count === 1 ? "" : blank.slice(0, 1);
      return padding === 0 && blank.length > gap.length
        ? gap + shown(word).padStart(part.length - gap.length)
        : gap + shown(word);
    });
  };
  const header = last("header") === undefined ? 0 : whole("header", 1);
  const lines = operands.length > 0 ? operands : splitLines(run.stdin());
  lines.forEach((line, index) => {
    run.step();
    run.print(`${operands.length === 0 && index < header ? line : convertLine(line)}\n`);
  });
});

function readNumber(text: string, { from, suffix }: Style): number {
  const bare = suffix !== "" && text.endsWith(suffix) ? text.slice(0, -suffix.length) : text;
  const [, digits, letter = "", binary = "", rest = ""] = /^(-?\d+(?:\.\d+)?)([KkMGTPEZY]?)(i?)(.*)$/s.exec(bare) ?? [];
  if (digits === undefined) throw new ToolFailure(`invalid number: '${text}'`, 2);
  if (rest !== "" || (binary !== "" && (letter === "" || from === "si"))) {
    throw new ToolFailure(`invalid suffix in input: '${text}'`, 2);
  }
  if (letter !== "" && from === "none") {
    throw new ToolFailure(`rejecting suffix in input: '${text}' (consider using --from)`, 2);
  }
  if (binary !== "" && from === "iec") throw new ToolFailure(`invalid suffix in input '${text}': 'i'`, 2);
  if (letter !== "" && binary === "" && from === "iec-i") {
    throw new ToolFailure(`missing 'i' suffix in input: '${text}' (e.g Ki/Mi/Gi)`, 2);
  }
  const base = from === "si" || (from === "auto" && binary === "") ? 1000 : 1024;
  const value = Number(digits) * base ** UNITS.indexOf(letter.toUpperCase());
  if (Math.abs(value) > MOST) throw new ToolFailure(`value too large to be printed: '${text}'`, 2);
  return value;
}

function showNumber(value: number, text: string, { to, suffix, digits, round }: Style): string {
  const fixed = (number: number, places: number): string => {
    const power = 10 ** places;
    // What binary fractions add far behind the point is not rounded up.
    return (round(Number((number * power).toPrecision(15))) / power).toFixed(places);
  };
  if (to === "none") {
    const places = digits ?? /^-?\d+\.(\d+)[^.\d]*$/.exec(text)?.[1]?.length ?? 0;
    return fixed(value, Number.isInteger(value) && digits === undefined && /[A-Za-z]/.test(text) ? 0 : places) + suffix;
  }
  const base = to === "si" ? 1000 : 1024;
  let scaled = value;
  let unit = 0;
  while (Math.abs(scaled) >= base) {
    scaled /= base;
    unit += 1;
  }
  const places = (number: number): number => digits ?? (unit > 0 && Math.abs(Number(fixed(number, 1))) < 10 ? 1 : 0);
  let shown = fixed(scaled, places(scaled));
  if (Math.abs(Number(shown)) >= base) {
    unit += 1;
    shown = fixed(scaled / base, places(scaled / base));
  }
  return `${shown}${UNITS[unit]}${to === "iec-i" && unit > 0 ? "i" : ""}${suffix}`;
}
