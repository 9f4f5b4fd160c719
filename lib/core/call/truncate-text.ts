import { TEXT_LIMITS } from "../sandbox/text-limits";

const SURROGATE = /[\uD800-\uDFFF]/;

/** Room kept for the mark, so that a cut text is within the limit together with it. */
const MARK_BYTES = 100;

export interface TruncatedText {
  text: string;
  truncated: boolean;
  /** UTF-8 bytes of the whole text. */
  bytes: number;
}

/** UTF-8 bytes of a text without encoding it; a lone surrogate counts as the replacement character it becomes. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(index + 1))) {
      bytes += 4;
      index += 1;
    } else bytes += 3;
  }
  return bytes;
}

/**
 * Keeps a text within a number of bytes and lines by cutting out its middle: the head and the tail stay whole characters,
 * and a mark between them says how much is missing. `incomplete`: the text is itself only a part, so its size is a lower bound.
 */
export function truncateText(
  text: string,
  limits: { bytes: number; lines: number } = TEXT_LIMITS,
  { incomplete = false }: { incomplete?: boolean } = {},
): TruncatedText {
  const bytes = utf8Length(text);
  // The last line's own newline begins no further line.
  const lines = countLines(text) - (text.endsWith("\n") ? 1 : 0);
  if (bytes <= limits.bytes && lines <= limits.lines) return { text, truncated: false, bytes };

  const halfBytes = Math.max(0, Math.floor((limits.bytes - MARK_BYTES) / 2));
  const halfLines = Math.max(0, Math.floor((limits.lines - 1) / 2));
  const headEnd = Math.min(endOfBytes(text, halfBytes), endOfLines(text, halfLines));
  const tailStart = Math.max(headEnd, startOfBytes(text, halfBytes), startOfLines(text, halfLines));
  const head = text.slice(0, headEnd);
  const middle = text.slice(headEnd, tailStart);
  const tail = text.slice(tailStart);
  const cutLines = countLines(middle) - 1;
  const what = cutLines > 0 ? `${cutLines} lines, ${utf8Length(middle)} bytes` : `${utf8Length(middle)} bytes`;
  const size = incomplete ? `more than ${bytes} bytes` : `${bytes} bytes`;
  return { text: `${head}\n[… ${what} cut out of ${size} …]\n${tail}`, truncated: true, bytes };
}

/** Lone surrogates become U+FFFD, so that the text survives UTF-8 and every store. */
export function wellFormed(text: string): string {
  return SURROGATE.test(text) ? text.replace(/\p{Surrogate}/gu, "\uFFFD") : text;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

/** The largest index whose prefix is whole characters of at most `budget` bytes. */
function endOfBytes(text: string, budget: number): number {
  let bytes = 0;
  let index = 0;
  while (index < text.length) {
    const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
    bytes += utf8Length(character);
    if (bytes > budget) break;
    index += character.length;
  }
  return index;
}

/** The smallest index whose suffix is whole characters of at most `budget` bytes. */
function startOfBytes(text: string, budget: number): number {
  let bytes = 0;
  let index = text.length;
  while (index > 0) {
    const isPair = isLowSurrogate(text.charCodeAt(index - 1)) && isHighSurrogate(text.charCodeAt(index - 2));
    const start = isPair ? index - 2 : index - 1;
    bytes += utf8Length(text.slice(start, index));
    if (bytes > budget) break;
    index = start;
  }
  return index;
}

/** Where the first `lines` lines end, without their last newline. */
function endOfLines(text: string, lines: number): number {
  let at = -1;
  for (let line = 0; line < lines; line += 1) {
    at = text.indexOf("\n", at + 1);
    if (at === -1) return text.length;
  }
  return at;
}

/** Where the last `lines` lines begin. */
function startOfLines(text: string, lines: number): number {
  let at = text.length;
  for (let line = 0; line < lines; line += 1) {
    if (at === 0) return 0;
    at = text.lastIndexOf("\n", at - 1);
    if (at === -1) return 0;
  }
  return at + 1;
}
