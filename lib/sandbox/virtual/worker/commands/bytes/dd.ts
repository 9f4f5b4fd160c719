import { deviceBytes, isEndlessDevice, MOST_OF_A_DEVICE } from "../../endless-device";
import { humanSize } from "../files/file-facts";
import { fileFailure } from "../files/file-failure";
import { textOfBytes } from "../tool/lossless-text";
import { type ToolRun, textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";
import { byteCount } from "./byte-count";

const KEYS = ["if", "of", "bs", "ibs", "obs", "count", "skip", "seek", "conv", "status", "iflag", "oflag"];
const CONVERSIONS = ["notrunc", "ucase", "lcase", "excl", "nocreat", "swab", "sync", "noerror", "fsync", "fdatasync"];
const FLAGS = ["fullblock", "count_bytes", "skip_bytes", "seek_bytes", "append"];
const HINT = "Try 'dd --help' for more information.";

/** `dd [if=FILE] [of=FILE] [bs=BYTES] [count=N] [skip=N] [seek=N] [conv=LIST] [status=none|noxfer]` */
export const dd = textTool("dd", async (run, given) => {
  const values = readOperands(given);
  const list = (key: string, known: readonly string[], what: string): string[] => {
    const words = (values.get(key) ?? "").split(",").filter((word) => word !== "");
    for (const word of words) {
      if (!known.includes(word)) throw new ToolFailure(`invalid ${what}: '${word}'\n${HINT}`, 1);
    }
    return words;
  };
  const number = (key: string, otherwise: number, least = 0): number => {
    const written = values.get(key);
    if (written === undefined) return otherwise;
    const product = written.split("x").map((factor) => byteCount(factor, { octal: false }));
    const value = /^0x/.test(written)
      ? byteCount(written, { octal: false })
      : product.reduce<number | undefined>((all, factor) => all && factor && all * factor, 1);
    const whole = product.includes(0) ? 0 : value;
    if (whole === undefined || whole < least) throw new ToolFailure(`invalid number: '${written}'`, 1);
    return whole;
  };
  const conversions = list("conv", CONVERSIONS, "conversion");
  const flags = [...list("iflag", FLAGS, "input flag"), ...list("oflag", FLAGS, "output flag")];
  const status = values.get("status") ?? "";
  if (!["", "none", "noxfer", "progress"].includes(status)) {
    throw new ToolFailure(`invalid status level: '${status}'\n${HINT}`, 1);
  }
  const blockBytes = number("bs", 0, 1);
  const inBlock = blockBytes || number("ibs", 512, 1);
  const outBlock = blockBytes || number("obs", 512, 1);
  const skip = number("skip", 0) * (flags.includes("skip_bytes") ? 1 : inBlock);
  const count = values.has("count") ? number("count", 0) * (flags.includes("count_bytes") ? 1 : inBlock) : undefined;
  const seek = number("seek", 0) * (flags.includes("seek_bytes") ? 1 : outBlock);

  const started = performance.now();
  const taken = await readPart(run, values.get("if") ?? "-", skip, count);
  const converted = convert(taken, inBlock, conversions);
  const target = values.get("of");
  if (target === undefined) run.print(textOfBytes(converted));
  else await writePart(run, target, converted, seek, { conversions, append: flags.includes("append") });
  if (status === "none") return;
  run.warn(`${records(taken.length, inBlock)} records in\n${records(converted.length, outBlock)} records out\n`);
  if (status === "noxfer") return;
  const seconds = Math.max((performance.now() - started) / 1000, 1e-6);
  run.warn(
    `${copied(converted.length)} copied, ${Number(seconds.toPrecision(6))} s, ${speed(converted.length / seconds)}\n`,
  );
});

function readOperands(given: readonly string[]): Map<string, string> {
  const values = new Map<string, string>();
  for (const argument of given) {
    if (argument === "--") continue;
    const [, key = "", value = ""] = /^([a-z]+)=(.*)$/s.exec(argument) ?? [];
    if (!KEYS.includes(key)) throw new ToolFailure(`unrecognized operand '${argument}'\n${HINT}`, 1);
    values.set(key, value);
  }
  return values;
}

async function readPart(run: ToolRun, name: string, skip: number, count: number | undefined): Promise<Uint8Array> {
  const path = run.path(name);
  if (isEndlessDevice(path)) {
    if (count === undefined) throw new ToolFailure(`'${name}' has no end; give a count=`, 1);
    if (count > MOST_OF_A_DEVICE)
      throw new ToolFailure(`no more than ${MOST_OF_A_DEVICE} bytes of '${name}' are read here`, 1);
    return deviceBytes(path, count);
  }
  let bytes: Uint8Array;
  try {
    bytes = await run.readBytes(name);
  } catch (error) {
    const why = fileFailure(error);
    throw new ToolFailure(`${why === "Is a directory" ? "error reading" : "failed to open"} '${name}': ${why}`, 1);
  }
  if (skip > bytes.length)
    run.warn(`dd: '${name === "-" ? "standard input" : name}': cannot skip to specified offset\n`);
  return bytes.subarray(skip, count === undefined ? undefined : skip + count);
}

async function writePart(
  run: ToolRun,
  name: string,
  data: Uint8Array,
  seek: number,
  { conversions, append }: { conversions: readonly string[]; append: boolean },
): Promise<void> {
  const { fs } = run.context;
  const path = run.path(name);
  try {
    const stands = await fs.exists(path);
    if (stands && conversions.includes("excl")) throw new Error("EEXIST");
    if (!stands && conversions.includes("nocreat")) throw new Error("ENOENT");
    if (path.startsWith("/dev/")) {
      await fs.writeFile(path, data);
      return;
    }
    const old = stands ? await fs.readFileBuffer(path) : new Uint8Array();
    const start = append ? old.length : seek;
    const keepsEnd = conversions.includes("notrunc") || append;
    const whole = new Uint8Array(keepsEnd ? Math.max(old.length, start + data.length) : start + data.length);
    whole.set(keepsEnd ? old : old.subarray(0, start));
    whole.set(data, start);
    await fs.writeFile(path, whole);
  } catch (error) {
    throw new ToolFailure(`failed to open '${name}': ${fileFailure(error)}`, 1);
  }
}

function convert(bytes: Uint8Array, block: number, conversions: readonly string[]): Uint8Array {
  const padded = conversions.includes("sync") && bytes.length % block !== 0;
  const result = new Uint8Array(padded ? Math.ceil(bytes.length / block) * block : bytes.length);
  result.set(bytes);
  const [upper, lower] = [conversions.includes("ucase"), conversions.includes("lcase")];
  for (let at = 0; at < result.length; at += 1) {
    const byte = result[at] as number;
    if (upper && byte >= 0x61 && byte <= 0x7a) result[at] = byte - 0x20;
    else if (lower && byte >= 0x41 && byte <= 0x5a) result[at] = byte + 0x20;
  }
  if (conversions.includes("swab")) {
    for (let at = 0; at + 1 < result.length; at += 2) {
      result.set([result[at + 1] as number, result[at] as number], at);
    }
  }
  return result;
}

function records(bytes: number, block: number): string {
  return `${Math.floor(bytes / block)}+${bytes % block === 0 ? 0 : 1}`;
}

function copied(bytes: number): string {
  const name = bytes === 1 ? "byte" : "bytes";
  if (bytes < 1000) return `${bytes} ${name}`;
  const decimal = humanSize(bytes, 1000).replace(/([a-zA-Z])$/, " $1B");
  if (bytes < 1024) return `${bytes} ${name} (${decimal})`;
  return `${bytes} ${name} (${decimal}, ${humanSize(bytes).replace(/([a-zA-Z])$/, " $1iB")})`;
}

function speed(bytesPerSecond: number): string {
  const shown = humanSize(Math.round(bytesPerSecond), 1000);
  return /[a-zA-Z]$/.test(shown) ? `${shown.replace(/([a-zA-Z])$/, " $1B")}/s` : `${shown} B/s`;
}
