import { bytesFromLatin1 } from "../../byte-text";

const ASCII = /^[\0-\x7f]*$/;
/** A byte that is no part of UTF-8 stands in the text as a lone low surrogate, so that writing the text gives the same bytes. */
const ESCAPE_BASE = 0xdc00;
const ESCAPED = /(?<![\ud800-\udbff])[\udc80-\udcff]/;
/** More arguments than this overflow the stack of a worker. */
const UNITS_AT_ONCE = 8192;

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
  return hasEscapedBytes(text) ? encodeWithEscapes(text) : new TextEncoder().encode(text);
}

/** One step a character, whatever the mixture: binary data changes between both kinds of bytes all the time. */
function encodeWithEscapes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 3);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) bytes[length++] = unit;
    else if (unit < 0x800) {
      bytes[length++] = 0xc0 | (unit >> 6);
      bytes[length++] = 0x80 | (unit & 0x3f);
    } else if (unit >= 0xdc80 && unit <= 0xdcff) bytes[length++] = unit - ESCAPE_BASE;
    else {
      const point = text.codePointAt(at) as number;
      if (point > 0xffff) {
        bytes[length++] = 0xf0 | (point >> 18);
        bytes[length++] = 0x80 | ((point >> 12) & 0x3f);
        bytes[length++] = 0x80 | ((point >> 6) & 0x3f);
        bytes[length++] = 0x80 | (point & 0x3f);
        at += 1;
        continue;
      }
      const known = unit >= 0xd800 && unit <= 0xdfff ? 0xfffd : unit;
      bytes[length++] = 0xe0 | (known >> 12);
      bytes[length++] = 0x80 | ((known >> 6) & 0x3f);
      bytes[length++] = 0x80 | (known & 0x3f);
    }
  }
  return bytes.slice(0, length);
}

function decodeWithEscapes(bytes: Uint8Array): string {
  const units = new Uint16Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] as number;
    const size = sequenceLength(bytes, at);
    if (size <= 1) units[length++] = size === 1 ? lead : ESCAPE_BASE + lead;
    else {
      // The mark of the length takes as many bits of the first byte as there are bytes, and one more.
      let point = lead & (0x7f >> size);
      for (let index = 1; index < size; index += 1) point = (point << 6) | ((bytes[at + index] as number) & 0x3f);
      if (point > 0xffff) {
        units[length++] = 0xd7c0 + (point >> 10);
        units[length++] = 0xdc00 | (point & 0x3ff);
      } else units[length++] = point;
    }
    at += Math.max(1, size);
  }
  const pieces: string[] = [];
  for (let start = 0; start < length; start += UNITS_AT_ONCE) {
    pieces.push(String.fromCharCode(...units.subarray(start, Math.min(length, start + UNITS_AT_ONCE))));
  }
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
