import { Inflate } from "fflate";
import type { ZipEntry } from "./zip-directory";

export const STORED = 0;
export const DEFLATED = 8;
/** Deflate itself cannot honestly shrink by more than about 1030. */
const HIGHEST_RATIO = 1000;
const RATIO_FREE_BYTES = 1024 * 1024;
const PIECE_BYTES = 64 * 1024;

/** Whether an entry claims to unpack to more than its method can hold. */
export function isBomb({ bytes, compressedBytes }: ZipEntry): boolean {
  return bytes > RATIO_FREE_BYTES && bytes > compressedBytes * HIGHEST_RATIO;
}

/** The bytes of an entry; undefined when they are damaged or not as many as the directory promised. */
export function unpackZipEntry(archive: Uint8Array, entry: ZipEntry): Uint8Array | undefined {
  const end = entry.dataStart + entry.compressedBytes;
  if (end > archive.byteLength) return undefined;
  const packed = archive.subarray(entry.dataStart, end);
  if (entry.method === STORED) return packed.byteLength === entry.bytes ? packed.slice() : undefined;
  return inflate(packed, entry.bytes);
}

function inflate(packed: Uint8Array, bytes: number): Uint8Array | undefined {
  const data = new Uint8Array(bytes);
  let length = 0;
  let tooLong = false;
  const stream = new Inflate((piece) => {
    if (length + piece.byteLength > bytes) tooLong = true;
    else data.set(piece, length);
    length += piece.byteLength;
  });
  try {
    for (let at = 0; at < packed.byteLength && !tooLong; at += PIECE_BYTES) {
      stream.push(packed.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= packed.byteLength);
    }
  } catch {
    return undefined;
  }
  return tooLong || length !== bytes ? undefined : data;
}
