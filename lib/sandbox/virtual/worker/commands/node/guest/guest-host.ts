/** What the host gives to the guest before its code runs. Texts cross as JSON, because a bare string ends at its first NUL. */
declare const __host: (operation: string, given: string) => string;
declare const __readBytes: (path: string) => ArrayBuffer | string;
declare const __writeBytes: (path: string, how: string, bytes: ArrayBuffer) => string;
declare const __transform: (how: string, bytes: ArrayBuffer) => ArrayBuffer | string;
declare const __begin: (id: number, operation: string, given: string) => void;

const { parse, stringify } = JSON;
const toHost = __host;
const readFromHost = __readBytes;
const writeToHost = __writeBytes;
const transformInHost = __transform;
const beginInHost = __begin;

interface Failure {
  code: string;
  message: string;
  syscall?: string;
  path?: string;
  dest?: string;
}

const ERROR_NUMBERS: Readonly<Record<string, number>> = {
  EPERM: -1,
  ENOENT: -2,
  EIO: -5,
  EBADF: -9,
  EACCES: -13,
  EBUSY: -16,
  EEXIST: -17,
  EXDEV: -18,
  ENOTDIR: -20,
  EISDIR: -21,
  EINVAL: -22,
  ENOSPC: -28,
  EROFS: -30,
  ENOTEMPTY: -39,
  ELOOP: -40,
};

/** The error that Node throws for a failed system call. */
export function systemError({ code, message, syscall, path, dest }: Failure): Error {
  const error = new Error(message);
  const errno = ERROR_NUMBERS[code];
  const facts: Record<string, unknown> = { ...(errno === undefined ? {} : { errno }), code };
  if (syscall !== undefined) facts.syscall = syscall;
  if (path !== undefined) facts.path = path;
  if (dest !== undefined) facts.dest = dest;
  return Object.assign(error, facts);
}

/** An error with one of Node's own codes. */
export function codedError(code: string, message: string, Kind: ErrorConstructor = Error): Error {
  const error = new Kind(message);
  const { name } = error;
  Object.defineProperty(error, "name", { value: `${name} [${code}]`, configurable: true, writable: true });
  error.stack = `${name} [${code}]: ${message}\n${String(error.stack).split("\n").slice(1).join("\n")}`;
  Object.defineProperty(error, "name", { value: name, configurable: true, writable: true });
  return Object.assign(error, { code });
}

function answered(answer: string): unknown {
  const { value, failure } = parse(answer) as { value?: unknown; failure?: Failure };
  if (failure !== undefined) throw systemError(failure);
  return value;
}

/** Asks the host and gets its answer at once. */
export function ask<T = unknown>(operation: string, ...given: unknown[]): T {
  return answered(toHost(operation, stringify(given))) as T;
}

export function readBytes(path: string): Uint8Array {
  const answer = readFromHost(stringify(path));
  if (typeof answer === "string") answered(answer);
  return new Uint8Array(answer as ArrayBuffer);
}

export function writeBytes(
  path: string,
  how: { append?: boolean; exclusive?: boolean; mode?: number },
  bytes: Uint8Array,
) {
  answered(writeToHost(stringify(path), stringify(how), ownBuffer(bytes)));
}

function ownBuffer(bytes: Uint8Array): ArrayBuffer {
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
}

/** Bytes that the host makes of bytes. */
export function transformBytes(how: object, bytes: Uint8Array): Uint8Array {
  const answer = transformInHost(stringify(how), ownBuffer(bytes));
  if (typeof answer === "string") answered(answer);
  return new Uint8Array(answer as ArrayBuffer);
}

const waiting = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>();
let nextId = 1;

/** Asks the host for something that takes its time; the program does not end before it is answered. */
export function begin<T = unknown>(operation: string, ...given: unknown[]): Promise<T> {
  const id = nextId;
  nextId += 1;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
    beginInHost(id, operation, stringify(given));
  });
}

export function deliver(id: number, answer: string): void {
  const asked = waiting.get(id);
  if (asked === undefined) return;
  waiting.delete(id);
  try {
    asked.resolve(answered(answer));
  } catch (error) {
    asked.reject(error);
  }
}

export function isWaitingForHost(): boolean {
  return waiting.size > 0;
}
