const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const CODES = new TextEncoder().encode(ALPHABET);
const PADDING = 61;
/** The value of each character code below 128; 255 for a foreign one. */
const VALUES = new Uint8Array(128).fill(255);
for (const [value, code] of CODES.entries()) VALUES[code] = value;

/** Standard base64 with padding. */
export function encodeBase64(bytes: Uint8Array): string {
  const codes = new Uint8Array(Math.ceil(bytes.length / 3) * 4);
  const letter = (value: number) => CODES[value & 63] ?? PADDING;
  let at = 0;
  for (let index = 0; index < bytes.length; index += 3) {
    const left = bytes.length - index;
    const group = ((bytes[index] ?? 0) << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0);
    codes[at] = letter(group >> 18);
    codes[at + 1] = letter(group >> 12);
    codes[at + 2] = left > 1 ? letter(group >> 6) : PADDING;
    codes[at + 3] = left > 2 ? letter(group) : PADDING;
    at += 4;
  }
  return new TextDecoder().decode(codes);
}

/**
 * Decodes standard or URL-safe base64, with or without padding; white space is allowed. `undefined` when the text is not
 * base64: a foreign character, a length no encoder makes, padding in the middle, or left-over bits that are not zero.
 */
export function decodeBase64(text: string): Uint8Array | undefined {
  const compact = text.replace(/\s+/g, "").replace(/-/g, "+").replace(/_/g, "/");
  const body = compact.replace(/={1,2}$/, "");
  if (compact.length !== body.length && compact.length % 4 !== 0) return undefined;
  if (body.length % 4 === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((body.length * 3) / 4));
  let position = 0;
  let bits = 0;
  let held = 0;
  for (let index = 0; index < body.length; index += 1) {
    const value = VALUES[body.charCodeAt(index)] ?? 255;
    if (value === 255) return undefined;
    held = (held << 6) | value;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[position] = (held >> bits) & 255;
      position += 1;
      held &= (1 << bits) - 1;
    }
  }
  return held === 0 ? bytes : undefined;
}
