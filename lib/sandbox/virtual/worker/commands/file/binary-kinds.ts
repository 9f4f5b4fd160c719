import { formatTime } from "../tool/format-time";
import { timeZone as timeZoneOf } from "../tool/time-zone";

/** What a file is, in words and as a media type. */
export interface FileKind {
  words: string;
  mime: string;
}

type Reader = (bytes: Uint8Array, view: DataView, timeZone: string | undefined) => FileKind;

const latin1 = (bytes: Uint8Array) => String.fromCharCode(...bytes);
const fixed =
  (words: string, mime: string): Reader =>
  () => ({ words, mime });

/** A file begins with these texts at these places. */
const SIGNATURES: readonly (readonly [offset: number, text: string, read: Reader])[] = [
  [0, "\x89PNG\r\n\x1a\n", png],
  [0, "GIF8", gif],
  [0, "\xff\xd8\xff", jpeg],
  [0, "\x1f\x8b", gzip],
  [0, "PK\x03\x04", zip],
  [0, "PK\x05\x06", fixed("Zip archive data (empty)", "application/zip")],
  [0, "%PDF-", pdf],
  [0, "\x7fELF", elf],
  [0, "SQLite format 3\0", sqlite],
  [257, "ustar  \0", fixed("POSIX tar archive (GNU)", "application/x-tar")],
  [257, "ustar\0", fixed("POSIX tar archive", "application/x-tar")],
  [0, "BZh", bzip2],
  [0, "\xfd7zXZ\0", xz],
  [0, "\x28\xb5\x2f\xfd", fixed("Zstandard compressed data (v0.8+), Dictionary ID: None", "application/zstd")],
  [
    0,
    "7z\xbc\xaf\x27\x1c",
    (bytes) => ({
      words: `7-zip archive data, version ${bytes[6] ?? 0}.${bytes[7] ?? 0}`,
      mime: "application/x-7z-compressed",
    }),
  ],
  [0, "\0asm", wasm],
  [0, "RIFF", riff],
  [0, "OggS", fixed("Ogg data", "application/ogg")],
  [
    0,
    "ID3",
    (bytes) => ({
      words: `Audio file with ID3 version 2.${bytes[3] ?? 0}.${bytes[4] ?? 0}`,
      mime: "application/octet-stream",
    }),
  ],
  [0, "fLaC", fixed("FLAC audio bitstream data", "audio/flac")],
  [4, "ftyp", media],
  [0, "wOFF", fixed("Web Open Font Format", "font/woff")],
  [0, "wOF2", fixed("Web Open Font Format (Version 2)", "font/woff2")],
  [0, "\xca\xfe\xba\xbe", javaClass],
  [0, "\0\0\x01\0", icon],
];

/** What the first bytes say, or undefined when they say nothing that is known here. */
export function binaryKind(bytes: Uint8Array, timeZone: string | undefined): FileKind | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const [offset, text, read] of SIGNATURES) {
    if (latin1(bytes.subarray(offset, offset + text.length)) !== text) continue;
    try {
      return read(bytes, view, timeZone);
    } catch (error) {
      // It ends in the middle of what it begins with.
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return undefined;
}

const PNG_COLOURS: Readonly<Record<number, string>> = {
  0: " grayscale",
  2: "/color RGB",
  3: " colormap",
  4: " gray+alpha",
  6: "/color RGBA",
};

function png(_bytes: Uint8Array, view: DataView): FileKind {
  const size = `${view.getUint32(16)} x ${view.getUint32(20)}`;
  const colour = `${view.getUint8(24)}-bit${PNG_COLOURS[view.getUint8(25)] ?? ""}`;
  const interlaced = view.getUint8(28) === 0 ? "non-interlaced" : "interlaced";
  return { words: `PNG image data, ${size}, ${colour}, ${interlaced}`, mime: "image/png" };
}

function gif(bytes: Uint8Array, view: DataView): FileKind {
  const size = `${view.getUint16(6, true)} x ${view.getUint16(8, true)}`;
  return { words: `GIF image data, version ${latin1(bytes.subarray(3, 6))}, ${size}`, mime: "image/gif" };
}

const DENSITY_UNITS = ["aspect ratio", "resolution (DPI)", "resolution (DPCM)"];

function jpeg(bytes: Uint8Array, view: DataView): FileKind {
  const parts = ["JPEG image data"];
  let at = 2;
  while (at + 4 < bytes.length && bytes[at] === 0xff) {
    const marker = view.getUint8(at + 1);
    const length = view.getUint16(at + 2);
    const body = at + 4;
    if (marker === 0xe0 && latin1(bytes.subarray(body, body + 5)) === "JFIF\0") {
      const minor = String(view.getUint8(body + 6)).padStart(2, "0");
      parts.push(
        `JFIF standard ${view.getUint8(body + 5)}.${minor}`,
        DENSITY_UNITS[view.getUint8(body + 7)] ?? "unknown units",
        `density ${view.getUint16(body + 8)}x${view.getUint16(body + 10)}`,
        `segment length ${length}`,
      );
    } else if (marker === 0xfe) parts.push(`comment: "${latin1(bytes.subarray(body, body + length - 2))}"`);
    else if (marker === 0xc0 || marker === 0xc1 || marker === 0xc2) {
      parts.push(
        ["baseline", "extended sequential", "progressive"][marker - 0xc0] as string,
        `precision ${view.getUint8(body)}`,
        `${view.getUint16(body + 3)}x${view.getUint16(body + 1)}`,
        `components ${view.getUint8(body + 5)}`,
      );
      break;
    }
    at += 2 + length;
  }
  return { words: parts.join(", "), mime: "image/jpeg" };
}

const GZIP_SYSTEMS: Readonly<Record<number, string>> = {
  0: "from FAT filesystem (MS-DOS, OS/2, NT)",
  3: "from Unix",
  7: "from MacOS",
};
const HAS_EXTRA = 4;
const HAS_NAME = 8;

function gzip(bytes: Uint8Array, view: DataView, timeZone: string | undefined): FileKind {
  const parts = ["gzip compressed data"];
  const flags = view.getUint8(3);
  let at = 10;
  if (flags & HAS_EXTRA) at += 2 + view.getUint16(at, true);
  if (flags & HAS_NAME) parts.push(`was "${latin1(bytes.subarray(at, bytes.indexOf(0, at)))}"`);
  const seconds = view.getUint32(4, true);
  if (seconds !== 0)
    parts.push(`last modified: ${formatTime("%a %b %e %H:%M:%S %Y", seconds * 1000, timeZoneOf(timeZone))}`);
  const effort = view.getUint8(8);
  if (effort === 2) parts.push("max compression");
  if (effort === 4) parts.push("max speed");
  parts.push(GZIP_SYSTEMS[view.getUint8(9)] ?? "from an unknown system");
  parts.push(`original size modulo 2^32 ${view.getUint32(bytes.length - 4, true)}`);
  return { words: parts.join(", "), mime: "application/gzip" };
}

const ZIP_METHODS: Readonly<Record<number, string>> = {
  0: "store",
  8: "deflate",
  9: "deflate64",
  12: "bzip2",
  14: "lzma",
};
const OFFICE: readonly (readonly [folder: string, words: string, mime: string])[] = [
  ["word/", "Microsoft Word 2007+", "wordprocessingml.document"],
  ["xl/", "Microsoft Excel 2007+", "spreadsheetml.sheet"],
  ["ppt/", "Microsoft PowerPoint 2007+", "presentationml.presentation"],
];

function zip(bytes: Uint8Array, view: DataView): FileKind {
  const name = latin1(bytes.subarray(30, 30 + view.getUint16(26, true)));
  if (/^(\[Content_Types\]\.xml|_rels\/|docProps\/)/.test(name)) {
    const whole = latin1Of(bytes);
    for (const [folder, words, mime] of OFFICE) {
      if (whole.includes(folder)) return { words, mime: `application/vnd.openxmlformats-officedocument.${mime}` };
    }
    return { words: "Microsoft OOXML", mime: "application/octet-stream" };
  }
  const version = view.getUint16(4, true);
  const method = ZIP_METHODS[view.getUint16(8, true)] ?? "unknown";
  const words = `Zip archive data, at least v${Math.floor(version / 10)}.${version % 10} to extract, compression method=${method}`;
  return { words, mime: "application/zip" };
}

function latin1Of(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += latin1(bytes.subarray(at, at + 8192));
  return text;
}

function pdf(bytes: Uint8Array): FileKind {
  const [, version = "1.0"] = /^%PDF-(\d\.\d)/.exec(latin1(bytes.subarray(0, 16))) ?? [];
  return { words: `PDF document, version ${version}`, mime: "application/pdf" };
}

const ELF_TYPES: Readonly<Record<number, readonly [words: string, mime: string]>> = {
  1: ["relocatable", "application/x-object"],
  2: ["executable", "application/x-executable"],
  3: ["shared object", "application/x-sharedlib"],
  4: ["core file", "application/x-coredump"],
};
const ELF_MACHINES: Readonly<Record<number, string>> = {
  3: "Intel 80386",
  40: "ARM",
  62: "x86-64",
  183: "ARM aarch64",
  243: "UCB RISC-V",
};
const INTERPRETER = 3;
const DYNAMIC = 2;
const SYMBOLS = 2;

function elf(bytes: Uint8Array, view: DataView): FileKind {
  const isWide = view.getUint8(4) === 2;
  const little = view.getUint8(5) === 1;
  const half = (at: number) => view.getUint16(at, little);
  const word = (at: number) => (isWide ? Number(view.getBigUint64(at, little)) : view.getUint32(at, little));
  const programs = word(isWide ? 32 : 28);
  let interpreter: string | undefined;
  let isDynamic = false;
  for (let index = 0; index < half(isWide ? 56 : 44); index += 1) {
    const at = programs + index * half(isWide ? 54 : 42);
    const type = view.getUint32(at, little);
    isDynamic ||= type === DYNAMIC;
    if (type !== INTERPRETER) continue;
    const start = word(at + (isWide ? 8 : 4));
    interpreter = latin1(bytes.subarray(start, bytes.indexOf(0, start)));
  }
  const sections = word(isWide ? 40 : 32);
  const sectionCount = half(isWide ? 60 : 48);
  let hasSymbols = false;
  for (let index = 0; index < sectionCount; index += 1) {
    hasSymbols ||= view.getUint32(sections + index * half(isWide ? 58 : 46) + 4, little) === SYMBOLS;
  }
  const [plain, mime] = ELF_TYPES[half(16)] ?? ["unknown type", "application/octet-stream"];
  const isPie = half(16) === 3 && interpreter !== undefined;
  const linked = isDynamic ? "dynamically linked" : "statically linked";
  const words = [
    `ELF ${isWide ? 64 : 32}-bit ${little ? "LSB" : "MSB"} ${isPie ? "pie executable" : plain}`,
    ELF_MACHINES[half(18)] ?? "unknown arch",
    `version ${view.getUint32(20, little)} (${view.getUint8(7) === 3 ? "GNU/Linux" : "SYSV"})`,
    ...(half(16) === 1 ? [] : [linked]),
    ...(interpreter === undefined ? [] : [`interpreter ${interpreter}`]),
    ...(sectionCount === 0 ? [] : [hasSymbols ? "not stripped" : "stripped"]),
  ].join(", ");
  return { words, mime: isPie ? "application/x-pie-executable" : mime };
}

const USUAL_PAGE_BYTES = 4096;
const TEXT_FORMS = ["unknown 0 encoding", "UTF-8", "UTF-16 little endian", "UTF-16 big endian"];

function sqlite(_bytes: Uint8Array, view: DataView): FileKind {
  const number = (at: number) => view.getUint32(at);
  const page = view.getUint16(16);
  const parts = [
    "SQLite 3.x database",
    ...(number(60) === 0 ? [] : [`user version ${number(60)}`]),
    `last written using SQLite version ${number(96)}`,
    ...(page === USUAL_PAGE_BYTES ? [] : [`page size ${page === 1 ? 65_536 : page}`]),
    `file counter ${number(24)}`,
    `database pages ${number(28)}`,
    ...(number(32) === 0 ? [] : [`1st free page ${number(32)}, free pages ${number(36)}`]),
    `cookie 0x${number(40).toString(16)}`,
    `schema ${number(44)}`,
    TEXT_FORMS[number(56)] ?? "unknown encoding",
    `version-valid-for ${number(92)}`,
  ];
  return { words: parts.join(", "), mime: "application/vnd.sqlite3" };
}

function bzip2(bytes: Uint8Array): FileKind {
  return {
    words: `bzip2 compressed data, block size = ${latin1(bytes.subarray(3, 4))}00k`,
    mime: "application/x-bzip2",
  };
}

const XZ_CHECKS: Readonly<Record<number, string>> = { 0: " NONE", 1: " CRC32", 4: " CRC64", 10: " SHA-256" };

function xz(bytes: Uint8Array): FileKind {
  return { words: `XZ compressed data, checksum${XZ_CHECKS[bytes[7] ?? -1] ?? ""}`, mime: "application/x-xz" };
}

function wasm(_bytes: Uint8Array, view: DataView): FileKind {
  const version = view.getUint32(4, true);
  const words = `WebAssembly (wasm) binary module version 0x${version.toString(16)}${version === 1 ? " (MVP)" : ""}`;
  return { words, mime: "application/wasm" };
}

const RIFF_KINDS: Readonly<Record<string, readonly [words: string, mime: string]>> = {
  WAVE: ["WAVE audio", "audio/x-wav"],
  WEBP: ["Web/P image", "image/webp"],
  "AVI ": ["AVI", "video/x-msvideo"],
};

function riff(bytes: Uint8Array): FileKind {
  const [words, mime] = RIFF_KINDS[latin1(bytes.subarray(8, 12))] ?? ["", "application/octet-stream"];
  return { words: `RIFF (little-endian) data${words === "" ? "" : `, ${words}`}`, mime };
}

const BRANDS: Readonly<Record<string, readonly [words: string, mime: string]>> = {
  mp42: ["MP4 v2 [ISO 14496-14]", "video/mp4"],
  isom: ["MP4 Base Media v1 [ISO 14496-12:2003]", "video/mp4"],
  "M4A ": ["Apple iTunes ALAC/AAC-LC (.M4A) Audio", "audio/x-m4a"],
  "qt  ": ["Apple QuickTime movie, Apple QuickTime (.MOV/QT)", "video/quicktime"],
  avif: ["AVIF Image", "image/avif"],
  heic: ["HEIF Image HEVC Main or Main Still Picture Profile", "image/heic"],
};

function media(bytes: Uint8Array): FileKind {
  const [words, mime] = BRANDS[latin1(bytes.subarray(8, 12))] ?? ["", "video/mp4"];
  return { words: `ISO Media${words === "" ? "" : `, ${words}`}`, mime };
}

const FIRST_JAVA = 44;

function javaClass(_bytes: Uint8Array, view: DataView): FileKind {
  const major = view.getUint16(6);
  const java = major - FIRST_JAVA;
  const name = java > 8 ? `Java SE ${java}` : `Java 1.${java}`;
  return {
    words: `compiled Java class data, version ${major}.${view.getUint16(4)} (${name})`,
    mime: "application/x-java-applet",
  };
}

function icon(_bytes: Uint8Array, view: DataView): FileKind {
  const count = view.getUint16(4, true);
  const side = (at: number) => view.getUint8(at) || 256;
  const words = `MS Windows icon resource - ${count} icon${count === 1 ? "" : "s"}, ${side(6)}x${side(7)}`;
  return { words, mime: "image/vnd.microsoft.icon" };
}
