import { importEnginePart, loadEnginePart } from "../../load-engine-part";
import { whileLoading } from "../../loading";
import type { CreateInterpreter } from "./python-program";

/** What every run shares: nothing of it can be changed by one. */
export interface PythonEngine {
  module: WebAssembly.Module;
  library: Uint8Array<ArrayBuffer>;
}

/** Of its three parts together; a test compares it with them. */
export const PYTHON_BYTES = 13_394_199;

let loaded: Promise<PythonEngine> | undefined;

/** Loads the interpreter when the first program runs. */
export function loadPythonEngine(): Promise<PythonEngine> {
  loaded ??= whileLoading("Python", PYTHON_BYTES, async (took) => {
    const [module, library] = await Promise.all([
      loadEnginePart("python.wasm", took).then((bytes) => WebAssembly.compile(bytes)),
      loadEnginePart("python-library.zip", took),
      // The program's own worker imports it, and finds it in the browser's cache.
      loadEnginePart("python.mjs", took),
    ]);
    return { module, library };
  });
  loaded.catch(() => {
    loaded = undefined;
  });
  return loaded;
}

/** The interpreter's own script, from beside the worker, or in Node from its package. */
export async function loadInterpreter(): Promise<CreateInterpreter> {
  const { default: create } = (await importEnginePart("python.mjs")) as { default: CreateInterpreter };
  return create;
}
