import { type Command, defineCommand, type ExecResult, type ResolvedCommandContext } from "just-bash/browser";
import { latin1FromBytes } from "../../byte-text";
import { printed } from "../byte-sink";
import { inputBytes, readFailure } from "../command-input";
import { failed } from "../command-result";
import { parseOptions } from "../parse-options";

interface Alphabet {
  letters: string;
  bits: number;
  /** Letters that stand for a whole number of bytes; the last group is filled up with `=`. */
  group: number;
}

const ALPHABETS: Readonly<Record<string, Alphabet>> = {
  base64: { letters: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", bits: 6, group: 4 },
  base32: { letters: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", bits: 5, group: 8 },
};
const DEFAULT_WIDTH = 76;

/** `base64` and `base32`: `-d`, `-i`, `-w COLUMNS`. */
export const baseEncodings: Command[] = Object.entries(ALPHABETS).map(([name, alphabet]) =>
  defineCommand(name, async (given, context) => run(name, alphabet, given, context)),
);

async function run(
  name: string,
  alphabet: Alphabet,
  given: string[],
  context: ResolvedCommandContext,
): Promise<ExecResult> {
  const read = parseOptions(name, given, { short: "diw:", long: { decode: "d", "ignore-garbage": "i", "wrap:": "w" } });
  if (!read.ok) return read.failure;
  const { parsed } = read;
  const [file = "-", extra] = parsed.operands;
  if (extra !== undefined) return failed(name, `extra operand '${extra}'\nTry '${name} --help' for more information.`);
  const width = Number(parsed.value("w") ?? DEFAULT_WIDTH);
  if (!Number.isInteger(width) || width < 0) return failed(name, `invalid wrap size: '${parsed.value("w")}'`);
  let bytes: Uint8Array;
  try {
    bytes = await inputBytes(context, file);
  } catch (error) {
    return failed(name, `${file}: ${readFailure(error)}`);
  }
  if (parsed.has("d")) return decode(name, latin1FromBytes(bytes), alphabet, parsed.has("i"));
  const text = encode(bytes, alphabet);
  if (width === 0 || text === "") return { stdout: text, stderr: "", exitCode: 0 };
  return { stdout: text.replace(new RegExp(`.{1,${width}}`, "g"), "$&\n"), stderr: "", exitCode: 0 };
}

function encode(bytes: Uint8Array, { letters, bits, group }: Alphabet): string {
  const parts: string[] = [];
  let held = 0;
  let count = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    count += 8;
    while (count >= bits) {
      count -= bits;
      parts.push(letters[(held >> count) & ((1 << bits) - 1)] as string);
    }
    held &= (1 << count) - 1;
  }
  if (count > 0) parts.push(letters[(held << (bits - count)) & ((1 << bits) - 1)] as string);
  while (parts.length % group !== 0) parts.push("=");
  return parts.join("");
}

function decode(name: string, text: string, { letters, bits, group }: Alphabet, lenient: boolean): ExecResult {
  const given = lenient
    ? Array.from(text).filter((letter) => letters.includes(letter) || letter === "=")
    : text.replace(/\n/g, "");
  const pieces: number[] = [];
  let held = 0;
  let count = 0;
  let wrong = false;
  let taken = 0;
  for (const letter of given) {
    if (letter === "=") {
      taken += 1;
      // What follows the padding of a group begins a new one.
      if (taken % group === 0) held = count = 0;
      continue;
    }
    const value = letters.indexOf(letter);
    if (value < 0 || (taken % group !== 0 && given[taken - 1] === "=")) {
      wrong = true;
      break;
    }
    taken += 1;
    held = (held << bits) | value;
    count += bits;
    if (count >= 8) {
      count -= 8;
      pieces.push((held >> count) & 0xff);
    }
    held &= (1 << count) - 1;
  }
  wrong ||= taken % group !== 0;
  return printed(Uint8Array.from(pieces), wrong ? `${name}: invalid input\n` : "", wrong ? 1 : 0);
}
