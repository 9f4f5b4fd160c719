/** A longer text is looked for by its beginning, so that a text made for it cannot make a search slow. */
const MOST_BYTES = 32;
const LETTER_CASE = 0x20;

interface Needle {
  bytes: Uint8Array;
  /** The same in the other case, where that counts as equal; the very same bytes otherwise. */
  otherCase: Uint8Array;
  /** By the byte under the needle's end: how far it may be moved on without passing over an occurrence. */
  shifts: Uint8Array;
}

/** Finds places where one of several texts may stand: every occurrence, and no place that does not begin like one. */
export type ByteSearch = (data: Uint8Array) => (from: number) => number;

/**
 * Looks for texts in UTF-8 bytes without decoding them. For each data it gives a cursor: the first place at or after `from`, or
 * -1; `from` may only grow. `ignoreCase` holds for letters of ASCII.
 */
export function byteSearch(texts: readonly string[], ignoreCase: boolean): ByteSearch {
  const needles = texts.map((text) => needle(text, ignoreCase));
  return (data) => {
    const next = needles.map(() => -2);
    return (from) => {
      let first = -1;
      for (const [index, wanted] of needles.entries()) {
        let at = next[index] as number;
        if (at !== -1 && at < from) {
          at = find(data, wanted, from);
          next[index] = at;
        }
        if (at >= 0 && (first < 0 || at < first)) first = at;
      }
      return first;
    };
  };
}

function needle(text: string, ignoreCase: boolean): Needle {
  const bytes = new TextEncoder().encode(text).slice(0, MOST_BYTES);
  const otherCase = ignoreCase ? bytes.map((byte) => (isLetter(byte) ? byte ^ LETTER_CASE : byte)) : bytes;
  const last = bytes.length - 1;
  const shifts = new Uint8Array(256).fill(bytes.length);
  for (let index = 0; index < last; index += 1) {
    shifts[bytes[index] as number] = last - index;
    shifts[otherCase[index] as number] = last - index;
  }
  return { bytes, otherCase, shifts };
}

function isLetter(byte: number): boolean {
  const lower = byte | LETTER_CASE;
  return lower >= 0x61 && lower <= 0x7a;
}

/** Horspool's search. */
function find(data: Uint8Array, { bytes, otherCase, shifts }: Needle, from: number): number {
  const last = bytes.length - 1;
  const end = data.length;
  const lastByte = bytes[last];
  const lastOther = otherCase[last];
  for (let at = from + last; at < end; at += shifts[data[at] as number] as number) {
    const byte = data[at];
    if (byte !== lastByte && byte !== lastOther) continue;
    let index = 0;
    const start = at - last;
    for (; index < last; index += 1) {
      const found = data[start + index];
      if (found !== bytes[index] && found !== otherCase[index]) break;
    }
    if (index === last) return start;
  }
  return -1;
}
