/** What is used of Emscripten's file system. */
interface ProgramFiles {
  init(input: () => number | null, output: (byte: number | null) => void, error: (byte: number | null) => void): void;
  mkdirTree(path: string): void;
  writeFile(path: string, data: Uint8Array): void;
  chdir(path: string): void;
  streams: { stream_ops: { write?: WriteOperation } }[];
}

type WriteOperation = (stream: unknown, memory: Int8Array, offset: number, length: number) => number;

export interface JqProgram {
  FS: ProgramFiles;
  /** Runs to the end and gives the exit code; the program ends with it. */
  callMain(given: string[]): number;
}

interface JqStart {
  thisProgram: string;
  environment: Record<string, string | undefined>;
  memoryLimit: number;
  instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): object;
  preRun: ((program: JqProgram) => void)[];
}

type StartJq = (start: JqStart) => Promise<JqProgram>;

/** Numbers and lists of a large document take some ten times its text. */
const MEMORY_BYTES = 512 * 1024 * 1024;

let engine: Promise<{ start: StartJq; module: WebAssembly.Module }> | undefined;

export interface JqStreams {
  input: () => number | null;
  output: (bytes: Uint8Array) => void;
  error: (bytes: Uint8Array) => void;
}

/** A fresh jq for one run; only its compiled code is shared. */
export async function startJq(environment: Readonly<Record<string, string>>, streams: JqStreams): Promise<JqProgram> {
  engine ??= load();
  const { start, module } = await engine.catch((error: unknown) => {
    engine = undefined;
    throw error;
  });
  const unset = {
    USER: undefined,
    LOGNAME: undefined,
    PATH: undefined,
    PWD: undefined,
    HOME: undefined,
    LANG: undefined,
  };
  const program = await start({
    thisProgram: "jq",
    environment: { ...unset, _: "/usr/bin/jq", ...environment },
    memoryLimit: MEMORY_BYTES,
    instantiateWasm(imports, done) {
      void WebAssembly.instantiate(module, imports).then(done);
      return {};
    },
    preRun: [
      ({ FS }) =>
        FS.init(
          streams.input,
          () => {},
          () => {},
        ),
    ],
  });
  writeTo(program, 1, streams.output);
  writeTo(program, 2, streams.error);
  return program;
}

/** Emscripten's own device turns an exception into a failed write, which jq ignores: it would print for ever. */
function writeTo({ FS }: JqProgram, descriptor: 1 | 2, take: (bytes: Uint8Array) => void): void {
  const stream = FS.streams[descriptor];
  if (stream === undefined) throw new Error("jq has no standard streams");
  const write: WriteOperation = (_stream, memory, offset, length) => {
    take(new Uint8Array(memory.buffer, memory.byteOffset + offset, length));
    return length;
  };
  stream.stream_ops = { ...stream.stream_ops, write };
}

async function load() {
  const { default: start } = (await import(/* @vite-ignore */ address("jq.js"))) as { default: StartJq };
  return { start, module: await WebAssembly.compile(await wasmBytes(address("jq.wasm"))) };
}

/** `scripts/lay-jq.mjs` lays both files beside the built worker. Unit tests have no such place, only the folder. */
function address(name: string): string {
  return globalThis.location === undefined
    ? new URL(`../../../../../../public/workers/${name}`, import.meta.url).href
    : new URL(`/workers/${name}`, globalThis.location.origin).href;
}

async function wasmBytes(url: string): Promise<BufferSource> {
  if (url.startsWith("file:")) {
    const files = globalThis.process.getBuiltinModule("node:fs/promises");
    return new Uint8Array(await files.readFile(new URL(url)));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`jq could not be loaded (${response.status})`);
  return response.arrayBuffer();
}
