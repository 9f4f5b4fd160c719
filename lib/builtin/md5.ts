const SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
const SINES = Array.from({ length: 64 }, (_, index) => Math.floor(Math.abs(Math.sin(index + 1)) * 2 ** 32) >>> 0);

/** MD5, which the platform no longer offers. For checksums that others published; never for anything secret. */
export function md5(data: Uint8Array): Uint8Array {
  const blocks = Math.ceil((data.byteLength + 9) / 64);
  const padded = new Uint8Array(blocks * 64);
  padded.set(data);
  padded[data.byteLength] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.byteLength - 8, (data.byteLength << 3) >>> 0, true);
  view.setUint32(padded.byteLength - 4, Math.floor(data.byteLength / 2 ** 29), true);

  const state = Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
  for (let block = 0; block < blocks; block += 1) mix(state, view, block * 64);
  return new Uint8Array(state.buffer);
}

function mix(state: Uint32Array, view: DataView, start: number): void {
  let [a = 0, b = 0, c = 0, d = 0] = state;
  for (let step = 0; step < 64; step += 1) {
    const round = step >> 4;
    const [bits, word] = roundStep(round, step, b, c, d);
    const sum = (a + bits + (SINES[step] ?? 0) + view.getUint32(start + word * 4, true)) | 0;
    const shift = SHIFTS[round * 4 + (step & 3)] ?? 0;
    const rotated = (sum << shift) | (sum >>> (32 - shift));
    [a, d, c, b] = [d, c, b, (b + rotated) | 0];
  }
  for (const [index, value] of [a, b, c, d].entries()) state[index] = ((state[index] ?? 0) + value) >>> 0;
}

/** The round's mixing of b, c and d, and which word of the block comes in. */
function roundStep(round: number, step: number, b: number, c: number, d: number): [bits: number, word: number] {
  if (round === 0) return [(b & c) | (~b & d), step];
  if (round === 1) return [(d & b) | (~d & c), (5 * step + 1) & 15];
  if (round === 2) return [b ^ c ^ d, (3 * step + 5) & 15];
  return [c ^ (b | ~d), (7 * step) & 15];
}
