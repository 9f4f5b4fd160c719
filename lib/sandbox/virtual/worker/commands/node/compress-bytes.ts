import { Deflate, type DeflateOptions, Inflate } from "pako";
import { joinBytes } from "../join-bytes";
import { CallFailure } from "./program-files";

export interface Compression {
  way: "deflate" | "deflateRaw" | "gzip" | "inflate" | "inflateRaw" | "gunzip" | "unzip";
  level?: number;
  windowBits?: number;
  memLevel?: number;
  strategy?: number;
  dictionary?: number[];
}

const WINDOW = 15;
const GZIP = 16;
const EITHER = 32;
const MOST_BYTES = 64 * 1024 * 1024;
const ERROR_CODES: Readonly<Record<number, string>> = { 2: "Z_NEED_DICT", [-3]: "Z_DATA_ERROR", [-5]: "Z_BUF_ERROR" };

/** What Node's `zlib` makes of bytes, at once. @throws CallFailure with zlib's own words. */
export function compressBytes(
  { way, windowBits = WINDOW, dictionary, ...rest }: Compression,
  bytes: Uint8Array,
): Uint8Array {
  const own = dictionary === undefined ? {} : { dictionary: Uint8Array.from(dictionary) };
  if (way === "deflate" || way === "deflateRaw" || way === "gzip") {
    const bits = way === "deflateRaw" ? -windowBits : way === "gzip" ? windowBits + GZIP : windowBits;
    return deflated({ ...rest, ...own, windowBits: bits } as DeflateOptions, bytes);
  }
  const bits = { inflate: WINDOW, inflateRaw: -WINDOW, gunzip: WINDOW + GZIP, unzip: WINDOW + EITHER }[way];
  return inflated({ ...own, windowBits: bits }, bytes, way === "gunzip" || way === "unzip");
}

function deflated(options: DeflateOptions, bytes: Uint8Array): Uint8Array {
  const stream = new Deflate(options);
  stream.push(bytes, true);
  if (stream.err !== 0) throw new CallFailure("Z_STREAM_ERROR", stream.msg);
  return stream.result as Uint8Array;
}

function inflated(options: object, bytes: Uint8Array, hasMembers: boolean): Uint8Array {
  const pieces: Uint8Array[] = [];
  let size = 0;
  let left = bytes;
  do {
    const stream = new Inflate(options);
    stream.onData = (piece) => {
      size += piece.length;
      if (size > MOST_BYTES)
        throw new CallFailure("ERR_BUFFER_TOO_LARGE", `Cannot create a Buffer larger than ${MOST_BYTES} bytes`);
      pieces.push(piece as Uint8Array);
    };
    stream.push(left, 2);
    const { ended, strm } = stream as unknown as { ended: boolean; strm: { next_in: number; msg: string } };
    if (stream.err !== 0) {
      const code = ERROR_CODES[stream.err] ?? "Z_DATA_ERROR";
      throw new CallFailure(code, stream.err === 2 ? "Missing dictionary" : strm.msg || stream.msg || "invalid data");
    }
    if (!ended) throw new CallFailure("Z_BUF_ERROR", "unexpected end of file");
    left = left.subarray(strm.next_in);
  } while (hasMembers && left[0] === 0x1f && left[1] === 0x8b);
  return joinBytes(pieces);
}
