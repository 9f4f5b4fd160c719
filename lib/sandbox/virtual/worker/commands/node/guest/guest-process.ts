import { Buffer } from "buffer";
import { EventEmitter } from "events/";
import { ask, codedError, readBytes, writeBytes } from "./guest-host";
import { Readable } from "./guest-stream";
import { nextTick, now } from "./guest-timers";

export interface ProcessFacts {
  argv: string[];
  execArgv: string[];
  env: Record<string, string>;
  cwd: string;
  version: string;
  versions: Record<string, string>;
}

/** Thrown through the program by `process.exit`; nothing catches it for good, because the host asks whether it was called. */
export class ExitSignal {
  constructor(readonly code: number) {}
}

const PIECE_BYTES = 64 * 1024;
const memoryLimit = 64 * 1024 * 1024;

class StandardOutput extends EventEmitter {
  readonly writable = true;
  readonly isTTY = undefined;
  readonly columns = undefined;

  constructor(
    readonly fd: 1 | 2,
    private readonly path: string,
  ) {
    super();
  }
  write(data: string | Uint8Array, encoding?: unknown, done?: unknown): boolean {
    if (typeof data !== "string" && !(data instanceof Uint8Array)) {
      throw codedError(
        "ERR_INVALID_ARG_TYPE",
        `The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received ${data === undefined ? "undefined" : typeof data}`,
        TypeError,
      );
    }
    if (typeof data === "string" && (typeof encoding !== "string" || /^utf-?8$/i.test(encoding))) {
      ask("print", this.fd, data);
    } else {
      const bytes = typeof data === "string" ? Buffer.from(data, encoding as BufferEncoding) : data;
      writeBytes(this.path, { append: true }, bytes);
    }
    const callback = typeof encoding === "function" ? encoding : done;
    if (typeof callback === "function") nextTick(callback as () => void);
    return true;
  }
  end(data?: string | Uint8Array): this {
    if (data !== undefined) this.write(data);
    return this;
  }
  hasColors(): boolean {
    return false;
  }
}

/** Standard input as a stream; the whole of it is there from the start. */
function standardInput(): Readable & { fd: 0; isTTY: undefined; ref(): unknown; unref(): unknown } {
  const stream = new Readable({
    highWaterMark: PIECE_BYTES,
    read(this: Readable) {
      const bytes = Buffer.from(readBytes("/dev/stdin"));
      for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) this.push(bytes.subarray(at, at + PIECE_BYTES));
      this.push(null);
    },
  } as object);
  return Object.assign(stream, { fd: 0 as const, isTTY: undefined, ref: () => stream, unref: () => stream });
}

function hrtime(before?: [number, number]): [number, number] {
  const ms = now();
  let [seconds, nanoseconds] = [Math.floor(ms / 1000), Math.floor((ms % 1000) * 1e6)];
  if (before !== undefined) {
    seconds -= before[0];
    nanoseconds -= before[1];
    if (nanoseconds < 0) [seconds, nanoseconds] = [seconds - 1, nanoseconds + 1e9];
  }
  return [seconds, nanoseconds];
}
hrtime.bigint = (): bigint => BigInt(Math.floor(now() * 1e6));

export type GuestProcess = ReturnType<typeof createProcess>;

export function createProcess(facts: ProcessFacts) {
  const startedAt = now();
  let directory = facts.cwd;
  let requestedExit: number | undefined;
  const events = new EventEmitter();
  const made = {
    title: "node",
    argv: facts.argv,
    argv0: "node",
    execArgv: facts.execArgv,
    execPath: "/usr/bin/node",
    env: { ...facts.env } as Record<string, string | undefined>,
    exitCode: undefined as number | string | undefined,
    pid: 1000,
    ppid: 999,
    platform: "linux",
    arch: "wasm32",
    version: facts.version,
    versions: facts.versions,
    release: { name: "node" },
    features: {},
    stdout: new StandardOutput(1, "/dev/stdout"),
    stderr: new StandardOutput(2, "/dev/stderr"),
    stdin: standardInput(),
    nextTick,
    hrtime,
    cwd: () => directory,
    chdir(path: string): void {
      directory = ask("chdir", path);
    },
    uptime: () => (now() - startedAt) / 1000,
    memoryUsage: () => {
      const used = ask<number>("memoryUsed");
      return { rss: used, heapTotal: memoryLimit, heapUsed: used, external: 0, arrayBuffers: 0 };
    },
    cpuUsage: () => ({ user: Math.floor((now() - startedAt) * 1000), system: 0 }),
    umask: () => 0o022,
    getuid: () => 1000,
    getgid: () => 1000,
    emitWarning(warning: unknown): void {
      made.stderr.write(`(node:${made.pid}) ${warning instanceof Error ? String(warning) : `Warning: ${warning}`}\n`);
    },
    exit(code?: number | string): never {
      if (code !== undefined) made.exitCode = code;
      requestedExit = made.leave();
      ask("exit", requestedExit);
      throw new ExitSignal(requestedExit);
    },
    abort(): never {
      return made.exit(134);
    },
    kill(): never {
      throw codedError(
        "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM",
        "process.kill is not available in the embedded shell's node.",
      );
    },
    /** Says `exit` to its listeners and gives the code. */
    leave(): number {
      if (requestedExit !== undefined) return requestedExit;
      requestedExit = Number(made.exitCode ?? 0) & 0xff;
      events.emit("exit", requestedExit);
      requestedExit = Number(made.exitCode ?? requestedExit) & 0xff;
      return requestedExit;
    },
  };
  Object.defineProperty(made, "leave", { enumerable: false });
  for (const name of [
    "on",
    "once",
    "off",
    "addListener",
    "removeListener",
    "removeAllListeners",
    "emit",
    "listeners",
    "listenerCount",
    "prependListener",
  ] as const) {
    const method = events[name] as (...given: unknown[]) => unknown;
    Object.defineProperty(made, name, {
      value: (...given: unknown[]) => {
        const answer = method.apply(events, given);
        return answer === events ? made : answer;
      },
      writable: true,
      configurable: true,
    });
  }
  return made as typeof made & Pick<EventEmitter, "on" | "once" | "off" | "emit" | "listenerCount">;
}
