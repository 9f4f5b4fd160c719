// Before every other: it lets them load.
import "./guest-stand-ins";

import { Buffer } from "buffer";
import { EventEmitter } from "events/";
import { createBuiltins } from "./guest-builtins";
import { createConsole } from "./guest-console";
import { webCrypto } from "./guest-crypto";
import { installDate } from "./guest-date";
import { completeError, installErrors } from "./guest-errors";
import { fetch, Headers, Response } from "./guest-fetch";
import { ask, deliver, systemError } from "./guest-host";
import { inspect } from "./guest-inspect";
import { installLocale } from "./guest-locale";
import { createModules, Module } from "./guest-modules";
import { createProcess, ExitSignal, type ProcessFacts } from "./guest-process";
import { removeStandIns } from "./guest-stand-ins";
import { TextDecoder, TextEncoder } from "./guest-text-codec";
import { now, runTick, timerFunctions, turn } from "./guest-timers";
import { URL, URLSearchParams } from "./guest-url";

/** The guest's side of `node`: makes the language engine look like Node, and is what the host calls to run the program. */
removeStandIns();
installErrors();

const nativeParse = JSON.parse;
const readable = (text: unknown, reviver?: (key: string, value: unknown) => unknown) => {
  try {
    return nativeParse(text as string, reviver);
  } catch (error) {
    const words = ask<string | null>("jsonFault", String(text));
    throw words === null ? error : new SyntaxError(words);
  }
};
Object.defineProperty(JSON, "parse", { value: readable, writable: true, configurable: true });

function define(values: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
  }
}

define({
  global: globalThis,
  Buffer,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  ...timerFunctions,
  queueMicrotask: (work: () => void) => void Promise.resolve().then(work),
  structuredClone: (value: unknown) => clone(value, new Map()),
  atob: (text: string) => Buffer.from(String(text), "base64").toString("latin1"),
  btoa: (text: string) => Buffer.from(String(text), "latin1").toString("base64"),
  crypto: webCrypto,
  fetch,
  Headers,
  Response,
});

/** What structured cloning keeps: data, with its cycles. */
function clone(value: unknown, seen: Map<object, unknown>): unknown {
  if (typeof value === "function" || typeof value === "symbol") {
    throw Object.assign(new Error(`${String(value)} could not be cloned.`), { name: "DataCloneError" });
  }
  if (typeof value !== "object" || value === null) return value;
  if (seen.has(value)) return seen.get(value);
  if (value instanceof Date) return new Date(value.getTime());
  if (value instanceof RegExp) return new RegExp(value.source, value.flags);
  if (value instanceof ArrayBuffer) return value.slice(0);
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice();
  if (value instanceof Map) {
    const copy = new Map();
    seen.set(value, copy);
    for (const [key, part] of value) copy.set(clone(key, seen), clone(part, seen));
    return copy;
  }
  if (value instanceof Set) {
    const copy = new Set();
    seen.set(value, copy);
    for (const part of value) copy.add(clone(part, seen));
    return copy;
  }
  if (value instanceof Error) return Object.assign(new Error(value.message), { name: value.name, stack: value.stack });
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [] : {};
  seen.set(value, copy);
  for (const [key, part] of Object.entries(value)) (copy as Record<string, unknown>)[key] = clone(part, seen);
  return copy;
}

class Event {
  constructor(readonly type: string) {}
}
class EventTarget {
  #emitter = new EventEmitter();
  addEventListener(type: string, listener: (event: Event) => void): void {
    this.#emitter.on(type, listener);
  }
  removeEventListener(type: string, listener: (event: Event) => void): void {
    this.#emitter.off(type, listener);
  }
  dispatchEvent(event: Event): boolean {
    this.#emitter.emit(event.type, event);
    return true;
  }
}
class AbortSignal extends EventTarget {
  aborted = false;
  reason: unknown;
  onabort: ((event: Event) => void) | null = null;
  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }
  static abort(reason?: unknown): AbortSignal {
    const controller = new AbortController();
    controller.abort(reason);
    return controller.signal;
  }
  static timeout(ms: number): AbortSignal {
    const controller = new AbortController();
    const words = "The operation was aborted due to timeout";
    const reason = Object.assign(new Error(words), { name: "TimeoutError", code: 23 });
    timerFunctions.setTimeout(() => controller.abort(reason), ms).unref();
    return controller.signal;
  }
  static any(signals: Iterable<AbortSignal>): AbortSignal {
    const controller = new AbortController();
    for (const signal of signals) {
      if (signal.aborted) controller.abort(signal.reason);
      else signal.addEventListener("abort", () => controller.abort(signal.reason));
    }
    return controller.signal;
  }
}
class AbortController {
  readonly signal = new AbortSignal();
  abort(
    reason: unknown = Object.assign(new Error("This operation was aborted"), { name: "AbortError", code: 20 }),
  ): void {
    if (this.signal.aborted) return;
    this.signal.aborted = true;
    this.signal.reason = reason;
    this.signal.onabort?.(new Event("abort"));
    this.signal.dispatchEvent(new Event("abort"));
  }
}
define({ Event, EventTarget, AbortSignal, AbortController });

const facts = ask<ProcessFacts>("facts");
const process = createProcess(facts);
const console = createConsole(process);
const startedAt = now();
const performance = { now: () => now() - startedAt, timeOrigin: startedAt, mark() {}, measure() {} };
define({ process, console, performance });
installDate(() => process.env.TZ);
installLocale(() => process.env.TZ);
const builtins = createBuiltins(process, console);
const modules = createModules(builtins);

function settled(text: string): string {
  return JSON.stringify({ handled: false, text });
}

function sourceFrame(error: unknown): string {
  const stack = typeof error === "object" && error !== null ? String((error as Error).stack ?? "") : "";
  const place = /(?:\(|at )((?:file:\/\/)?[^()\s]+|\[(?:eval|stdin)\]):(\d+):(\d+)\)?/.exec(stack);
  if (place === null) return "";
  const [, file = "", line = "1", column = "1"] = place;
  const text = ask<string | null>("sourceLine", file, Number(line));
  if (text === null) return "";
  return `${file}:${line}\n${text}\n${" ".repeat(Math.max(0, Number(column) - 1))}^\n\n`;
}

function uncaughtText(error: unknown, fromPromise: boolean): string {
  completeError(error);
  const isError = error instanceof Error;
  if (fromPromise && !isError) {
    const words =
      "This error originated either by throwing inside of an async function without a catch block, or by rejecting a promise which was not handled with .catch(). The promise rejected with the reason";
    const shown = typeof error === "string" ? `"${error}"` : inspect(error);
    return `[UnhandledPromiseRejection: ${words} ${shown}.] {\n  code: 'ERR_UNHANDLED_REJECTION'\n}`;
  }
  return isError
    ? sourceFrame(error) + inspect(error)
    : `Uncaught:\n${inspect(error)}\n(Use \`throw new Error(…)\` to see where it was thrown)`;
}

/** What the host calls. Every one takes and gives plain texts and numbers, except for the values of the program itself. */
(globalThis as unknown as { __guest: object }).__guest = {
  turn,
  runTick,
  deliver,
  builtin: modules.builtin,
  builtinNames: (name: string) => JSON.stringify(Object.keys(modules.builtin(name) as object)),
  requireFile: (path: string) => modules.load(path).exports,
  runMain: (path: string) => void modules.load(path, "."),
  /** What a script that is no file sees as its own. */
  prepareScript(name: string) {
    const from = `${process.cwd()}/${name}`;
    const module = new Module(name, from);
    module.require = modules.requireFrom(from);
    define({ module, exports: module.exports, require: module.require, __filename: name, __dirname: "." });
    for (const [own, make] of Object.entries(builtins)) {
      if (own.includes("/") || own in globalThis) continue;
      Object.defineProperty(globalThis, own, {
        configurable: true,
        get: make,
        set: (value: unknown) => Object.defineProperty(globalThis, own, { value, writable: true, configurable: true }),
      });
    }
  },
  printValue: (value: unknown) => console.log(value),
  moduleError: (code: string, message: string) => {
    const error = systemError({ code, message });
    Object.defineProperty(error, "stack", { value: `Error [${code}]: ${message}`, writable: true, configurable: true });
    return error;
  },
  syntaxError: (message: string, place: string) => {
    const error = new SyntaxError(message);
    Object.defineProperty(error, "stack", {
      value: `SyntaxError: ${message}\n    at ${place}`,
      writable: true,
      configurable: true,
    });
    return error;
  },
  /** `{ handled }`, or the words that Node prints. */
  uncaught(error: unknown, fromPromise: boolean): string {
    if (error instanceof ExitSignal) return JSON.stringify({ handled: true });
    const event = fromPromise ? "unhandledRejection" : "uncaughtException";
    if (process.listenerCount(event) > 0) {
      process.emit(event, error, fromPromise ? Promise.resolve() : event);
      return JSON.stringify({ handled: true });
    }
    if (fromPromise && process.listenerCount("uncaughtException") > 0) {
      process.emit("uncaughtException", error, event);
      return JSON.stringify({ handled: true });
    }
    process.exitCode = 1;
    return settled(uncaughtText(error, fromPromise));
  },
  beforeExit: () => process.emit("beforeExit", Number(process.exitCode ?? 0)),
  leave: () => process.leave(),
};
