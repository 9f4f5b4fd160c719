const KINDS: readonly (readonly [kind: string, signature: string, at?: number])[] = [
  ["PDF document", "%PDF-"],
  ["zip archive", "PK\x03\x04"],
  ["zip archive", "PK\x05\x06"],
  ["gzip data", "\x1f\x8b"],
  ["bzip2 data", "BZh"],
  ["xz data", "\xfd7zXZ\0"],
  ["Zstandard data", "\x28\xb5\x2f\xfd"],
  ["7-Zip archive", "7z\xbc\xaf\x27\x1c"],
  ["tar archive", "ustar", 257],
  ["SQLite database", "SQLite format 3\0"],
  ["WebAssembly module", "\0asm"],
  ["ELF program", "\x7fELF"],
  ["Windows program", "MZ"],
  ["Java class", "\xca\xfe\xba\xbe"],
  ["icon", "\0\0\x01\0"],
  ["BMP image", "BM"],
  ["TIFF image", "II*\0"],
  ["TIFF image", "MM\0*"],
  ["AVIF image", "ftypavif", 4],
  ["HEIC image", "ftypheic", 4],
  ["MP4 video", "ftyp", 4],
  ["Matroska or WebM video", "\x1a\x45\xdf\xa3"],
  ["MP3 audio", "ID3"],
  ["Ogg audio or video", "OggS"],
  ["FLAC audio", "fLaC"],
  ["WAVE audio", "WAVE", 8],
  ["AVI video", "AVI ", 8],
  ["WOFF font", "wOFF"],
  ["WOFF2 font", "wOF2"],
  ["OpenType font", "OTTO"],
  ["TrueType font", "\0\x01\0\0"],
];

/** What the first bytes say a file is, in words; `undefined` when they say nothing. */
export function binaryKind(data: Uint8Array): string | undefined {
  return KINDS.find(([, signature, at = 0]) =>
    Array.from(signature).every((character, index) => data[at + index] === character.charCodeAt(0)),
  )?.[0];
}
