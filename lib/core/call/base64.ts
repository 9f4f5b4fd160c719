const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const VALUES: ReadonlyMap<string, number> = new Map(Array.from(ALPHABET, (letter, index) => [letter, index]));

/** Standard base64 with padding. */
export function encodeBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  let piece = "";
  for (let index = 0; index < bytes.length; index += 3) {
    const first = bytes[index] ?? 0;
    const second = bytes[index + 1];
    const third = bytes[index + 2];
    const group = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
    piece += ALPHABET.charAt(group >> 18) + ALPHABET.charAt((group >> 12) & 63);
    piece += second === undefined ? "=" : ALPHABET.charAt((group >> 6) & 63);
    piece += third === undefined ? "=" : ALPHABET.charAt(group & 63);
    if (piece.length > 8192) {
      pieces.push(piece);
      piece = "";
    }
  }
  pieces.push(piece);
  return pieces.join("");
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
  for (const letter of body) {
    const value = VALUES.get(letter);
    if (value === undefined) return undefined;
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
