import { importEnginePart, loadEnginePart } from "../../load-engine-part";
import type { CreateInterpreter } from "./python-program";

/** What every run shares: nothing of it can be changed by one. */
export interface PythonEngine {
  module: WebAssembly.Module;
  library: Uint8Array<ArrayBuffer>;
}

let loaded: Promise<PythonEngine> | undefined;

/** Loads the interpreter when the first program runs. */
export function loadPythonEngine(): Promise<PythonEngine> {
  loaded ??= Promise.all([
    loadEnginePart("python.wasm").then((bytes) => WebAssembly.compile(bytes)),
    loadEnginePart("python-library.zip"),
  ]).then(([module, library]) => ({ module, library }));
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
