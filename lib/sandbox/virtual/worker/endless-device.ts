/** `head -c` gives no more of one at a time. */
export const MOST_OF_A_DEVICE = 64 * 1024 * 1024;
/** What a reader of the whole gets of a device whose bytes nobody can tell from any others. */
const RANDOM_BYTES = 1024 * 1024;
const MOST_RANDOM_AT_ONCE = 65_536;
const RANDOM = new Set(["/dev/urandom", "/dev/random"]);

/** Devices that a command can read for ever. */
export const ENDLESS_DEVICES: readonly string[] = ["/dev/zero", ...RANDOM];

export function isEndlessDevice(path: string): boolean {
  return ENDLESS_DEVICES.includes(path);
}

/** The first `count` bytes of an endless device. */
export function deviceBytes(path: string, count: number): Uint8Array {
  const bytes = new Uint8Array(count);
  if (!RANDOM.has(path)) return bytes;
  for (let at = 0; at < count; at += MOST_RANDOM_AT_ONCE) {
    crypto.getRandomValues(bytes.subarray(at, Math.min(count, at + MOST_RANDOM_AT_ONCE)));
  }
  return bytes;
}

/** All of it: some of a random one; for the others there is no honest answer. */
export function wholeDevice(path: string): Uint8Array {
  if (RANDOM.has(path)) return deviceBytes(path, RANDOM_BYTES);
  const words = "EFBIG: file has no end (take a part of it with head -c or dd)";
  throw Object.assign(new Error(`${words}, read '${path}'`), { code: "EFBIG" });
}
