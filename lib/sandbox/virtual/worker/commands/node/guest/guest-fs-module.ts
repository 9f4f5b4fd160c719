import { Buffer } from "buffer";
import { callbacks, constants, Dirent, promises, refusals, Stats, sync } from "./guest-fs";
import { createReadStream, createWriteStream } from "./guest-fs-streams";
import { type Interface, readlineModule } from "./guest-readline";

/** What `fs.promises.open` gives. */
class FileHandle {
  constructor(readonly fd: number) {}
  readFile = async (options?: never) => sync.readFileSync(this.fd, options);
  writeFile = async (data: unknown, options?: never) => sync.writeFileSync(this.fd, data, options);
  appendFile = async (data: unknown) => void sync.writeSync(this.fd, Buffer.from(data as string));
  stat = async () => sync.fstatSync(this.fd);
  truncate = async (length?: number) => sync.truncateSync(this.fd, length);
  sync = async () => {};
  datasync = async () => {};
  async write(data: unknown, ...place: (number | undefined)[]) {
    return { bytesWritten: sync.writeSync(this.fd, data, ...(place as [number?, number?, number?])), buffer: data };
  }
  async read(into: Uint8Array | { buffer?: Uint8Array } = Buffer.alloc(16_384), ...place: (number | undefined)[]) {
    const buffer = into instanceof Uint8Array ? into : (into.buffer ?? Buffer.alloc(16_384));
    const given = into instanceof Uint8Array ? place : [into as never];
    return { bytesRead: sync.readSync(this.fd, buffer, ...(given as [number?, number?, number?])), buffer };
  }
  createReadStream = (options?: object) => createReadStream("", { ...options, fd: this.fd });
  createWriteStream = (options?: object) => createWriteStream("", { ...options, fd: this.fd });
  readLines = (options?: object): Interface =>
    readlineModule.createInterface({ input: this.createReadStream(options) });
  async close(): Promise<void> {
    sync.closeSync(this.fd);
  }
}

async function open(path: unknown, flags?: string): Promise<FileHandle> {
  return new FileHandle(sync.openSync(path, flags));
}

class Dir {
  #left: Dirent[] | undefined;
  constructor(readonly path: string) {}
  async read(): Promise<Dirent | null> {
    return this.readSync();
  }
  readSync(): Dirent | null {
    this.#left ??= sync.readdirSync(this.path, { withFileTypes: true }) as Dirent[];
    return this.#left.shift() ?? null;
  }
  async close(): Promise<void> {}
  closeSync(): void {}
  async *[Symbol.asyncIterator](): AsyncGenerator<Dirent> {
    for (let entry = this.readSync(); entry !== null; entry = this.readSync()) yield entry;
  }
}
function opendirSync(path: unknown): Dir {
  sync.readdirSync(path);
  return new Dir(String(path));
}

export const fsPromises = { ...promises, open, opendir: async (path: unknown) => opendirSync(path) };
export const fs = {
  ...sync,
  ...callbacks,
  ...refusals,
  opendirSync,
  createReadStream,
  createWriteStream,
  promises: fsPromises,
  constants,
  Stats,
  Dirent,
};
