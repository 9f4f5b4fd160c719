/** Larger files are not drawn as text; they can be downloaded. */
export const TEXT_FILE_LIMIT = 5_000_000;

export type FileContent =
  | { kind: "text"; text: string }
  /** Bytes that are not UTF-8 but look like text: drawn with marks, never editable, so that nothing is destroyed. */
  | { kind: "not-utf8"; text: string; at: number }
  | { kind: "image"; mediaType: string }
  /** `type` says what it is in words, where its first bytes tell. */
  | { kind: "binary"; type: string | undefined }
  | { kind: "too-large" };

/** What a file is, by its bytes; the name is not asked, except that an SVG is text. */
export function fileContent(bytes: Uint8Array): FileContent {
  const mediaType = imageType(bytes);
  if (mediaType !== undefined) return { kind: "image", mediaType };
  const type = binaryType(bytes);
  if (type !== undefined || looksBinary(bytes)) return { kind: "binary", type };
  if (bytes.length > TEXT_FILE_LIMIT) return { kind: "too-large" };
  try {
    return { kind: "text", text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    return { kind: "not-utf8", text, at: firstBadByte(text) };
  }
}

/** The text of a file for a diff; undefined when it is not text. */
export function diffableText(bytes: Uint8Array | undefined): string | undefined {
  if (bytes === undefined) return "";
  const content = fileContent(bytes);
  return content.kind === "text" || content.kind === "not-utf8" ? content.text : undefined;
}

function looksBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 8000).includes(0);
}

/** Where decoding first failed, in bytes. */
function firstBadByte(text: string): number {
  return new TextEncoder().encode(text.slice(0, text.indexOf("\ufffd"))).length;
}

const SIGNATURES: readonly [string, readonly number[]][] = [
  ["image/png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["image/jpeg", [0xff, 0xd8, 0xff]],
  ["image/gif", [0x47, 0x49, 0x46, 0x38]],
];

const BINARY_SIGNATURES: readonly [string, readonly number[], offset?: number][] = [
  ["A PDF document", [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ["A zip archive, or a document that is one", [0x50, 0x4b, 0x03, 0x04]],
  ["A gzip archive", [0x1f, 0x8b]],
  ["A WebAssembly module", [0x00, 0x61, 0x73, 0x6d]],
  ["An SQLite database", [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20, 0x66]],
  ["An MP3 recording", [0x49, 0x44, 0x33]],
  ["An Ogg recording", [0x4f, 0x67, 0x67, 0x53]],
  ["A FLAC recording", [0x66, 0x4c, 0x61, 0x43]],
  ["A WAVE recording", [0x57, 0x41, 0x56, 0x45], 8],
  ["An MP4 film or recording", [0x66, 0x74, 0x79, 0x70], 4],
];

function binaryType(bytes: Uint8Array): string | undefined {
  return BINARY_SIGNATURES.find(([, signature, offset = 0]) =>
    signature.every((byte, index) => bytes[offset + index] === byte),
  )?.[0];
}

function imageType(bytes: Uint8Array): string | undefined {
  for (const [type, signature] of SIGNATURES) {
    if (signature.every((byte, index) => bytes[index] === byte)) return type;
  }
  const riff = String.fromCharCode(...bytes.subarray(0, 4));
  const form = String.fromCharCode(...bytes.subarray(8, 12));
  return riff === "RIFF" && form === "WEBP" ? "image/webp" : undefined;
}
