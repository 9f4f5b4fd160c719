import { Buffer } from "buffer";
import { ask, codedError, readBytes, systemError, writeBytes } from "./guest-host";
import { timerFunctions } from "./guest-timers";
import { fileUrlToPath } from "./guest-url";

type Options = Record<string, unknown> | string | null | undefined;

interface StatFacts {
  type: "file" | "directory" | "symlink";
  size: number;
  mode: number;
  modifiedAt: number;
  inode: number;
}

const STANDARD_STREAMS = ["/dev/stdin", "/dev/stdout", "/dev/stderr"];
const TYPE_BITS = { file: 0o100000, directory: 0o040000, symlink: 0o120000 };

function pathOf(path: unknown): string {
  if (typeof path === "string") return path;
  if (path instanceof URL) return fileUrlToPath(path);
  if (path instanceof Uint8Array) return Buffer.from(path).toString();
  throw codedError(
    "ERR_INVALID_ARG_TYPE",
    `The "path" argument must be of type string or an instance of Buffer or URL. Received ${path === null ? "null" : typeof path}`,
    TypeError,
  );
}

function option(options: Options, name: string): unknown {
  return typeof options === "object" && options !== null ? options[name] : undefined;
}

function encodingOf(options: Options): BufferEncoding | undefined {
  const encoding = typeof options === "string" ? options : option(options, "encoding");
  return typeof encoding === "string" && encoding !== "buffer" ? (encoding as BufferEncoding) : undefined;
}

function bytesOf(data: unknown, options: Options): Uint8Array {
  if (typeof data === "string") return Buffer.from(data, encodingOf(options) ?? "utf8");
  if (data instanceof Uint8Array) return data;
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  throw codedError(
    "ERR_INVALID_ARG_TYPE",
    `The "data" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received ${data === undefined ? "undefined" : typeof data}`,
    TypeError,
  );
}

export class Stats {
  readonly dev = 1;
  readonly nlink = 1;
  readonly uid = 1000;
  readonly gid = 1000;
  readonly rdev = 0;
  readonly blksize = 4096;
  readonly ino: number;
  readonly mode: number;
  readonly size: number;
  readonly blocks: number;
  readonly mtimeMs: number;
  readonly atimeMs: number;
  readonly ctimeMs: number;
  readonly birthtimeMs: number;
  readonly mtime: Date;
  readonly atime: Date;
  readonly ctime: Date;
  readonly birthtime: Date;

  constructor(facts: StatFacts) {
    this.ino = facts.inode;
    this.mode = TYPE_BITS[facts.type] | (facts.mode & 0o7777);
    this.size = facts.size;
    this.blocks = Math.ceil(facts.size / 512);
    this.mtimeMs = this.atimeMs = this.ctimeMs = this.birthtimeMs = facts.modifiedAt;
    this.mtime = this.atime = this.ctime = this.birthtime = new Date(facts.modifiedAt);
  }
  isFile(): boolean {
    return (this.mode & 0o170000) === TYPE_BITS.file;
  }
  isDirectory(): boolean {
    return (this.mode & 0o170000) === TYPE_BITS.directory;
  }
  isSymbolicLink(): boolean {
    return (this.mode & 0o170000) === TYPE_BITS.symlink;
  }
  isFIFO(): boolean {
    return false;
  }
  isSocket(): boolean {
    return false;
  }
  isBlockDevice(): boolean {
    return false;
  }
  isCharacterDevice(): boolean {
    return false;
  }
}

export class Dirent {
  readonly path: string;
  readonly #type: StatFacts["type"];
  constructor(
    readonly name: string,
    readonly parentPath: string,
    type: StatFacts["type"],
  ) {
    this.path = parentPath;
    this.#type = type;
  }
  isFile(): boolean {
    return this.#type === "file";
  }
  isDirectory(): boolean {
    return this.#type === "directory";
  }
  isSymbolicLink(): boolean {
    return this.#type === "symlink";
  }
}

interface OpenFile {
  path: string;
  position: number;
  append: boolean;
}
const openFiles = new Map<number, OpenFile>();
let nextDescriptor = 20;

function openFile(descriptor: number, syscall: string): OpenFile {
  const known = openFiles.get(descriptor);
  if (known !== undefined) return known;
  throw systemError({ code: "EBADF", message: `EBADF: bad file descriptor, ${syscall}`, syscall });
}

function target(path: unknown, syscall: string): string {
  if (typeof path !== "number") return pathOf(path);
  return STANDARD_STREAMS[path] ?? openFile(path, syscall).path;
}

function stat(path: unknown, options: Options, follow: boolean): Stats | undefined {
  try {
    return new Stats(ask<StatFacts>(follow ? "stat" : "lstat", pathOf(path)));
  } catch (error) {
    if (option(options, "throwIfNoEntry") === false && (error as { code?: string }).code === "ENOENT") return undefined;
    throw error;
  }
}

function join(parent: string, name: string): string {
  return parent.endsWith("/") ? parent + name : `${parent}/${name}`;
}

export const sync = {
  readFileSync(path: unknown, options?: Options): string | Buffer {
    const encoding = encodingOf(options);
    const from = target(path, "read");
    if (encoding === "utf8" || encoding === "utf-8") return ask<string>("readText", from);
    const bytes = Buffer.from(readBytes(from).buffer as ArrayBuffer);
    return encoding === undefined ? bytes : bytes.toString(encoding);
  },
  writeFileSync(path: unknown, data: unknown, options?: Options): void {
    const flag = String(option(options, "flag") ?? "w");
    if (typeof path === "number" && openFiles.has(path)) {
      sync.writeSync(path, bytesOf(data, options));
      return;
    }
    const mode = option(options, "mode");
    const how = {
      append: flag.startsWith("a"),
      exclusive: flag.includes("x"),
      ...(typeof mode === "number" ? { mode } : {}),
    };
    writeBytes(target(path, "write"), how, bytesOf(data, options));
  },
  appendFileSync(path: unknown, data: unknown, options?: Options): void {
    writeBytes(target(path, "write"), { append: true }, bytesOf(data, options));
  },
  existsSync(path: unknown): boolean {
    try {
      return ask<boolean>("exists", pathOf(path));
    } catch {
      return false;
    }
  },
  accessSync(path: unknown): void {
    ask("access", pathOf(path));
  },
  statSync: (path: unknown, options?: Options) => stat(path, options, true),
  lstatSync: (path: unknown, options?: Options) => stat(path, options, false),
  fstatSync: (descriptor: number) => stat(target(descriptor, "fstat"), undefined, true),
  readdirSync(path: unknown, options?: Options): string[] | Dirent[] {
    const root = pathOf(path);
    const found: Dirent[] = [];
    const walk = (folder: string): void => {
      for (const { name, type } of ask<{ name: string; type: StatFacts["type"] }[]>("readdir", folder)) {
        found.push(new Dirent(name, folder, type));
        if (type === "directory" && option(options, "recursive") === true) walk(join(folder, name));
      }
    };
    walk(root);
    if (option(options, "withFileTypes") === true) return found;
    const start = root.endsWith("/") ? root.length : root.length + 1;
    return found.map((entry) => join(entry.parentPath, entry.name).slice(start));
  },
  mkdirSync(path: unknown, options?: Options): string | undefined {
    return ask<string | null>("mkdir", pathOf(path), option(options, "recursive") === true) ?? undefined;
  },
  mkdtempSync(prefix: string): string {
    const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    const suffix = Array.from({ length: 6 }, () => letters[Math.floor(Math.random() * letters.length)]).join("");
    sync.mkdirSync(prefix + suffix);
    return prefix + suffix;
  },
  rmSync(path: unknown, options?: Options): void {
    ask("rm", pathOf(path), option(options, "recursive") === true, option(options, "force") === true);
  },
  rmdirSync(path: unknown, options?: Options): void {
    ask("rmdir", pathOf(path), option(options, "recursive") === true);
  },
  unlinkSync(path: unknown): void {
    ask("unlink", pathOf(path));
  },
  renameSync(from: unknown, to: unknown): void {
    ask("rename", pathOf(from), pathOf(to));
  },
  copyFileSync(from: unknown, to: unknown, mode = 0): void {
    ask("copyFile", pathOf(from), pathOf(to), (mode & constants.COPYFILE_EXCL) !== 0);
  },
  cpSync(from: unknown, to: unknown, options?: Options): void {
    const [source, destination] = [pathOf(from), pathOf(to)];
    const facts = sync.lstatSync(source) as Stats;
    if (!facts.isDirectory()) {
      sync.copyFileSync(source, destination);
      return;
    }
    if (option(options, "recursive") !== true) {
      throw codedError("ERR_FS_EISDIR", `Recursive option not enabled, cannot copy a directory: cp ${source}`);
    }
    sync.mkdirSync(destination, { recursive: true });
    for (const name of sync.readdirSync(source) as string[]) {
      sync.cpSync(join(source, name), join(destination, name), options);
    }
  },
  symlinkSync(to: unknown, path: unknown): void {
    ask("symlink", pathOf(to), pathOf(path));
  },
  linkSync(existing: unknown, path: unknown): void {
    ask("link", pathOf(existing), pathOf(path));
  },
  readlinkSync: (path: unknown) => ask<string>("readlink", pathOf(path)),
  realpathSync: (path: unknown) => ask<string>("realpath", pathOf(path)),
  chmodSync(path: unknown, mode: number | string): void {
    ask("chmod", pathOf(path), typeof mode === "string" ? Number.parseInt(mode, 8) : mode);
  },
  utimesSync(path: unknown, _accessed: unknown, modified: number | string | Date): void {
    ask("utimes", pathOf(path), modified instanceof Date ? modified.getTime() : Number(modified) * 1000);
  },
  truncateSync(path: unknown, length = 0): void {
    const bytes = readBytes(target(path, "ftruncate"));
    const cut = new Uint8Array(length);
    cut.set(bytes.subarray(0, length));
    writeBytes(target(path, "ftruncate"), {}, cut);
  },
  openSync(path: unknown, flags: string | number = "r"): number {
    const name = pathOf(path);
    const mode = String(flags);
    if (!/^(r|rs|r\+|w|wx|w\+|wx\+|a|ax|a\+|ax\+)$/.test(mode)) {
      throw codedError("ERR_INVALID_ARG_VALUE", `The argument 'flags' is invalid. Received '${mode}'`, TypeError);
    }
    if (mode.startsWith("r")) ask("open", name);
    else writeBytes(name, { append: mode.startsWith("a"), exclusive: mode.includes("x") }, new Uint8Array());
    const descriptor = nextDescriptor;
    nextDescriptor += 1;
    openFiles.set(descriptor, { path: ask<string>("absolute", name), position: 0, append: mode.startsWith("a") });
    return descriptor;
  },
  closeSync(descriptor: number): void {
    if (descriptor > 2) openFile(descriptor, "close");
    openFiles.delete(descriptor);
  },
  readSync(descriptor: number, into: Uint8Array, start?: number | Options, length?: number, position?: number | null) {
    const offset = typeof start === "number" ? start : Number(option(start, "offset") ?? 0);
    const count = length ?? Number(option(start as Options, "length") ?? into.byteLength - offset);
    const file = descriptor === 0 ? standardInput : openFile(descriptor, "read");
    const at = position ?? (option(start as Options, "position") as number | undefined) ?? file.position;
    const piece = readBytes(file.path).subarray(at, at + count);
    into.set(piece, offset);
    if (position === undefined || position === null) file.position = at + piece.byteLength;
    return piece.byteLength;
  },
  writeSync(descriptor: number, data: unknown, start?: number, length?: number, position?: number | null): number {
    const whole = bytesOf(data, undefined);
    const bytes =
      typeof data === "string" ? whole : whole.subarray(start ?? 0, (start ?? 0) + (length ?? whole.byteLength));
    const standard = STANDARD_STREAMS[descriptor];
    if (standard !== undefined) writeBytes(standard, { append: true }, bytes);
    else {
      const file = openFile(descriptor, "write");
      if (file.append) writeBytes(file.path, { append: true }, bytes);
      else {
        const at = (typeof data === "string" ? start : position) ?? file.position;
        const before = readBytes(file.path);
        const after = new Uint8Array(Math.max(before.byteLength, at + bytes.byteLength));
        after.set(before);
        after.set(bytes, at);
        writeBytes(file.path, {}, after);
        file.position = at + bytes.byteLength;
      }
    }
    return bytes.byteLength;
  },
  fsyncSync(): void {},
};

const standardInput: OpenFile = { path: "/dev/stdin", position: 0, append: false };

export const constants = {
  F_OK: 0,
  X_OK: 1,
  W_OK: 2,
  R_OK: 4,
  COPYFILE_EXCL: 1,
  COPYFILE_FICLONE: 2,
  O_RDONLY: 0,
  O_WRONLY: 1,
  O_RDWR: 2,
};

type AnyFunction = (...given: never[]) => unknown;
type Callback = (error: unknown, value?: unknown) => void;

export const promises: Record<string, unknown> = { constants };
export const callbacks: Record<string, unknown> = {};
for (const [name, work] of Object.entries(sync) as [string, AnyFunction][]) {
  const plain = name.replace(/Sync$/, "");
  const later = (...given: unknown[]) =>
    new Promise((resolve, reject) => {
      timerFunctions.setImmediate(() => {
        try {
          resolve(work(...(given as never[])));
        } catch (error) {
          reject(error);
        }
      });
    });
  if (plain !== "exists" && plain !== "fstat") promises[plain] = later;
  callbacks[plain] = (...given: unknown[]) => {
    const done = given.pop();
    if (typeof done !== "function") {
      throw codedError(
        "ERR_INVALID_ARG_TYPE",
        'The "cb" argument must be of type function. Received undefined',
        TypeError,
      );
    }
    later(...given).then(
      (value) =>
        timerFunctions.setImmediate(() => (plain === "exists" ? done(value) : (done as Callback)(null, value))),
      (error: unknown) => timerFunctions.setImmediate(() => (done as Callback)(error)),
    );
  };
}

function refused(name: string) {
  return () => {
    throw codedError(
      "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM",
      `fs.${name} is not available in the embedded shell's node.`,
    );
  };
}
const REFUSED = ["watch", "watchFile", "unwatchFile", "opendir"];

type Refusals = Record<string, () => never>;
export const refusals = Object.fromEntries(REFUSED.map((name) => [name, refused(name)])) as Refusals;
