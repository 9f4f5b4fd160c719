import { bytesFromLatin1 } from "../../byte-text";

const ASCII = /^[\0-\x7f]*$/;
/** A byte that is no part of UTF-8 stands in the text as a lone low surrogate, so that writing the text gives the same bytes. */
const ESCAPE_BASE = 0xdc00;
const ESCAPED = /(?<![\ud800-\udbff])[\udc80-\udcff]/;

/** The text of a string that holds one character per byte. Any bytes survive `bytesOfText`. */
export function textOfByteString(bytes: string): string {
  return ASCII.test(bytes) ? bytes : textOfBytes(bytesFromLatin1(bytes));
}

export function textOfBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return decodeWithEscapes(bytes);
  }
}

export function hasEscapedBytes(text: string): boolean {
  return ESCAPED.test(text);
}

export function bytesOfText(text: string): Uint8Array {
  if (!hasEscapedBytes(text)) return new TextEncoder().encode(text);
  const pieces = text.split(/(?<![\ud800-\udbff])([\udc80-\udcff]+)/);
  const encoded = pieces.map((piece, index) =>
    index % 2 === 0
      ? new TextEncoder().encode(piece)
      : Uint8Array.from(piece, (character) => character.charCodeAt(0) - ESCAPE_BASE),
  );
  const whole = new Uint8Array(encoded.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of encoded) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function decodeWithEscapes(bytes: Uint8Array): string {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const pieces: string[] = [];
  let start = 0;
  let at = 0;
  const flush = (): void => {
    if (at > start) pieces.push(decoder.decode(bytes.subarray(start, at)));
  };
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length > 0) {
      at += length;
      continue;
    }
    flush();
    pieces.push(String.fromCharCode(ESCAPE_BASE + (bytes[at] as number)));
    at += 1;
    start = at;
  }
  flush();
  return pieces.join("");
}

/** The length of the well-formed UTF-8 sequence at `at`, or 0. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] as number;
  if (lead < 0x80) return 1;
  const length =
    lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
  if (length === 0 || at + length > bytes.length) return 0;
  for (let index = 1; index < length; index += 1) {
    if (((bytes[at + index] as number) & 0xc0) !== 0x80) return 0;
  }
  const second = bytes[at + 1] as number;
  const wrong =
    (lead === 0xe0 && second < 0xa0) ||
    (lead === 0xed && second > 0x9f) ||
    (lead === 0xf0 && second < 0x90) ||
    (lead === 0xf4 && second > 0x8f);
  return wrong ? 0 : length;
}
