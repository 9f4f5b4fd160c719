import { Fd, WASI, wasi } from "@bjorn3/browser_wasi_shim";
import type { WasmAnswer } from "@/lib/core/call/run-in-sandbox";
import { errorText } from "@/lib/core/errors/error-text";
import { capModuleMemory } from "./cap-module-memory";

export interface WasiRun {
  module: Uint8Array;
  /** `argv[0]`. */
  name: string;
  stdin: string;
  memoryBytes: number;
}

export const WASI_LIMITS = { outputCharacters: 1_000_000, errorCharacters: 20_000 } as const;

const WASI_MODULE = "wasi_snapshot_preview1";
/** A longer list of buffers would be read into the worker's own memory, which no limit of the module bounds. */
const MOST_BUFFERS = 1024;

/**
 * Runs a WASI command: arguments on stdin, stdout and stderr kept up to a limit, the clock and random bytes, and nothing
 * else. It gets no file, no directory, no variable and no network; a module that imports anything else does not run. It can
 * compute for ever, so the place it runs in must be one that can be ended.
 */
export async function runWasiModule({ module, name, stdin, memoryBytes }: WasiRun): Promise<WasmAnswer> {
  const capped = capModuleMemory(module, memoryBytes);
  if (!capped.ok) return { status: "refused", message: capped.message };
  let compiled: WebAssembly.Module;
  try {
    compiled = await WebAssembly.compile(capped.bytes);
  } catch (error) {
    return { status: "refused", message: `wasmModule does not compile: ${errorText(error)}` };
  }

  const stdout = new KeptText(WASI_LIMITS.outputCharacters);
  const stderr = new KeptText(WASI_LIMITS.errorCharacters);
  const host = new WASI(
    [name],
    [],
    [
      new InputFile(new TextEncoder().encode(stdin)),
      new OutputFile((bytes) => {
        // What comes after is not a part of any result, so the module ends here.
        if (!stdout.add(bytes)) throw new OutputFull();
      }),
      new OutputFile((bytes) => void stderr.add(bytes)),
    ],
    { debug: false },
  );
  const functions = boundedImports(host.wasiImport as Record<string, WasiFunction>);
  const unusable = whyUnusable(compiled, functions);
  if (unusable !== undefined) return { status: "refused", message: unusable };

  const instance = await WebAssembly.instantiate(compiled, { [WASI_MODULE]: functions });
  const { memory } = instance.exports as { memory: WebAssembly.Memory };
  try {
    const exitCode = host.start(instance as Parameters<WASI["start"]>[0]);
    return { status: "exited", exitCode, stdout: stdout.text(), stderr: stderr.text() };
  } catch (thrown) {
    if (thrown instanceof OutputFull) {
      const cutAt = WASI_LIMITS.outputCharacters;
      return { status: "exited", exitCode: 0, stdout: stdout.text(), stderr: stderr.text(), cutAt };
    }
    const full = memory.buffer.byteLength + 65_536 > memoryBytes;
    const why = errorText(thrown) || "it was interrupted";
    return {
      status: "trapped",
      message: full ? `${why} (it used all of its ${memoryBytes} bytes of memory)` : why,
      stderr: stderr.text(),
    };
  }
}

type WasiFunction = (...values: (number | bigint)[]) => unknown;

/** Every function that reads a list of buffers refuses one that is too long. */
function boundedImports(functions: Record<string, WasiFunction>): Record<string, WasiFunction> {
  const bounded = { ...functions };
  for (const name of ["fd_read", "fd_write", "fd_pread", "fd_pwrite"]) {
    const whole = functions[name];
    bounded[name] = (...values) => (Number(values[2]) > MOST_BUFFERS ? wasi.ERRNO_INVAL : whole?.(...values));
  }
  return bounded;
}

function whyUnusable(module: WebAssembly.Module, functions: Record<string, WasiFunction>): string | undefined {
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    if (from !== WASI_MODULE || kind !== "function" || !Object.hasOwn(functions, name)) {
      return `the module imports the ${kind} ${from}.${name}, which the sandbox does not give; only ${WASI_MODULE} is there`;
    }
  }
  const exported = new Map(WebAssembly.Module.exports(module).map(({ name, kind }) => [name, kind]));
  if (exported.get("memory") !== "memory") return "the module exports no memory";
  if (exported.get("_start") !== "function") {
    return "the module exports no _start function; build it as a WASI command, not as a library";
  }
  return undefined;
}

class OutputFull extends Error {}

/** Text that comes as bytes, up to a number of characters. */
class KeptText {
  #text = "";
  readonly #decoder = new TextDecoder();

  constructor(private readonly limit: number) {}

  /** False when something had to be left out. */
  add(bytes: Uint8Array): boolean {
    const room = this.limit - this.#text.length;
    // A character has at most four bytes, so more than that is never worth decoding.
    const text = this.#decoder.decode(bytes.subarray(0, room * 4 + 4), { stream: true });
    this.#text += text.slice(0, room);
    return text.length <= room;
  }

  text(): string {
    return this.#text + this.#decoder.decode().slice(0, this.limit - this.#text.length);
  }
}

class InputFile extends Fd {
  #at = 0;

  constructor(private readonly bytes: Uint8Array) {
    super();
  }

  override fd_fdstat_get() {
    return { ret: wasi.ERRNO_SUCCESS, fdstat: new wasi.Fdstat(wasi.FILETYPE_CHARACTER_DEVICE, 0) };
  }

  override fd_read(size: number) {
    const data = this.bytes.slice(this.#at, this.#at + size);
    this.#at += data.byteLength;
    return { ret: wasi.ERRNO_SUCCESS, data };
  }
}

class OutputFile extends Fd {
  constructor(private readonly write: (bytes: Uint8Array) => void) {
    super();
  }

  override fd_fdstat_get() {
    const fdstat = new wasi.Fdstat(wasi.FILETYPE_CHARACTER_DEVICE, 0);
    fdstat.fs_rights_base = BigInt(wasi.RIGHTS_FD_WRITE);
    return { ret: wasi.ERRNO_SUCCESS, fdstat };
  }

  override fd_write(data: Uint8Array) {
    this.write(data);
    return { ret: wasi.ERRNO_SUCCESS, nwritten: data.byteLength };
  }
}
