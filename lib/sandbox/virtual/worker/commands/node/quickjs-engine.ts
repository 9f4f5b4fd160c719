import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSWASMModule, RELEASE_SYNC } from "quickjs-emscripten";
import { loadEnginePart } from "../../load-engine-part";

/** A language engine of its own, with what of its insides the rejections of promises need. */
export interface Engine {
  quickjs: QuickJSWASMModule;
  memory: WebAssembly.Memory;
  table: WebAssembly.Table;
}

const TABLE_NAME = "table";
const EXPORT_SECTION = 7;
const TABLE_KIND = 1;

let compiled: Promise<WebAssembly.Module> | undefined;

/** A fresh instance for every program: what one has taken of memory is gone with it. */
export async function createEngine(): Promise<Engine> {
  compiled ??= loadEnginePart("quickjs.wasm").then((bytes) => WebAssembly.compile(withTableExport(bytes)));
  compiled.catch(() => {
    compiled = undefined;
  });
  const module = await compiled;
  let memory: WebAssembly.Memory | undefined;
  let table: WebAssembly.Table | undefined;
  const variant = newVariant(RELEASE_SYNC, {
    emscriptenModule: {
      instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) {
        memory = Object.values(imports)
          .flatMap((names) => Object.values(names))
          .find((value) => value instanceof WebAssembly.Memory);
        void WebAssembly.instantiate(module, imports).then((instance) => {
          table = instance.exports[TABLE_NAME] as WebAssembly.Table;
          done(instance);
        });
        return {};
      },
    },
  });
  const quickjs = await newQuickJSWASMModuleFromVariant(variant);
  if (memory === undefined || table === undefined) throw new Error("The language engine has an unknown shape.");
  return { quickjs, memory, table };
}

/** The module with its table of functions among its exports. */
export function withTableExport(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  let at = 8;
  while (at < bytes.length) {
    const id = bytes[at];
    const [size, body] = readNumber(bytes, at + 1);
    if (id === EXPORT_SECTION) {
      const [count, first] = readNumber(bytes, body);
      const name = new TextEncoder().encode(TABLE_NAME);
      const added = [name.length, ...name, TABLE_KIND, 0];
      const content = [...writeNumber(count + 1), ...bytes.subarray(first, body + size), ...added];
      return Uint8Array.from([
        ...bytes.subarray(0, at),
        EXPORT_SECTION,
        ...writeNumber(content.length),
        ...content,
        ...bytes.subarray(body + size),
      ]);
    }
    at = body + size;
  }
  throw new Error("The language engine exports nothing.");
}

function readNumber(bytes: Uint8Array, at: number): [value: number, next: number] {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at] as number;
    at += 1;
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return [value >>> 0, at];
  }
}

function writeNumber(value: number): number[] {
  const bytes: number[] = [];
  do {
    bytes.push((value & 0x7f) | (value > 0x7f ? 0x80 : 0));
    value >>>= 7;
  } while (value > 0);
  return bytes;
}
