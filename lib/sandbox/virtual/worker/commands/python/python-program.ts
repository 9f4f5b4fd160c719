import { FileTree, type TreeChange } from "@/lib/core/sandbox/file-tree";
import type { EmscriptenFiles, StreamOperations } from "./emscripten-files";
import { OutputPost } from "./output-post";
import type { PythonMessage, PythonStart } from "./python-messages";
import { SITE_CUSTOMIZE } from "./site-customize";
import { mountWorkspace } from "./workspace-mount";

/** What is used of the interpreter's Emscripten module. */
interface Interpreter {
  FS: EmscriptenFiles;
  ENV: Record<string, string | undefined>;
  HEAP8: Int8Array;
  _malloc(length: number): number;
  /** Runs what the arguments say, to its end. */
  _run_main(): number;
  /** Ends what is left: handlers at exit, output that is still held. Below 0 when that failed. */
  _Py_FinalizeEx(): number;
  _Py_EMSCRIPTEN_SIGNAL_HANDLING: number;
  Py_EmscriptenSignalBuffer: { 0: number };
}

interface InterpreterSettings {
  API: object;
  arguments: string[];
  thisProgram: string;
  noImageDecoding: true;
  noAudioDecoding: true;
  noWasmDecoding: true;
  locateFile(name: string): string;
  onExit(code: number): void;
  onRuntimeInitialized(): void;
  preRun: ((interpreter: Interpreter) => void)[];
  instantiateWasm(
    imports: { env: WasmFunctions },
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object;
}

type WasmFunctions = Record<string, (...given: never[]) => unknown>;
export type CreateInterpreter = (settings: InterpreterSettings) => Promise<Interpreter>;

export const PYTHON_VERSION = [3, 14] as const;
const [MAJOR, MINOR] = PYTHON_VERSION;
const LIBRARY = `/lib/python${MAJOR}.${MINOR}`;
const SITE_PACKAGES = `${LIBRARY}/site-packages`;
const MOST_MEMORY_BYTES = 1024 * 1024 * 1024;
/** What Emscripten would set by itself. */
const NOTHING_SET = {
  USER: undefined,
  LOGNAME: undefined,
  PATH: undefined,
  PWD: undefined,
  HOME: undefined,
  LANG: undefined,
};
const SIGINT = 2;
const CRASHED = 139;
/** Python's own code for output that could not be written at the end. */
const NOT_FLUSHED = 120;
const ENETUNREACH = 40;
const ENOSYS = 52;
const ENOTSUP = 138;
/** Changes of files reach the shell at least this often while the program runs. */
const SYNC_INTERVAL_MS = 50;

/**
 * Runs one program in an interpreter of its own and sends what it prints, what it changes and how it ends. `shouldStop` is
 * asked while it runs, for a place that cannot be ended from outside.
 */
export async function runPython(
  create: CreateInterpreter,
  start: PythonStart,
  post: (message: PythonMessage) => void,
  shouldStop: () => boolean = () => false,
): Promise<void> {
  const output = new OutputPost((pieces) => post({ type: "output", pieces }));
  const tree = treeOf(start);
  let lastSync = performance.now();
  const sync = (): void => {
    lastSync = performance.now();
    const changes = tree.takeChanges();
    if (changes.length > 0) post({ type: "changes", changes: changes.map(withOwnBuffer) });
  };
  /** Called all the time: by the interpreter between its steps, and while it sleeps. */
  const beat = (): void => {
    output.postDue();
    if (performance.now() - lastSync > SYNC_INTERVAL_MS) sync();
  };

  let exited: number | undefined;
  let exitCode: number;
  try {
    const interpreter = await startInterpreter(create, start, {
      tree,
      output,
      beat,
      onExit: (code) => {
        exited = code;
      },
    });
    if (exited === undefined) {
      interpreter.Py_EmscriptenSignalBuffer = {
        get 0() {
          beat();
          return shouldStop() ? SIGINT : 0;
        },
        set 0(_taken) {},
      };
      interpreter.HEAP8[interpreter._Py_EMSCRIPTEN_SIGNAL_HANDLING] = 1;
      exited = interpreter._run_main();
      if (interpreter._Py_FinalizeEx() < 0) exited = NOT_FLUSHED;
    }
    exitCode = exited;
  } catch (error) {
    if (exited === undefined) output.write("stderr", new TextEncoder().encode(crashText(error)));
    exitCode = exited ?? CRASHED;
  }
  output.post();
  sync();
  post({ type: "end", exitCode: exitCode & 0xff });
}

interface Surroundings {
  tree: FileTree;
  output: OutputPost;
  beat: () => void;
  onExit: (code: number) => void;
}

function startInterpreter(create: CreateInterpreter, start: PythonStart, around: Surroundings): Promise<Interpreter> {
  return new Promise((resolve, reject) => {
    let interpreter: Interpreter;
    create({
      API: { config: { jsglobals: {}, env: {} }, runtimeEnv: {} },
      // Nothing that the interpreter compiles is left among the files.
      arguments: ["-B", ...start.given],
      thisProgram: "/usr/bin/python3",
      noImageDecoding: true,
      noAudioDecoding: true,
      noWasmDecoding: true,
      locateFile: (name) => name,
      onExit(code) {
        around.onExit(code);
        // `python3 -V` ends before there is anything to run.
        resolve(interpreter);
      },
      onRuntimeInitialized() {
        // Modes tell what a file is for; whoever runs a command may do everything, here as in the shell.
        interpreter.FS.ignorePermissions = true;
      },
      preRun: [
        (made) => {
          interpreter = made;
          layOut(made, start, around);
        },
      ],
      instantiateWasm(imports, done) {
        Object.assign(imports.env, wasmFunctions(imports.env, around.beat));
        WebAssembly.instantiate(start.module, imports as unknown as WebAssembly.Imports).then(
          (instance) => done(instance, start.module),
          reject,
        );
        return {};
      },
    }).then(resolve, reject);
  });
}

/** What the interpreter asks of its place and gets another way than in a page of its own. */
function wasmFunctions(given: WasmFunctions, beat: () => void): WasmFunctions {
  const marker = Symbol("error");
  const resize = given.emscripten_resize_heap as (bytes: number) => boolean;
  const functions: WasmFunctions = {
    emscripten_resize_heap: (bytes: number) => (bytes >>> 0 > MOST_MEMORY_BYTES ? false : resize(bytes)),
    emscripten_get_now: () => {
      beat();
      return performance.now();
    },
  };
  // Emscripten would try a WebSocket, and in Node the machine's own shell.
  functions.__syscall_connect = () => -ENETUNREACH;
  functions.__syscall_listen = () => -ENOTSUP;
  functions._emscripten_system = () => -ENOSYS;
  functions.Jsv_GetError_import = () => marker;
  functions.JsvError_Check = (value: unknown) => value === marker;
  return functions;
}

function layOut(interpreter: Interpreter, start: PythonStart, { tree, output }: Surroundings): void {
  const { FS, ENV } = interpreter;
  FS.mkdirTree(SITE_PACKAGES);
  FS.mkdirTree(`${LIBRARY}/lib-dynload`);
  FS.writeFile(`/lib/python${MAJOR}${MINOR}.zip`, start.library, { canOwn: true });
  FS.writeFile(`${SITE_PACKAGES}/sitecustomize.py`, new TextEncoder().encode(SITE_CUSTOMIZE), { canOwn: true });
  for (const directory of ["/home/web_user", "/home", "/tmp"]) FS.rmdir(directory);
  FS.ignorePermissions = true;
  mountWorkspace(FS, tree, {
    allocate: (length) => interpreter._malloc(length),
    bytes: () => interpreter.HEAP8,
  });
  FS.init(
    () => null,
    () => {},
    () => {},
  );
  let read = 0;
  const operations: StreamOperations[] = [
    {
      read: (_stream, memory, offset, length) => {
        const piece = start.stdin.subarray(read, read + length);
        memory.set(piece, offset);
        read += piece.byteLength;
        return piece.byteLength;
      },
    },
    ...(["stdout", "stderr"] as const).map(
      (name): StreamOperations => ({
        write: (_stream, memory, offset, length) => {
          output.write(name, new Uint8Array(memory.slice(offset, offset + length)));
          return length;
        },
      }),
    ),
  ];
  for (const [descriptor, own] of operations.entries()) {
    const stream = FS.streams[descriptor];
    if (stream === undefined || stream === null) throw new Error("The interpreter has no standard streams.");
    // Shared with whoever opens the device by its name.
    Object.assign(stream.stream_ops, own);
  }
  Object.assign(ENV, NOTHING_SET, start.env);
  FS.chdir(start.cwd);
}

function treeOf({ files, mounts, limits }: PythonStart): FileTree {
  const tree = new FileTree(limits);
  tree.mounts.asHost(() => {
    for (const [path, entry] of files) tree.put(path, entry);
  });
  for (const [path, mode] of mounts) tree.mounts.set(path, mode);
  tree.takeChanges();
  return tree;
}

/** A view on a larger buffer would be sent with all of that buffer. */
function withOwnBuffer(change: TreeChange): TreeChange {
  const { entry } = change;
  if (entry?.type !== "file" || entry.data.byteLength === entry.data.buffer.byteLength) return change;
  return { ...change, entry: { ...entry, data: entry.data.slice() } };
}

function crashText(error: unknown): string {
  if (error instanceof RangeError) return "python3: the program is nested too deeply for the interpreter\n";
  const reason = error instanceof Error ? error.message : String(error);
  return `python3: the interpreter crashed: ${reason}\n`;
}
