import { inputBytes, readFailure } from "../command-input";
import { failed } from "../command-result";
import { joinBytes } from "../join-bytes";
import { parseOptions } from "../tool/parse-options";
import { toolCommand } from "../tool/tool-command";
import { sizeOf } from "./truncate";

const ROW = 16;

/** `hexdump [-C] [-n LENGTH] [-s OFFSET] [-v] [FILE…]`; other formats (`-e`, `-b`, `-c`, `-d`, `-o`, `-x`) are refused. */
export const hexdump = toolCommand("hexdump", async (given, context) => {
  const parsed = parseOptions(given, {
    name: "hexdump",
    short: "Cn:s:vbcdoxe:f:",
    long: { canonical: "C", "length=": "n", "skip=": "s", "no-squeezing": "v" },
  });
  const refused = parsed.options.find(({ name }) => "bcdoxef".includes(name));
  if (refused !== undefined) return failed("hexdump", `option -${refused.name} is not supported; use -C, od or xxd`);
  const [length, skip] = [
    number(parsed.value("n") ?? String(Number.MAX_SAFE_INTEGER)),
    number(parsed.value("s") ?? "0"),
  ];
  if (length === undefined || skip === undefined) return failed("hexdump", "failed to parse the length or offset");
  let stderr = "";
  const pieces: Uint8Array[] = [];
  for (const name of parsed.operands.length === 0 ? ["-"] : parsed.operands) {
    try {
      pieces.push(await inputBytes(context, name));
    } catch (error) {
      stderr += `hexdump: ${name}: ${readFailure(error)}\n`;
    }
  }
  if (stderr !== "" && pieces.length === 0)
    return { stdout: "", stderr: `${stderr}hexdump: all input file arguments failed\n`, exitCode: 1 };
  const bytes = joinBytes(pieces).subarray(skip, skip + length);
  return { stdout: dump(bytes, skip, parsed.has("C"), parsed.has("v")), stderr, exitCode: stderr === "" ? 0 : 1 };
});

function number(text: string): number | undefined {
  return /^0x[0-9a-f]+$/i.test(text) ? Number(text) : sizeOf(text);
}

function dump(bytes: Uint8Array, start: number, canonical: boolean, all: boolean): string {
  const lines: string[] = [];
  const width = canonical ? 8 : 7;
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, "0");
  let previous: string | undefined;
  let squeezed = false;
  for (let at = 0; at < bytes.length; at += ROW) {
    const row = bytes.subarray(at, at + ROW);
    const key = row.join(",");
    if (!all && row.length === ROW && key === previous) {
      if (!squeezed) lines.push("*");
      squeezed = true;
      continue;
    }
    squeezed = false;
    previous = key;
    if (canonical) {
      const pairs = Array.from(row, (byte, index) => (index === 8 ? ` ${hex(byte, 2)}` : hex(byte, 2))).join(" ");
      const text = Array.from(row, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ".")).join("");
      lines.push(`${hex(start + at, width)}  ${pairs.padEnd(48)}  |${text}|`);
    } else {
      const words: string[] = [];
      for (let index = 0; index < row.length; index += 2)
        words.push(hex((row[index] as number) | ((row[index + 1] ?? 0) << 8), 4));
      lines.push(`${hex(start + at, width)} ${words.join(" ").padEnd(39)}`);
    }
  }
  if (bytes.length > 0) lines.push(hex(start + bytes.length, width));
  return lines.map((line) => `${line}\n`).join("");
}
