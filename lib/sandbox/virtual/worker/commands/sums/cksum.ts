import { defineCommand } from "just-bash/browser";
import { inputBytes, readFailure } from "../command-input";
import { parseOptions } from "../parse-options";

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24;
  for (let bit = 0; bit < 8; bit += 1) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value >>> 0;
});

/** `cksum [FILE…]`: the CRC of POSIX and the length. Other algorithms have commands of their own. */
export const cksum = defineCommand("cksum", async (given, context) => {
  const read = parseOptions("cksum", given, { short: "" });
  if (!read.ok) return read.failure;
  const { operands } = read.parsed;
  let stdout = "";
  let stderr = "";
  for (const file of operands.length === 0 ? ["-"] : operands) {
    try {
      const bytes = await inputBytes(context, file);
      const name = operands.length === 0 ? "" : ` ${file}`;
      stdout += `${posixCrc(bytes)} ${bytes.byteLength}${name}\n`;
    } catch (error) {
      stderr += `cksum: ${file}: ${readFailure(error)}\n`;
    }
  }
  return { stdout, stderr, exitCode: stderr === "" ? 0 : 1 };
});

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
