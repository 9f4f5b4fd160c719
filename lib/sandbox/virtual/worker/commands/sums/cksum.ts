import type { Command, ExecResult, ResolvedCommandContext } from "just-bash/browser";
import { hexFromBytes } from "../../byte-text";
import { inputBytes, readFailure } from "../command-input";
import { parseOptions } from "../tool/parse-options";
import { quoted } from "../tool/quoted";
import { toolCommand } from "../tool/tool-command";
import { ToolFailure } from "../tool/tool-failure";
import { ALGORITHMS } from "./algorithms";

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24;
  for (let bit = 0; bit < 8; bit += 1) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value >>> 0;
});

/** What one line says of a file; the name is empty for standard input that was not named. */
type Line = (bytes: Uint8Array, name: string) => string;

const crc: Line = (bytes, name) => `${posixCrc(bytes)} ${bytes.byteLength}${name === "" ? "" : ` ${name}`}`;
const bsd: Line = (bytes, name) =>
  `${String(bsdSum(bytes)).padStart(5, "0")} ${String(Math.ceil(bytes.byteLength / 1024)).padStart(5)}${name === "" ? "" : ` ${name}`}`;
const sysv: Line = (bytes, name) =>
  `${sysvSum(bytes)} ${Math.ceil(bytes.byteLength / 512)}${name === "" ? "" : ` ${name}`}`;

/** `cksum [-a ALGORITHM] [--untagged] [FILE…]`: the CRC of POSIX and the length, or another sum. */
const cksum: Command = toolCommand("cksum", async (given, context) => {
  const parsed = parseOptions(given, {
    name: "cksum",
    short: "a:cl:z",
    long: { "algorithm=": "a", untagged: "untagged", tag: "tag", check: "c", "length=": "l", zero: "z" },
  });
  const refused = ["c", "l", "z"].find((letter) => parsed.has(letter));
  if (refused !== undefined) {
    throw new ToolFailure(`option -${refused} is not supported in the embedded shell; use md5sum, sha256sum …`, 1);
  }
  return sums("cksum", parsed.operands, lineOf(parsed.value("a") ?? "crc", parsed.last("tag", "untagged")), context);
});

function lineOf(algorithm: string, style: string | undefined): Line {
  const known: Readonly<Record<string, Line>> = { crc, bsd, sysv };
  const line = known[algorithm];
  if (line !== undefined) return line;
  const digest = ALGORITHMS[algorithm === "blake2b" ? "b2sum" : `${algorithm}sum`];
  if (digest === undefined)
    throw new ToolFailure(`invalid argument ${quoted(algorithm)} for ${quoted("--algorithm")}`, 1);
  return (bytes, name) => {
    const hex = hexFromBytes(digest.digest(bytes));
    return style === "untagged" ? `${hex}  ${name || "-"}` : `${digest.tag} (${name || "-"}) = ${hex}`;
  };
}

/** `sum [-r] [-s] [FILE…]`: the old sums of BSD and System V. */
const sum: Command = toolCommand("sum", async (given, context) => {
  const parsed = parseOptions(given, { name: "sum", short: "rs", long: { sysv: "s" } });
  return sums("sum", parsed.operands, parsed.last("r", "s") === "s" ? sysv : bsd, context);
});

async function sums(
  command: string,
  operands: readonly string[],
  line: Line,
  context: ResolvedCommandContext,
): Promise<ExecResult> {
  let stdout = "";
  let stderr = "";
  for (const file of operands.length === 0 ? ["-"] : operands) {
    try {
      stdout += `${line(await inputBytes(context, file), operands.length === 0 ? "" : file)}\n`;
    } catch (error) {
      stderr += `${command}: ${file}: ${readFailure(error)}\n`;
    }
  }
  return { stdout, stderr, exitCode: stderr === "" ? 0 : 1 };
}

/** Over the bytes and then their number, lowest byte first. */
function posixCrc(bytes: Uint8Array): number {
  let value = 0;
  const step = (byte: number) => {
    value = (value << 8) ^ (table[((value >>> 24) ^ byte) & 0xff] as number);
  };
  for (const byte of bytes) step(byte);
  for (let length = bytes.byteLength; length > 0; length = Math.floor(length / 256)) step(length & 0xff);
  return ~value >>> 0;
}

function bsdSum(bytes: Uint8Array): number {
  let value = 0;
  for (const byte of bytes) value = ((value >> 1) + ((value & 1) << 15) + byte) & 0xffff;
  return value;
}

function sysvSum(bytes: Uint8Array): number {
  let total = 0;
  for (const byte of bytes) total = (total + byte) >>> 0;
  const folded = (total & 0xffff) + (total >>> 16);
  return (folded & 0xffff) + (folded >>> 16);
}

export const oldSums: Command[] = [cksum, sum];
