import { defineCommand } from "just-bash/browser";
import { bytesFromText, latin1FromBytes } from "../byte-text";
import { inputBytes, readFailure } from "./command-input";
import { failed, succeeded } from "./command-result";

interface XxdOptions {
  plain: boolean;
  reverse: boolean;
  columns: number | undefined;
  length: number | undefined;
  skip: number;
}

const DEFAULT_COLUMNS = 16;
const DEFAULT_PLAIN_COLUMNS = 30;

/** `xxd [-p] [-r] [-c COLS] [-l LEN] [-s SKIP] [FILE]`. */
export const xxd = defineCommand("xxd", async (given, context) => {
  const options: XxdOptions = { plain: false, reverse: false, columns: undefined, length: undefined, skip: 0 };
  let name = "-";
  for (let index = 0; index < given.length; index += 1) {
    const argument = given[index] as string;
    const valued = /^-([cls])(.*)$/.exec(argument);
    if (argument === "-p" || argument === "-ps") options.plain = true;
    else if (argument === "-r") options.reverse = true;
    else if (valued !== null) {
      const apart = valued[2] === "";
      if (apart) index += 1;
      const text = (apart ? given[index] : valued[2]) ?? "";
      const value = Number(text);
      if (!Number.isInteger(value) || value < 0) return failed("xxd", `invalid number: ${text}`);
      if (valued[1] === "c") options.columns = value;
      else if (valued[1] === "l") options.length = value;
      else options.skip = value;
    } else if (argument.startsWith("-") && argument !== "-") return failed("xxd", `option not supported: ${argument}`);
    else name = argument;
  }
  let bytes: Uint8Array;
  try {
    bytes = await inputBytes(context, name);
  } catch (error) {
    return failed("xxd", `${name}: ${readFailure(error)}`, 2);
  }
  if (options.reverse) return { ...succeeded(latin1FromBytes(reversed(bytes, options.plain))), stdoutKind: "bytes" };
  const end = options.length === undefined ? undefined : options.skip + options.length;
  return succeeded(dump(bytes.subarray(options.skip, end), options));
});

function dump(bytes: Uint8Array, options: XxdOptions): string {
  const columns = options.columns || (options.plain ? DEFAULT_PLAIN_COLUMNS : DEFAULT_COLUMNS);
  const lines: string[] = [];
  for (let start = 0; start < bytes.length; start += columns) {
    const row = Array.from(bytes.subarray(start, start + columns));
    const pairs = row.map((byte) => byte.toString(16).padStart(2, "0"));
    if (options.plain) lines.push(pairs.join(""));
    else {
      const offset = (start + options.skip).toString(16).padStart(8, "0");
      const groups = pairs.map((pair, index) => (index % 2 === 1 ? `${pair} ` : pair)).join("");
      const width = columns * 2 + Math.ceil(columns / 2);
      const text = row.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ".")).join("");
      lines.push(`${offset}: ${groups.trimEnd().padEnd(width)} ${text}`);
    }
  }
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}

function reversed(bytes: Uint8Array, plain: boolean): Uint8Array {
  const text = latin1FromBytes(bytes);
  const hex = plain
    ? text
    : text
        .split("\n")
        .map((line) => /^[0-9a-f]+: ((?:[0-9a-f ]*[0-9a-f])?)/i.exec(line)?.[1]?.split("  ")[0] ?? "")
        .join("");
  return bytesFromText(hex.replace(/[^0-9a-f]/gi, ""), "hex");
}
