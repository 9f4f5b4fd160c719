import type { ExecResult } from "just-bash/browser";
import { latin1FromBytes } from "../../byte-text";
import { inputBytes, readFailure } from "../command-input";
import { failed } from "../command-result";
import { toolCommand } from "../tool/tool-command";
import { ToolFailure } from "../tool/tool-failure";
import { bytesFromDump } from "./xxd-reverse";

interface XxdOptions {
  style: "hex" | "little" | "bits" | "plain" | "include" | "reverse";
  plain: boolean;
  upper: boolean;
  squeeze: boolean;
  decimal: boolean;
  capitals: boolean;
  columns: number | undefined;
  group: number | undefined;
  length: number | undefined;
  /** From the end when negative. */
  skip: number;
  shift: number;
  name: string | undefined;
  files: string[];
}

const USAGE =
  "Usage:\n       xxd [options] [infile [outfile]]\n    or\n       xxd -r [-s [-]offset] [-c cols] [-ps] [infile [outfile]]\n";
/** Options that take a value, by all their names. */
const VALUED: Readonly<Record<string, "columns" | "group" | "length" | "skip" | "shift">> = {
  c: "columns",
  cols: "columns",
  g: "group",
  groupsize: "group",
  l: "length",
  len: "length",
  s: "skip",
  seek: "skip",
  skip: "skip",
  o: "shift",
};
const FLAGS: Readonly<Record<string, (options: XxdOptions) => void>> = {
  a: (options) => (options.squeeze = true),
  autoskip: (options) => (options.squeeze = true),
  b: (options) => (options.style = "bits"),
  bits: (options) => (options.style = "bits"),
  C: (options) => (options.capitals = true),
  capitalize: (options) => (options.capitals = true),
  d: (options) => (options.decimal = true),
  e: (options) => (options.style = "little"),
  i: (options) => (options.style = "include"),
  include: (options) => (options.style = "include"),
  p: (options) => (options.plain = true),
  ps: (options) => (options.plain = true),
  plain: (options) => (options.plain = true),
  postscript: (options) => (options.plain = true),
  r: (options) => (options.style = "reverse"),
  revert: (options) => (options.style = "reverse"),
  u: (options) => (options.upper = true),
  uppercase: (options) => (options.upper = true),
};

/** `xxd [-p] [-r] [-b] [-e] [-i] [-u] [-a] [-d] [-c COLS] [-g BYTES] [-l LEN] [-s SKIP] [-o OFFSET] [-n NAME] [FILE [OUT]]` */
export const xxd = toolCommand("xxd", async (given, context) => {
  const options = readOptions(given);
  const [file = "-", out, extra] = options.files;
  if (extra !== undefined) return { stdout: "", stderr: USAGE, exitCode: 1 };
  let bytes: Uint8Array;
  try {
    bytes = await inputBytes(context, file);
  } catch (error) {
    return failed("xxd", `${file}: ${readFailure(error)}`, 2);
  }
  const result = converted(bytes, options);
  if (out === undefined || out === "-") return result;
  try {
    await context.fs.writeFile(context.fs.resolvePath(context.cwd, out), result.stdout, "binary");
    return { ...result, stdout: "" };
  } catch (error) {
    return failed("xxd", `${out}: ${readFailure(error)}`, 3);
  }
});

function readOptions(given: readonly string[]): XxdOptions {
  const options: XxdOptions = {
    style: "hex",
    plain: false,
    upper: false,
    squeeze: false,
    decimal: false,
    capitals: false,
    columns: undefined,
    group: undefined,
    length: undefined,
    skip: 0,
    shift: 0,
    name: undefined,
    files: [],
  };
  for (let index = 0; index < given.length; index += 1) {
    const argument = given[index] as string;
    if (argument === "--") {
      options.files.push(...given.slice(index + 1));
      break;
    }
    if (!argument.startsWith("-") || argument === "-") {
      options.files.push(argument);
      continue;
    }
    const name = argument.replace(/^--?/, "");
    const attached = /^([cglso])([+-]?(?:0x[0-9a-f]+|\d+))$/i.exec(name);
    const valued = VALUED[attached?.[1] ?? name];
    const flag = FLAGS[name];
    if (flag !== undefined) flag(options);
    else if (name === "n" || name === "name") {
      index += 1;
      options.name = given[index] ?? "";
    } else if (valued !== undefined) {
      if (attached === null) index += 1;
      options[valued] = number(attached?.[2] ?? given[index], valued);
    } else throw new Usage();
  }
  return options;
}

/** What xxd prints is its usage, whatever was wrong. */
class Usage extends ToolFailure {
  constructor() {
    super(`unrecognized option\n${USAGE.trimEnd()}`, 1);
  }
}

function number(text: string | undefined, what: string): number {
  const match = /^([+-]?)(0x[0-9a-f]+|\d+)$/i.exec(text ?? "");
  if (match === null) throw new Usage();
  const [, sign, digits = ""] = match;
  // As in C, a leading zero makes it octal.
  const value = /^0[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number(digits);
  if (sign === "-" && what !== "skip" && what !== "shift") throw new Usage();
  return sign === "-" ? -value : value;
}

function converted(bytes: Uint8Array, options: XxdOptions): ExecResult {
  const { style, plain, skip, length } = options;
  if (style === "reverse") {
    return {
      stdout: latin1FromBytes(bytesFromDump(latin1FromBytes(bytes), plain, skip)),
      stdoutKind: "bytes",
      stderr: "",
      exitCode: 0,
    };
  }
  const start = skip < 0 ? Math.max(0, bytes.length + skip) : skip;
  const part = bytes.subarray(start, length === undefined ? undefined : start + length);
  const stdout =
    style === "include"
      ? included(part, options)
      : plain
        ? plainDump(part, options)
        : dump(part, start + options.shift, options);
  return { stdout, stderr: "", exitCode: 0 };
}

const pairs = [false, true].map((upper) =>
  Array.from({ length: 256 }, (_, byte) => {
    const pair = byte.toString(16).padStart(2, "0");
    return upper ? pair.toUpperCase() : pair;
  }),
) as [string[], string[]];

function plainDump(bytes: Uint8Array, { columns, upper }: XxdOptions): string {
  const hex = pairs[upper ? 1 : 0];
  const width = columns === 0 ? bytes.length : (columns ?? 30);
  const lines: string[] = [];
  for (let start = 0; start < bytes.length; start += width) {
    lines.push(Array.from(bytes.subarray(start, start + width), (byte) => hex[byte]).join(""), "\n");
  }
  return lines.join("");
}

function included(bytes: Uint8Array, { columns, upper, files, name, capitals }: XxdOptions): string {
  const hex = pairs[upper ? 1 : 0];
  const width = columns || 12;
  const rows: string[] = [];
  for (let start = 0; start < bytes.length; start += width) {
    rows.push(
      `  ${Array.from(bytes.subarray(start, start + width), (byte) => `0${upper ? "X" : "x"}${hex[byte]}`).join(", ")}`,
    );
  }
  const body = rows.length === 0 ? "" : `${rows.join(",\n")}\n`;
  const label = name ?? (files[0] === undefined || files[0] === "-" ? undefined : files[0]);
  if (label === undefined) return body;
  const safe = label.replace(/^(?=\d)/, "__").replace(/[^A-Za-z0-9_]/g, "_");
  const variable = capitals ? safe.toUpperCase() : safe;
  return `unsigned char ${variable}[] = {\n${body}};\nunsigned int ${variable}_${capitals ? "LEN" : "len"} = ${bytes.length};\n`;
}

function dump(bytes: Uint8Array, base: number, options: XxdOptions): string {
  const { style, upper, decimal, squeeze } = options;
  const isBits = style === "bits";
  const columns = options.columns || (isBits ? 6 : 16);
  const group = options.group ?? (isBits ? 1 : style === "little" ? 4 : 2);
  if (style === "little" && (group & (group - 1)) !== 0) {
    throw new ToolFailure("number of octets per group must be a power of 2 with -e.", 1);
  }
  const hex = pairs[upper ? 1 : 0];
  const size = group === 0 ? columns : group;
  const cell = isBits ? 8 : 2;
  const groups = Math.ceil(columns / size);
  // A group that the line cuts still takes its place when its bytes are swapped.
  const width = (style === "little" ? groups * size : columns) * cell + groups - 1;
  const lines: string[] = [];
  let zeros = 0;
  for (let start = 0; start < bytes.length; start += columns) {
    const row = bytes.subarray(start, start + columns);
    const isLast = start + columns >= bytes.length;
    if (squeeze) {
      zeros = row.every((byte) => byte === 0) ? zeros + 1 : 0;
      if (zeros > 1 && !isLast) {
        if (zeros === 2) lines.push("*\n");
        continue;
      }
    }
    const words: string[] = [];
    for (let at = 0; at < row.length; at += size) {
      const word = Array.from(row.subarray(at, at + size), (byte) =>
        isBits ? byte.toString(2).padStart(8, "0") : (hex[byte] as string),
      );
      words.push(
        style === "little"
          ? word
              .reverse()
              .join("")
              .padStart(size * 2)
          : word.join(""),
      );
    }
    let text = "";
    for (const byte of row) text += byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ".";
    const offset = decimal ? String(base + start).padStart(8, "0") : (base + start).toString(16).padStart(8, "0");
    lines.push(offset, ": ", words.join(" ").padEnd(width), "  ", text, "\n");
  }
  return lines.join("");
}
