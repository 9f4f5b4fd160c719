/** The language itself and what the interpreter needs; nothing of it reaches beyond the worker. */
const KEPT = new Set([
  ...["AggregateError", "Array", "ArrayBuffer", "Atomics", "BigInt", "BigInt64Array", "BigUint64Array", "Boolean"],
  ...["DataView", "Date", "Error", "EvalError", "FinalizationRegistry", "Float16Array", "Float32Array"],
  ...["Float64Array", "Function", "Infinity", "Int16Array", "Int32Array", "Int8Array", "Intl", "Iterator", "JSON"],
  ...["Map", "Math", "NaN", "Number", "Object", "Promise", "Proxy", "RangeError", "ReferenceError", "Reflect"],
  ...["RegExp", "Set", "SharedArrayBuffer", "String", "SuppressedError", "Symbol", "SyntaxError", "TypeError"],
  ...["URIError", "Uint16Array", "Uint32Array", "Uint8Array", "Uint8ClampedArray", "WeakMap", "WeakRef", "WeakSet"],
  ...["WebAssembly", "decodeURI", "decodeURIComponent", "encodeURI", "encodeURIComponent", "globalThis"],
  ...["isFinite", "isNaN", "parseFloat", "parseInt", "undefined", "constructor", "DOMException"],
  ...["TextDecoder", "TextEncoder", "WorkerGlobalScope", "atob", "btoa", "clearInterval", "clearTimeout", "console"],
  ...["crypto", "performance", "queueMicrotask", "setInterval", "setTimeout", "structuredClone", "location", "self"],
]);

/**
 * Takes from this worker, for good, every way out of it: network, storage, other workers, messages, and making code from
 * text. A program that breaks out of the interpreter's memory finds only the language.
 */
export function confineRealm(): void {
  for (let holder: object = globalThis; holder !== Object.prototype; holder = Object.getPrototypeOf(holder)) {
    for (const name of Reflect.ownKeys(holder)) {
      if (typeof name !== "string" || KEPT.has(name) || Reflect.deleteProperty(holder, name)) continue;
      const stays = Reflect.getOwnPropertyDescriptor(holder, name);
      if (typeof stays?.value !== "number") throw new Error(`${name} cannot be taken from the worker.`);
    }
    if (Object.getPrototypeOf(holder) === null) break;
  }
  const kinds = [() => {}, async () => {}, function* () {}, async function* () {}];
  for (const kind of kinds) {
    Object.defineProperty(Object.getPrototypeOf(kind), "constructor", { value: undefined });
  }
}
