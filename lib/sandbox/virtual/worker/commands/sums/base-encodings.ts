import type { Command, ExecResult, ResolvedCommandContext } from "just-bash/browser";
import { printed } from "../byte-sink";
import { inputBytes, readFailure } from "../command-input";
import { parseOptions } from "../tool/parse-options";
import { helpHint, quoted } from "../tool/quoted";
import { toolCommand } from "../tool/tool-command";
import { ToolFailure } from "../tool/tool-failure";

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
const NEWLINE = 10;
const FILL = 61;
/** No letter of the alphabet. */
const NONE = 255;

/** `base64` and `base32`: `-d`, `-i`, `-w COLUMNS`. */
export const baseEncodings: Command[] = Object.entries(ALPHABETS).map(([name, alphabet]) =>
  toolCommand(name, (given, context) => run(name, alphabet, given, context)),
);

async function run(
  name: string,
  alphabet: Alphabet,
  given: string[],
  context: ResolvedCommandContext,
): Promise<ExecResult> {
  const parsed = parseOptions(given, {
    name,
    short: "diw:",
    long: { decode: "d", "ignore-garbage": "i", "wrap=": "w" },
  });
  const [file = "-", extra] = parsed.operands;
  if (extra !== undefined) throw new ToolFailure(`extra operand ${quoted(extra)}\n${helpHint(name)}`, 1);
  const width = parsed.value("w") ?? String(DEFAULT_WIDTH);
  if (!/^\d+$/.test(width)) throw new ToolFailure(`invalid wrap size: ${quoted(width)}`, 1);
  let bytes: Uint8Array;
  try {
    bytes = await inputBytes(context, file);
  } catch (error) {
    throw new ToolFailure(`${file}: ${readFailure(error)}`, 1);
  }
  if (parsed.has("d")) {
    const { content, isWhole } = decode(bytes, alphabet, parsed.has("i"));
    return printed(content, isWhole ? "" : `${name}: invalid input\n`, isWhole ? 0 : 1);
  }
  return printed(wrapped(encode(bytes, alphabet), Number(width)));
}

function encode(bytes: Uint8Array, { letters, bits, group }: Alphabet): Uint8Array {
  const codes = new TextEncoder().encode(letters);
  const encoded = new Uint8Array(Math.ceil(Math.ceil((bytes.length * 8) / bits) / group) * group).fill(FILL);
  let length = 0;
  let held = 0;
  let count = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xffff;
    count += 8;
    while (count >= bits) {
      count -= bits;
      encoded[length++] = codes[(held >> count) & ((1 << bits) - 1)] as number;
    }
  }
  if (count > 0) encoded[length] = codes[(held << (bits - count)) & ((1 << bits) - 1)] as number;
  return encoded;
}

function wrapped(text: Uint8Array, width: number): Uint8Array {
  if (width === 0 || text.length === 0) return text;
  const lines = Math.ceil(text.length / width);
  const whole = new Uint8Array(text.length + lines);
  for (let line = 0; line < lines; line += 1) {
    const piece = text.subarray(line * width, (line + 1) * width);
    whole.set(piece, line * (width + 1));
    whole[line * (width + 1) + piece.length] = NEWLINE;
  }
  return whole;
}

function decode(
  text: Uint8Array,
  { letters, bits, group }: Alphabet,
  lenient: boolean,
): { content: Uint8Array; isWhole: boolean } {
  const values = new Uint8Array(256).fill(NONE);
  for (let index = 0; index < letters.length; index += 1) values[letters.charCodeAt(index)] = index;
  const content = new Uint8Array(Math.ceil((text.length * bits) / 8));
  let length = 0;
  let held = 0;
  let count = 0;
  let taken = 0;
  let isFilled = false;
  let isWrong = false;
  for (const letter of text) {
    if (letter === NEWLINE) continue;
    if (letter === FILL) {
      taken += 1;
      isFilled = true;
    } else {
      const value = values[letter] as number;
      if (value === NONE && lenient) continue;
      // Letters after the filling, within its group.
      if (value === NONE || (isFilled && taken % group !== 0)) {
        isWrong = true;
        break;
      }
      isFilled = false;
      taken += 1;
      held = ((held << bits) | value) & 0xffff;
      count += bits;
      if (count >= 8) {
        count -= 8;
        content[length++] = (held >> count) & 0xff;
      }
    }
    // What follows the filling of a group begins a new one.
    if (isFilled && taken % group === 0) held = count = 0;
  }
  return { content: content.slice(0, length), isWhole: !isWrong && taken % group === 0 };
}
