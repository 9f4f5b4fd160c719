import assert from "assert/";
import * as bufferModule from "buffer";
import { EventEmitter } from "events/";
import path from "path-browserify";
import { StringDecoder } from "string_decoder/";
import { childProcess } from "./guest-child-process";
import { cryptoModule } from "./guest-crypto";
import { fs, fsPromises } from "./guest-fs-module";
import { ask, codedError } from "./guest-host";
import { format, formatWithOptions, inspect, stripVTControlCharacters } from "./guest-inspect";
import { formatUrl, parseUrl, resolveUrl, Url } from "./guest-legacy-url";
import { parseArgs } from "./guest-parse-args";
import type { GuestProcess } from "./guest-process";
import { PROMISIFIED } from "./guest-promisified";
import { readlineModule, readlinePromises } from "./guest-readline";
import { streamConsumers, streamModule, streamPromises } from "./guest-stream";
import { createTestModule } from "./guest-test";
import { now, timerFunctions } from "./guest-timers";
import { fileUrlToPath, pathToFileUrl, URL, URLSearchParams } from "./guest-url";
import { zlibModule } from "./guest-zlib";

type AnyFunction = (...given: unknown[]) => unknown;

function promisify(work: AnyFunction & { [PROMISIFIED]?: AnyFunction }): AnyFunction {
  if (typeof work !== "function") {
    throw codedError("ERR_INVALID_ARG_TYPE", 'The "original" argument must be of type function', TypeError);
  }
  const own = work[PROMISIFIED];
  if (own !== undefined) return own;
  return function (this: unknown, ...given: unknown[]) {
    return new Promise((resolve, reject) => {
      work.call(this, ...given, (error: unknown, value: unknown) => (error ? reject(error) : resolve(value)));
    });
  };
}

function callbackify(work: (...given: unknown[]) => Promise<unknown>): AnyFunction {
  return function (this: unknown, ...given: unknown[]) {
    const done = given.pop() as (error: unknown, value?: unknown) => void;
    work.apply(this, given).then(
      (value) => timerFunctions.setImmediate(() => done(null, value)),
      (error: unknown) => timerFunctions.setImmediate(() => done(error)),
    );
  };
}

function inherits(child: { prototype: object; super_?: unknown }, parent: { prototype: object }): void {
  child.super_ = parent;
  Object.setPrototypeOf(child.prototype, parent.prototype);
}

function deepEqual(one: unknown, other: unknown): boolean {
  try {
    assert.deepStrictEqual(one, other);
    return true;
  } catch {
    return false;
  }
}

interface SleepTools {
  promises: Record<string, unknown>;
}
function timersPromises(): SleepTools["promises"] {
  return {
    setTimeout: (ms: number, value?: unknown) =>
      new Promise((resolve) => timerFunctions.setTimeout(() => resolve(value), ms)),
    setImmediate: (value?: unknown) => new Promise((resolve) => timerFunctions.setImmediate(() => resolve(value))),
    scheduler: {
      wait: (ms: number) => new Promise((resolve) => timerFunctions.setTimeout(() => resolve(undefined), ms)),
    },
  };
}

function osModule(process: GuestProcess) {
  return {
    EOL: "\n",
    devNull: "/dev/null",
    platform: () => "linux",
    type: () => "Linux",
    arch: () => process.arch,
    release: () => "embedded",
    version: () => "embedded shell",
    machine: () => process.arch,
    hostname: () => "localhost",
    homedir: () => process.env.HOME ?? "/home/user",
    tmpdir: () => process.env.TMPDIR ?? "/tmp",
    endianness: () => "LE",
    cpus: () => [],
    availableParallelism: () => 1,
    totalmem: () => 64 * 1024 * 1024,
    freemem: () => Math.max(0, 64 * 1024 * 1024 - ask<number>("memoryUsed")),
    loadavg: () => [0, 0, 0],
    uptime: () => now() / 1000,
    networkInterfaces: () => ({}),
    userInfo: () => ({ uid: 1000, gid: 1000, username: "user", homedir: "/home/user", shell: "/bin/bash" }),
    constants: { signals: { SIGINT: 2, SIGKILL: 9, SIGTERM: 15 } },
  };
}

const TYPED_ARRAY = Object.getPrototypeOf(Uint8Array) as new () => object;

const isEvaluated = (options: readonly string[]) => options.some((word) => /^(-e|-p|-pe|--eval|--print)\b/.test(word));

const urlModule = {
  URL,
  URLSearchParams,
  Url,
  parse: parseUrl,
  resolve: resolveUrl,
  format: formatUrl,
  fileURLToPath: fileUrlToPath,
  pathToFileURL: pathToFileUrl,
};

export function createBuiltins(process: GuestProcess, console: unknown): Record<string, () => unknown> {
  const { posix = path } = path as { posix?: typeof path };
  const kindOf = (value: unknown) => Object.prototype.toString.call(value).slice(8, -1);
  const util = {
    inspect,
    format,
    formatWithOptions,
    promisify: Object.assign(promisify, { custom: PROMISIFIED }),
    callbackify,
    inherits,
    deprecate: (work: AnyFunction) => work,
    debuglog: () => () => {},
    isDeepStrictEqual: deepEqual,
    stripVTControlCharacters,
    isArray: Array.isArray,
    TextEncoder,
    TextDecoder,
    parseArgs: (settings = {}) => parseArgs(settings, process.argv.slice(isEvaluated(process.execArgv) ? 1 : 2)),
    types: {
      isDate: (value: unknown) => value instanceof Date,
      isRegExp: (value: unknown) => value instanceof RegExp,
      isPromise: (value: unknown) => value instanceof Promise,
      isMap: (value: unknown) => value instanceof Map,
      isSet: (value: unknown) => value instanceof Set,
      isWeakMap: (value: unknown) => value instanceof WeakMap,
      isWeakSet: (value: unknown) => value instanceof WeakSet,
      isNativeError: (value: unknown) => value instanceof Error,
      isTypedArray: (value: unknown) => value instanceof TYPED_ARRAY,
      isUint8Array: (value: unknown) => value instanceof Uint8Array,
      isArrayBuffer: (value: unknown) => value instanceof ArrayBuffer,
      isAnyArrayBuffer: (value: unknown) => value instanceof ArrayBuffer,
      isArrayBufferView: (value: unknown) => ArrayBuffer.isView(value),
      isAsyncFunction: (value: unknown) => /^Async/.test(kindOf(value)),
      isGeneratorFunction: (value: unknown) => /GeneratorFunction$/.test(kindOf(value)),
      isGeneratorObject: (value: unknown) => kindOf(value) === "Generator",
      isBoxedPrimitive: (value: unknown) =>
        typeof value === "object" && /^(Number|String|Boolean|Symbol|BigInt)$/.test(kindOf(value)),
    },
  };
  const querystring = {
    parse: (text: string) => Object.fromEntries(new URLSearchParams(text)),
    stringify: (value: Record<string, unknown>) => new URLSearchParams(value).toString(),
    escape: encodeURIComponent,
    unescape: decodeURIComponent,
  };
  const events = Object.assign(EventEmitter, { EventEmitter });
  const once = <T>(make: () => T) => {
    let made: { value: T } | undefined;
    return () => {
      made ??= { value: make() };
      return made.value;
    };
  };
  return {
    assert: () => assert,
    "assert/strict": () => assert.strict,
    buffer: () => bufferModule,
    child_process: once(() => childProcess(process)),
    console: () => console,
    crypto: () => cryptoModule,
    events: () => events,
    fs: () => fs,
    "fs/promises": () => fsPromises,
    os: once(() => osModule(process)),
    path: () => Object.assign(path, { posix }),
    "path/posix": () => posix,
    perf_hooks: () => ({ performance: (globalThis as { performance?: unknown }).performance }),
    process: () => process,
    querystring: () => querystring,
    readline: () => readlineModule,
    "readline/promises": () => readlinePromises,
    stream: () => streamModule,
    "stream/consumers": () => streamConsumers,
    "stream/promises": () => streamPromises,
    string_decoder: () => ({ StringDecoder }),
    test: once(createTestModule(process)),
    timers: () => timerFunctions,
    "timers/promises": once(timersPromises),
    url: () => urlModule,
    util: () => util,
    "util/types": () => util.types,
    zlib: () => zlibModule,
  };
}
