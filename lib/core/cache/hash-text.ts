const CONSTANTS = roundConstants();
const schedule = new Int32Array(64);

/**
 * SHA-256 of a text's UTF-8 bytes as 64 hex digits, at once: the platform's own digest answers later, from another thread,
 * which costs more than a whole cache hit.
 */
export function hashText(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const blocks = Math.ceil((bytes.length + 9) / 64);
  const padded = new Uint8Array(blocks * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(padded.length - 4, (bytes.length * 8) >>> 0);
  const state = new Int32Array([
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  ]);
  for (let block = 0; block < blocks; block += 1) compress(state, view, block * 64);
  let hex = "";
  for (const word of state) hex += (word >>> 0).toString(16).padStart(8, "0");
  return hex;
}

function compress(state: Int32Array, view: DataView, offset: number): void {
  const w = schedule;
  for (let index = 0; index < 16; index += 1) w[index] = view.getInt32(offset + index * 4);
  for (let index = 16; index < 64; index += 1) {
    const early = w[index - 15] as number;
    const late = w[index - 2] as number;
    const s0 = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const s1 = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    w[index] = ((w[index - 16] as number) + s0 + (w[index - 7] as number) + s1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
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
  const ends = [a, b, c, d, e, f, g, h];
  for (let index = 0; index < 8; index += 1) state[index] = ((state[index] as number) + (ends[index] as number)) | 0;
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
