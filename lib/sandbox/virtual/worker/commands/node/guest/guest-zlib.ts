import { Buffer } from "buffer";
import type { Compression } from "../compress-bytes";
import { codedError, transformBytes } from "./guest-host";
import { Transform } from "./guest-stream";
import { timerFunctions } from "./guest-timers";

type Data = string | ArrayBuffer | ArrayBufferView;
type Options = Omit<Compression, "way" | "dictionary"> & { dictionary?: Uint8Array };
type Done = (error: unknown, bytes?: Buffer) => void;

const WAYS = ["deflate", "deflateRaw", "gzip", "inflate", "inflateRaw", "gunzip", "unzip"] as const;
const REFUSED = [
  "brotliCompress",
  "brotliCompressSync",
  "brotliDecompress",
  "brotliDecompressSync",
  "createBrotliCompress",
  "createBrotliDecompress",
];
const ERROR_NUMBERS: Readonly<Record<string, number>> = {
  Z_NEED_DICT: 2,
  Z_STREAM_ERROR: -2,
  Z_DATA_ERROR: -3,
  Z_BUF_ERROR: -5,
};

const constants = {
  Z_NO_FLUSH: 0,
  Z_PARTIAL_FLUSH: 1,
  Z_SYNC_FLUSH: 2,
  Z_FULL_FLUSH: 3,
  Z_FINISH: 4,
  Z_OK: 0,
  Z_STREAM_END: 1,
  Z_NEED_DICT: 2,
  Z_STREAM_ERROR: -2,
  Z_DATA_ERROR: -3,
  Z_BUF_ERROR: -5,
  Z_NO_COMPRESSION: 0,
  Z_BEST_SPEED: 1,
  Z_BEST_COMPRESSION: 9,
  Z_DEFAULT_COMPRESSION: -1,
  Z_DEFAULT_STRATEGY: 0,
  Z_DEFAULT_WINDOWBITS: 15,
  Z_DEFAULT_MEMLEVEL: 8,
  Z_DEFAULT_LEVEL: -1,
};

function bytesOf(data: Data): Uint8Array {
  if (typeof data === "string") return Buffer.from(data);
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  throw codedError(
    "ERR_INVALID_ARG_TYPE",
    `The "buffer" argument must be of type string or an instance of Buffer, TypedArray, DataView, or ArrayBuffer. Received ${String(data)}`,
    TypeError,
  );
}

function changed(
  way: Compression["way"],
  data: Data,
  { level, windowBits, memLevel, strategy, dictionary }: Options = {},
): Buffer {
  const request: Compression = {
    way,
    level,
    windowBits,
    memLevel,
    strategy,
    ...(dictionary === undefined ? {} : { dictionary: [...dictionary] }),
  };
  try {
    return Buffer.from(transformBytes(request, bytesOf(data)));
  } catch (error) {
    const errno = ERROR_NUMBERS[(error as { code?: string }).code ?? ""];
    throw errno === undefined ? error : Object.assign(error as Error, { errno });
  }
}

/** The whole is changed when it has come: what comes out is the same. */
function streamOf(way: Compression["way"], options?: Options) {
  const pieces: Uint8Array[] = [];
  return new Transform({
    transform(piece: Data, _encoding: string, done: Done) {
      pieces.push(bytesOf(piece));
      done(null);
    },
    flush(done: Done) {
      try {
        done(null, changed(way, Buffer.concat(pieces), options));
      } catch (error) {
        done(error);
      }
    },
  } as object);
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crc32(data: Data, before = 0): number {
  let crc = ~before;
  for (const byte of bytesOf(data)) crc = (TABLE[(crc ^ byte) & 0xff] as number) ^ (crc >>> 8);
  return ~crc >>> 0;
}

const made: Record<string, unknown> = { constants, ...constants, crc32 };
for (const way of WAYS) {
  made[`${way}Sync`] = (data: Data, options?: Options) => changed(way, data, options);
  made[way] = (data: Data, options: Options | Done, done?: Done) => {
    const callback = (typeof options === "function" ? options : done) as Done;
    const given = typeof options === "function" ? undefined : options;
    timerFunctions.setImmediate(() => {
      let bytes: Buffer;
      try {
        bytes = changed(way, data, given);
      } catch (error) {
        return callback(error);
      }
      callback(null, bytes);
    });
  };
  made[`create${way.charAt(0).toUpperCase()}${way.slice(1)}`] = (options?: Options) => streamOf(way, options);
}
for (const name of REFUSED) {
  made[name] = () => {
    throw codedError(
      "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM",
      `zlib.${name} is not available in the embedded shell's node.`,
    );
  };
}

export const zlibModule = made;
