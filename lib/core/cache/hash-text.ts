const CONSTANTS = roundConstants();
const schedule = new Int32Array(64);

/**
 * SHA-256 of a text's UTF-8 bytes as 64 hex digits, at once: the platform's own digest answers later, from another thread,
 * which costs more than a whole cache hit.
 */
export function hashText(text: string): string {
  const words = paddedWords(text);
  const state = new Int32Array(8);
  state[0] = 0x6a09e667;
  state[1] = 0xbb67ae85;
  state[2] = 0x3c6ef372;
  state[3] = 0xa54ff53a;
  state[4] = 0x510e527f;
  state[5] = 0x9b05688c;
  state[6] = 0x1f83d9ab;
  state[7] = 0x5be0cd19;
  for (let offset = 0; offset < words.length; offset += 16) compress(state, words, offset);
  let hex = "";
  // A digit before each word keeps its zeros.
  for (let index = 0; index < 8; index += 1)
    hex += (((state[index] as number) >>> 0) + 0x100000000).toString(16).slice(1);
  return hex;
}

const MOST_REMEMBERED = 1000;
const LONGEST_REMEMBERED = 1000;

/** `hashText` that knows the texts it was asked last: an equal call has an equal text, and hashing is most of a cache hit. */
export function rememberingHash(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const earlier = known.get(text);
    if (earlier !== undefined) return earlier;
    const hash = hashText(text);
    if (text.length > LONGEST_REMEMBERED) return hash;
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(text, hash);
    return hash;
  };
}

/** The bytes as big-endian words, with the end mark and the length that SHA-256 wants behind them. */
function paddedWords(text: string): Int32Array {
  const { length } = text;
  const words = new Int32Array(wordCount(length));
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 127) return encodedWords(new TextEncoder().encode(text));
    words[index >> 2] = (words[index >> 2] as number) | (code << (24 - (index & 3) * 8));
  }
  return ended(words, length);
}

function encodedWords(bytes: Uint8Array): Int32Array {
  const words = new Int32Array(wordCount(bytes.length));
  for (let index = 0; index < bytes.length; index += 1) {
    words[index >> 2] = (words[index >> 2] as number) | ((bytes[index] as number) << (24 - (index & 3) * 8));
  }
  return ended(words, bytes.length);
}

function wordCount(bytes: number): number {
  return Math.ceil((bytes + 9) / 64) * 16;
}

function ended(words: Int32Array, bytes: number): Int32Array {
  words[bytes >> 2] = (words[bytes >> 2] as number) | (0x80 << (24 - (bytes & 3) * 8));
  words[words.length - 2] = Math.floor(bytes / 0x20000000);
  words[words.length - 1] = bytes << 3;
  return words;
}

function compress(state: Int32Array, words: Int32Array, offset: number): void {
  const w = schedule;
  for (let index = 0; index < 16; index += 1) w[index] = words[offset + index] as number;
  for (let index = 16; index < 64; index += 1) {
    const early = w[index - 15] as number;
    const late = w[index - 2] as number;
    const s0 = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const s1 = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    w[index] = ((w[index - 16] as number) + s0 + (w[index - 7] as number) + s1) | 0;
  }
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  let e = state[4] as number;
  let f = state[5] as number;
  let g = state[6] as number;
  let h = state[7] as number;
  for (let index = 0; index < 64; index += 1) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const first = (h + s1 + ((e & f) ^ (~e & g)) + (CONSTANTS[index] as number) + (w[index] as number)) | 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  state[0] = ((state[0] as number) + a) | 0;
  state[1] = ((state[1] as number) + b) | 0;
  state[2] = ((state[2] as number) + c) | 0;
  state[3] = ((state[3] as number) + d) | 0;
  state[4] = ((state[4] as number) + e) | 0;
  state[5] = ((state[5] as number) + f) | 0;
  state[6] = ((state[6] as number) + g) | 0;
  state[7] = ((state[7] as number) + h) | 0;
}

function turn(value: number, places: number): number {
  return (value >>> places) | (value << (32 - places));
}

/** The first 32 bits behind the point of the cube roots of the first 64 primes. */
function roundConstants(): Int32Array {
  const constants = new Int32Array(64);
  let found = 0;
  for (let candidate = 2; found < 64; candidate += 1) {
    let prime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor += 1) {
      if (candidate % divisor === 0) prime = false;
    }
    if (!prime) continue;
    const root = Math.cbrt(candidate);
    constants[found] = ((root - Math.floor(root)) * 0x100000000) | 0;
    found += 1;
  }
  return constants;
}
