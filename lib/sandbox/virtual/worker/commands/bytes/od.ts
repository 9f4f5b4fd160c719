import { deviceBytes, isEndlessDevice } from "../../endless-device";
import { readFailure } from "../command-input";
import { joinBytes } from "../join-bytes";
import { parseOptions } from "../tool/parse-options";
import { type ToolRun, textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";
import { byteCount } from "./byte-count";
import { type OdFormat, readOdFormats } from "./od-format";

/** The letters that stand for a `-t` of their own. */
const OLD: Readonly<Record<string, string>> = {
  a: "a",
  b: "o1",
  c: "c",
  d: "u2",
  i: "dI",
  l: "dL",
  o: "o2",
  s: "d2",
  x: "x2",
  B: "o2",
  D: "u4",
  H: "x4",
  I: "dL",
  L: "dL",
  O: "o4",
  X: "x4",
};
const RADIX: Readonly<Record<string, { base: number; columns: number }>> = {
  o: { base: 8, columns: 7 },
  d: { base: 10, columns: 7 },
  x: { base: 16, columns: 6 },
};

interface Layout {
  formats: readonly OdFormat[];
  width: number;
  address: (at: number) => string;
  /** The columns of a whole line without its address. */
  columns: number;
  all: boolean;
}

/** `od [-A RADIX] [-t TYPE]… [-abcdilosx] [-j SKIP] [-N COUNT] [-w[WIDTH]] [-v] [FILE…]` */
export const od = textTool("od", async (run, given) => {
  const { options, operands } = parseOptions(given, {
    name: "od",
    short: "A:t:j:N:w::vabcdilosxBDHILOX",
    long: {
      "address-radix=": "A",
      "format=": "t",
      "skip-bytes=": "j",
      "read-bytes=": "N",
      "width=?": "w",
      "output-duplicates": "v",
    },
  });
  const last = (name: string): string | undefined => options.findLast((option) => option.name === name)?.value;
  const count = (name: "j" | "N" | "w"): number | undefined => {
    const written = last(name);
    if (written === undefined) return undefined;
    const value = written === "" && name === "w" ? 32 : byteCount(written, { octal: true });
    if (value === undefined) throw new ToolFailure(`invalid -${name} argument '${written}'`, 1);
    return value;
  };
  const formats = options.flatMap(({ name, value }) => {
    const written = name === "t" ? value : OLD[name];
    if (written === undefined) return [];
    const read = readOdFormats(written);
    if (typeof read === "string") throw new ToolFailure(read, 1);
    return read;
  });
  if (formats.length === 0) formats.push(...(readOdFormats("o2") as OdFormat[]));
  const radix = last("A") ?? "o";
  if (!/^[doxn]/.test(radix)) {
    throw new ToolFailure(`invalid output address radix '${radix}'; it must be one character from [doxn]`, 1);
  }
  const [skip, most] = [count("j") ?? 0, count("N")];
  const block = Math.max(...formats.map(({ size }) => size));
  let width = count("w") ?? 16;
  if (width === 0 || width % block !== 0) {
    run.warn(`od: warning: invalid width ${width}; using ${block} instead\n`);
    width = block;
  }
  const all = await readAll(run, operands, most === undefined ? undefined : skip + most);
  if (all === undefined) return;
  if (skip > all.length) throw new ToolFailure("cannot skip past end of combined input", 1);
  const shown = all.subarray(skip, most === undefined ? undefined : skip + most);
  const columns = Math.max(...formats.map((format) => (width / format.size) * (format.columns + 1)));
  const style = RADIX[radix.charAt(0)];
  const address = (at: number): string =>
    style === undefined ? "" : at.toString(style.base).padStart(style.columns, "0");
  dump(run, shown, skip, { formats, width, address, columns, all: last("v") !== undefined });
});

function dump(run: ToolRun, shown: Uint8Array, skip: number, layout: Layout): void {
  const { width, address } = layout;
  let repeated = false;
  for (let at = 0; at < shown.length; at += width) {
    run.step();
    const line = shown.subarray(at, at + width);
    const full = at > 0 && line.length === width && at + width <= shown.length;
    if (!layout.all && full && sameBytes(line, shown.subarray(at - width, at))) {
      if (!repeated) run.print("*\n");
      repeated = true;
      continue;
    }
    repeated = false;
    layout.formats.forEach((format, index) => {
      const start = index === 0 ? address(skip + at) : " ".repeat(address(0).length);
      run.print(`${start}${shownLine(line, format, layout)}\n`);
    });
  }
  if (address(0) !== "") run.print(`${address(skip + shown.length)}\n`);
}

/** The columns that a wider format needs are spread over the values of this one. */
function shownLine(line: Uint8Array, format: OdFormat, { width, columns }: Layout): string {
  const fields = width / format.size;
  const padding = columns - fields * (format.columns + 1);
  const padded = new Uint8Array(Math.ceil(line.length / format.size) * format.size);
  padded.set(line);
  let text = "";
  let left = padding;
  for (let field = 0; field * format.size < padded.length; field += 1) {
    const after = Math.floor((padding * (fields - field - 1)) / fields);
    const value = format.show(new DataView(padded.buffer, field * format.size, format.size));
    text += value.padStart(format.columns + 1 + left - after);
    left = after;
  }
  if (!format.withText) return text;
  const readable = Array.from(line, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "."));
  return `${text.padEnd(columns)}  >${readable.join("")}<`;
}

function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.every((byte, index) => byte === right[index]);
}

/** All the files one after the other, or undefined when none could be read; `most` bounds the devices that have no end. */
async function readAll(
  run: ToolRun,
  operands: readonly string[],
  most: number | undefined,
): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  for (const name of operands.length === 0 ? ["-"] : operands) {
    try {
      const device = run.path(name);
      const endless = most !== undefined && isEndlessDevice(device);
      parts.push(endless ? deviceBytes(device, most) : await run.readBytes(name));
    } catch (error) {
      run.complain(`${name}: ${readFailure(error)}`);
    }
  }
  if (parts.length === 0) return undefined;
  return joinBytes(parts);
}
