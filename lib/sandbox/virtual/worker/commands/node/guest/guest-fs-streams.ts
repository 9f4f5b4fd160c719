import { Buffer } from "buffer";
import { sync } from "./guest-fs";
import { codedError } from "./guest-host";
import { Readable, Writable } from "./guest-stream";

interface ReadSettings {
  encoding?: BufferEncoding;
  flags?: string;
  fd?: number;
  start?: number;
  end?: number;
  highWaterMark?: number;
}
interface WriteSettings {
  encoding?: BufferEncoding;
  flags?: string;
  fd?: number;
  start?: number;
}
type Done = (error?: Error | null) => void;
/** What a stream keeps beside what its package gives it. */
type FileStream<Kind> = Kind & { path: unknown; fd: number | null; pending: boolean };

const PIECE_BYTES = 64 * 1024;

function settings<T extends object>(given: unknown): T {
  if (typeof given === "string") return { encoding: given } as T;
  if (given === undefined || given === null || typeof given === "object") return { ...(given as T) };
  throw codedError("ERR_INVALID_ARG_TYPE", 'The "options" argument must be one of type string or object.', TypeError);
}

/** Opens when it is first asked for bytes, so that whoever made it can listen for the error before. */
function opened<Kind>(stream: FileStream<Kind> & Readable, flags: string): number {
  if (stream.fd !== null) return stream.fd;
  stream.fd = sync.openSync(stream.path, flags);
  stream.pending = false;
  stream.emit("open", stream.fd);
  stream.emit("ready");
  return stream.fd;
}

export function createReadStream(path: unknown, given?: unknown): Readable {
  const {
    start = 0,
    end = Number.POSITIVE_INFINITY,
    highWaterMark = PIECE_BYTES,
    ...rest
  } = settings<ReadSettings>(given);
  let at = start;
  const stream = new Readable({
    highWaterMark,
    ...(rest.encoding === undefined ? {} : { encoding: rest.encoding }),
    read(this: FileStream<Readable>) {
      try {
        const descriptor = opened(this, rest.flags ?? "r");
        const piece = Buffer.alloc(Math.max(0, Math.min(highWaterMark, end - at + 1)));
        const count = piece.byteLength === 0 ? 0 : sync.readSync(descriptor, piece, 0, piece.byteLength, at);
        at += count;
        progress.bytesRead += count;
        this.push(count === 0 ? null : piece.subarray(0, count));
      } catch (error) {
        this.destroy(error as Error);
      }
    },
    destroy(this: FileStream<Readable>, error: Error | null, done: Done) {
      if (typeof this.fd === "number" && rest.fd === undefined) sync.closeSync(this.fd);
      this.fd = null;
      done(error);
    },
  } as object);
  const progress = Object.assign(stream, { path, fd: rest.fd ?? null, pending: true, bytesRead: 0 });
  openSoon(stream as FileStream<Readable>, rest.flags ?? "r");
  return stream;
}

export function createWriteStream(path: unknown, given?: unknown): Writable {
  const { flags = "w", start, ...rest } = settings<WriteSettings>(given);
  let at = start;
  const stream = new Writable({
    decodeStrings: true,
    ...(rest.encoding === undefined ? {} : { defaultEncoding: rest.encoding }),
    write(this: FileStream<Readable>, piece: Uint8Array, _encoding: string, done: Done) {
      try {
        sync.writeSync(opened(this, flags), piece, 0, piece.byteLength, at);
        if (at !== undefined) at += piece.byteLength;
        progress.bytesWritten += piece.byteLength;
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    final(this: FileStream<Readable>, done: Done) {
      try {
        opened(this, flags);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    destroy(this: FileStream<Readable>, error: Error | null, done: Done) {
      if (typeof this.fd === "number" && rest.fd === undefined) sync.closeSync(this.fd);
      this.fd = null;
      done(error);
    },
  } as object);
  const progress = Object.assign(stream, {
    path,
    fd: rest.fd ?? null,
    pending: true,
    bytesWritten: 0,
    close: (done?: () => void) => void stream.end(done),
  });
  openSoon(stream as unknown as FileStream<Readable>, flags);
  return stream;
}

/** Whether anybody reads or writes or not: a file that is written to is there, one that is not there is an error. */
function openSoon(stream: FileStream<Readable>, flags: string): void {
  Promise.resolve().then(() => {
    if (stream.destroyed) return;
    try {
      opened(stream, flags);
    } catch (error) {
      stream.destroy(error as Error);
    }
  });
}
