import { Gunzip, gzipSync as gzip } from "fflate";

/** The three names of Node's zlib that the interpreter's gzip commands ask for, over fflate. */
export const constants = { Z_BEST_COMPRESSION: 9, Z_BEST_SPEED: 1, Z_DEFAULT_COMPRESSION: -1 };

type Level = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

export function gzipSync(data: Uint8Array, options: { level?: number } = {}): Uint8Array {
  const level = options.level === undefined || options.level < 0 ? 6 : options.level;
  return Buffer.from(gzip(data, { level: Math.min(level, 9) as Level, mtime: 0 }));
}

/** Reads every member of the stream; throws on damage, and when more than `maxOutputLength` comes out. */
export function gunzipSync(data: Uint8Array, options: { maxOutputLength?: number } = {}): Uint8Array {
  const pieces: Uint8Array[] = [];
  let length = 0;
  let finished = false;
  const stream = new Gunzip((piece, final) => {
    length += piece.byteLength;
    if (options.maxOutputLength !== undefined && length > options.maxOutputLength) {
      throw new RangeError(`Cannot create a Buffer larger than ${options.maxOutputLength} bytes`);
    }
    pieces.push(piece);
    finished ||= final;
  });
  stream.push(data, true);
  if (!finished) throw new Error("unexpected end of file");
  return Buffer.concat(pieces, length);
}
