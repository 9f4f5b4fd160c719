import { decodeBase64, encodeBase64 } from "./base64";
import type { ResultPart } from "./outcome";

export type ImageMediaType = Extract<ResultPart, { type: "image" }>["mediaType"];

export interface ImageData {
  mediaType: ImageMediaType;
  /** Standard base64, no data URL, no white space. */
  base64: string;
  bytes: number;
}

const DATA_URL = /^data:[^,]{0,200};base64,/i;
const BASE64_ALPHABET = /^[A-Za-z0-9+/_-]+={0,2}$/;
/** Enough base64 to decode the first 12 bytes, where every signature lies. */
const SIGNATURE_LETTERS = 16;

/** The image kind of some bytes by their signature; a RIFF file is WebP only when its form says so, so a WAV is not one. */
export function imageMediaType(bytes: Uint8Array): ImageMediaType | undefined {
  const startsWith = (signature: readonly number[], at = 0) =>
    signature.every((byte, index) => bytes[at + index] === byte);
  if (startsWith([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return "image/png";
  if (startsWith([0xff, 0xd8, 0xff])) return "image/jpeg";
  if (startsWith([0x47, 0x49, 0x46, 0x38])) return "image/gif";
  if (startsWith([0x52, 0x49, 0x46, 0x46]) && startsWith([0x57, 0x45, 0x42, 0x50], 8)) return "image/webp";
  return undefined;
}

/** Reads an image out of bytes, plain base64 or a data URL. `undefined` when it is not one of the four kinds. */
export function readImage(value: unknown): ImageData | undefined {
  if (value instanceof Uint8Array) {
    const mediaType = imageMediaType(value);
    if (mediaType === undefined) return undefined;
    return { mediaType, base64: encodeBase64(value), bytes: value.byteLength };
  }
  if (typeof value !== "string" || value.length < SIGNATURE_LETTERS) return undefined;
  const head = value.slice(0, 256);
  const prefix = DATA_URL.exec(head)?.[0] ?? "";
  const signature = decodeBase64(value.slice(prefix.length).trimStart().slice(0, SIGNATURE_LETTERS));
  const mediaType = signature === undefined ? undefined : imageMediaType(signature);
  if (mediaType === undefined) return undefined;
  const body = value.slice(prefix.length).replace(/\s+/g, "");
  if (!BASE64_ALPHABET.test(body)) return undefined;
  const letters = body.replace(/=+$/, "").replace(/-/g, "+").replace(/_/g, "/");
  const base64 = letters.padEnd(Math.ceil(letters.length / 4) * 4, "=");
  return { mediaType, base64, bytes: Math.floor((letters.length * 3) / 4) };
}
