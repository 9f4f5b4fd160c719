import {
  isFail,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type VmCallResult,
} from "quickjs-emscripten";
import { bytesFromText, textFromBytes } from "../../byte-text";
import { timeZone } from "../tool/time-zone";
import { type Compression, compressBytes } from "./compress-bytes";
import { deriveKey, digest, digestNames, hasDigest, type KeyRequest } from "./digests";
import guestCode from "./guest/guest.ts?bundled";
import { type LocaleRequest, localized, zoneName } from "./localized";
import {
  commonJsNames,
  initLexer,
  javaScriptOf,
  looksLikeModule,
  moduleOver,
  SourceFault,
  withMeta,
} from "./module-source";
import { CallFailure, type ProgramFiles } from "./program-files";
import { PromiseRejections } from "./promise-rejections";
import { createEngine } from "./quickjs-engine";
import { declaredFormat, type ModuleFormat, resolveModule } from "./resolve-module";
import type { TestResult } from "./test-result";

export interface ProgramFacts {
  argv: string[];
  execArgv: string[];
  env: Record<string, string>;
  version: string;
  versions: Record<string, string>;
}

export type ProgramStart =
  | { kind: "file"; path: string }
  /** Only whether it can be read as a program. */
  | { kind: "check"; path: string }
  | { kind: "script"; name: "[eval]" | "[stdin]"; source: string; prints: boolean; asModule: boolean };

export interface ProgramHost {
  files: ProgramFiles;
  facts: ProgramFacts;
  stdin: Uint8Array;
  /** Asked often; true ends the program where it stands. */
  shouldStop(): boolean;
  /** Resolves after so many milliseconds, or when the program is to be stopped. */
  wait(ms: number): Promise<void>;
  write(stream: "stdout" | "stderr", bytes: Uint8Array): void;
  exec(command: string, cwd: string, env: Record<string, string>, stdin?: string): Promise<unknown>;
  fetch(request: unknown): Promise<unknown>;
  /** Which tests of `node:test` are to run, and who hears how each ended. */
  tests: { filter: TestFilter; add(result: TestResult): void };
}

export interface TestFilter {
  /** Regular expressions; the name of a test has to match one when there are any. */
  patterns: readonly string[];
  /** Only what is marked with `only`. */
  onlyMarked: boolean;
}

export type ProgramEnd = { kind: "exited"; code: number } | { kind: "stopped" };

const MEMORY_BYTES = 64 * 1024 * 1024;
/** A worker's own stack is small, and the engine's calls lie on it. */
const STACK_BYTES = 160 * 1024;
const UNSETTLED_EXIT_CODE = 13;
/** Its length is known to the guest, which takes it off the columns of the first line. */
const WRAPPER = ["(function (exports, require, module, __filename, __dirname) { ", "\n})"] as const;
const UNRESOLVED = "unresolved:";
const INTERNAL = 'globalThis[Symbol.for("node:internal")]';

/** One run of a JavaScript program, in a language engine of its own that is gone when it ends. */
export async function runProgram(host: ProgramHost, start: ProgramStart): Promise<ProgramEnd> {
  const [engine] = await Promise.all([createEngine(), initLexer()]);
  const runtime = engine.quickjs.newRuntime();
  runtime.setMemoryLimit(MEMORY_BYTES);
  runtime.setMaxStackSize(STACK_BYTES);
  const context = runtime.newContext();
  const rejections = PromiseRejections.watch(engine, runtime, context);
  // The instance is dropped whole, with everything in it; a program that was cut off leaves handles that cannot be given back.
  return new Program(host, runtime, context, rejections).run(start);
}

type Fault = { code: string; message: string; syscall?: string; path?: string; dest?: string };

class Program {
  private exitCode: number | undefined;
  private wasStopped = false;
  private readonly inbox: { id: number; answer: string }[] = [];
  private wake: () => void = () => {};
  private readonly formats = new Map<string, ModuleFormat>();
  private readonly scripts = new Map<string, string>();
  private readonly unresolved: unknown[] = [];
  private mainPromise: QuickJSHandle | undefined;

  constructor(
    private readonly host: ProgramHost,
    private readonly runtime: QuickJSRuntime,
    private readonly context: QuickJSContext,
    private readonly rejections: PromiseRejections,
  ) {}

  async run(start: ProgramStart): Promise<ProgramEnd> {
    this.runtime.setInterruptHandler(() => {
      if (this.exitCode === undefined) this.wasStopped ||= this.host.shouldStop();
      return this.wasStopped || this.exitCode !== undefined;
    });
    this.runtime.setModuleLoader(
      (path) => this.loadModule(path),
      (from, name) => this.normalise(from, name),
    );
    try {
      this.installHost();
      this.context.unwrapResult(this.context.evalCode(guestCode, "node:internal/guest")).dispose();
      this.context.unwrapResult(
        this.context.evalCode(
          `Object.defineProperty(globalThis, Symbol.for("node:internal"), { value: __guest }); delete globalThis.__guest;`,
        ),
      );
      this.begin(start);
      await this.loop();
    } catch (error) {
      if (this.isOver()) return this.end();
      // The engine's calls lie on the worker's stack, which may be full before the engine's own limit is reached.
      if (!(error instanceof RangeError)) throw error;
      this.say("RangeError: Maximum call stack size exceeded\n");
      this.exitCode = 1;
    }
    return this.end();
  }

  private end(): ProgramEnd {
    if (this.wasStopped) return { kind: "stopped" };
    return { kind: "exited", code: this.exitCode ?? 0 };
  }

  private isOver(): boolean {
    return this.wasStopped || this.exitCode !== undefined;
  }

  private begin(start: ProgramStart): void {
    if (start.kind === "file") {
      if (this.formatOf(start.path) === "module") this.evaluateModule(`import ${JSON.stringify(start.path)};`);
      else this.guest("runMain", start.path);
    } else if (start.kind === "check") this.check(start.path);
    else this.beginScript(start);
    this.settle();
  }

  private check(path: string): void {
    // What it imports is another matter.
    this.runtime.setModuleLoader(
      () => "",
      (_from, name) => name,
    );
    try {
      const source = this.sourceOf(path);
      const result =
        this.formatOf(path) === "module"
          ? this.context.evalCode(source, path, { type: "module", compileOnly: true })
          : this.context.evalCode(WRAPPER.join(source), path, { compileOnly: true });
      if (isFail(result)) this.uncaught(result.error, false);
    } catch (error) {
      this.uncaught(this.moduleError(error), false);
    }
  }

  private beginScript({ name, source, prints, asModule }: Extract<ProgramStart, { kind: "script" }>): void {
    const text = source.replace(/^#!/, "//");
    this.scripts.set(name, text);
    this.guest("prepareScript", name);
    const isScript = !asModule && (this.canCompile(`(function () {${text}\n})`, name) || !looksLikeModule(text));
    if (!isScript) {
      this.evaluateModule(withMeta(`${this.host.files.cwd}/${name}`, text), name);
      return;
    }
    const result = this.context.evalCode(text, name);
    if (isFail(result)) this.uncaught(result.error, false);
    else {
      if (prints) this.guest("printValue", result.value);
      if (result.value.alive) result.value.dispose();
    }
  }

  private evaluateModule(source: string, name = "node:internal/main"): void {
    const result = this.context.evalCode(source, name, { type: "module" });
    if (isFail(result)) this.uncaught(result.error, false);
    else this.mainPromise = result.value;
  }

  /** Until nothing is left to wait for, as Node's own loop does. */
  private async loop(): Promise<void> {
    let isLast = false;
    for (;;) {
      if (this.isOver()) return;
      for (const { id, answer } of this.inbox.splice(0)) {
        this.guest("deliver", id, answer);
        this.settle();
        isLast = false;
      }
      const pause = this.guestNumber("turn");
      this.settle();
      if (this.isOver()) return;
      if (pause > 0) {
        await Promise.race([
          this.host.wait(pause),
          new Promise<void>((resolve) => {
            this.wake = resolve;
            if (this.inbox.length > 0) resolve();
          }),
        ]);
        this.wasStopped ||= this.host.shouldStop();
      } else if (pause < 0) {
        if (isLast) break;
        isLast = true;
        this.guest("beforeExit");
        this.settle();
      } else isLast = false;
    }
    const isUnsettled = this.mainPromise !== undefined && this.isPending(this.mainPromise);
    if (isUnsettled) this.say("Warning: Detected unsettled top-level await\n");
    const code = this.guestNumber("leave");
    this.exitCode ??= isUnsettled && code === 0 ? UNSETTLED_EXIT_CODE : code;
  }

  private isPending(handle: QuickJSHandle): boolean {
    return this.context.getPromiseState(handle).type === "pending";
  }

  /** Everything that has to happen before the next callback: ticks, then promises, then what nobody handles. */
  private settle(): void {
    do {
      while (!this.isOver() && this.guestNumber("runTick") === 1) this.runJobs();
      this.runJobs();
    } while (!this.isOver() && this.guestNumber("runTick") === 1);
    for (let reason = this.rejections.take(); reason !== undefined; reason = this.rejections.take()) {
      if (this.isOver()) return;
      this.uncaught(reason, true);
    }
  }

  private runJobs(): void {
    while (!this.isOver() && this.runtime.hasPendingJob()) {
      const result = this.runtime.executePendingJobs();
      if (isFail(result)) this.uncaught(result.error, false);
    }
  }

  private uncaught(error: QuickJSHandle, fromPromise: boolean): void {
    if (this.isOver()) return;
    const answer = this.callGuest("uncaught", error, fromPromise ? this.context.true : this.context.false);
    if (isFail(answer)) {
      if (this.isOver()) return;
      const dump = this.context.dump(answer.error);
      this.say(`${typeof dump === "object" ? `${dump?.name}: ${dump?.message}` : String(dump)}\n`);
      this.exitCode = 1;
      return;
    }
    const { handled, text } = JSON.parse(this.context.getString(answer.value)) as { handled: boolean; text?: string };
    if (handled) return;
    this.say(`${text}\n\nQuickJS ${this.host.facts.versions.quickjs} (node of the embedded shell)\n`);
    const code = this.guestNumber("leave");
    this.exitCode = code === 0 ? 1 : code;
  }

  private say(text: string): void {
    this.host.write("stderr", new TextEncoder().encode(text));
  }

  // Calls into the guest

  private callGuest(name: string, ...given: QuickJSHandle[]): VmCallResult<QuickJSHandle> {
    const { context } = this;
    const internal = context.unwrapResult(context.evalCode(INTERNAL));
    const work = context.getProp(internal, name);
    try {
      return context.callFunction(work, context.undefined, ...given);
    } finally {
      work.dispose();
      internal.dispose();
    }
  }

  private guest(name: string, ...given: (string | number | QuickJSHandle)[]): void {
    const result = this.callGuest(name, ...given.map((value) => this.handleOf(value)));
    if (isFail(result)) this.uncaught(result.error, false);
    else result.value.dispose();
  }

  /** A number, 1 for true, 0 for what was thrown. */
  private guestNumber(name: string): number {
    const result = this.callGuest(name);
    if (isFail(result)) {
      this.uncaught(result.error, false);
      return name === "runTick" ? 1 : 0;
    }
    const value: unknown = this.context.dump(result.value);
    result.value.dispose();
    return Number(value);
  }

  private handleOf(value: string | number | QuickJSHandle): QuickJSHandle {
    if (typeof value === "string") return this.context.newString(value);
    return typeof value === "number" ? this.context.newNumber(value) : value;
  }

  // Modules

  private formatOf(path: string): ModuleFormat {
    const known = this.formats.get(path);
    if (known !== undefined) return known;
    const format = declaredFormat(this.host.files, path) ?? this.formatByText(path);
    this.formats.set(path, format);
    return format;
  }

  private formatByText(path: string): ModuleFormat {
    let source: string;
    try {
      source = this.sourceOf(path);
    } catch (error) {
      if (error instanceof SourceFault) return "commonjs";
      throw error;
    }
    if (!looksLikeModule(source) || this.canCompile(WRAPPER.join(source), path)) return "commonjs";
    return "module";
  }

  private canCompile(source: string, name: string): boolean {
    const result = this.context.evalCode(source, name);
    if (isFail(result)) result.error.dispose();
    else result.value.dispose();
    return !isFail(result);
  }

  private sourceOf(path: string): string {
    return javaScriptOf(path, new TextDecoder().decode(this.host.files.read(path)));
  }

  /** A name that leads nowhere is given on, because only the loader can fail with an error of the guest. */
  private normalise(from: string, name: string): string {
    try {
      if (from === "node:internal/main") return name;
      const found = resolveModule(this.host.files, name, this.placeOf(from), "import");
      return found.kind === "builtin" ? `node:${found.name}` : found.path;
    } catch (error) {
      this.unresolved.push(error);
      return `${UNRESOLVED}${this.unresolved.length - 1}`;
    }
  }

  /** A script that is no file resolves as if it lay in the working directory. */
  private placeOf(name: string): string {
    return name.startsWith("/") ? name : `${this.host.files.cwd}/${name.replace(/^node:internal\//, "")}`;
  }

  private loadModule(path: string): string | { error: QuickJSHandle } {
    try {
      if (path.startsWith(UNRESOLVED)) throw this.unresolved[Number(path.slice(UNRESOLVED.length))];
      if (path.startsWith("node:")) return this.builtinModule(path.slice(5));
      const format = this.formatOf(path);
      if (format === "module") return withMeta(path, this.sourceOf(path));
      const names =
        format === "json"
          ? []
          : commonJsNames(
              path,
              (file) => this.sourceOf(file),
              (name, from) => {
                const found = resolveModule(this.host.files, name, from, "require");
                return found.kind === "file" ? found.path : undefined;
              },
            );
      return moduleOver(`${INTERNAL}.requireFile(${JSON.stringify(path)})`, names);
    } catch (error) {
      return { error: this.moduleError(error) };
    }
  }

  private builtinModule(name: string): string | { error: QuickJSHandle } {
    const result = this.callGuest("builtinNames", this.context.newString(name));
    if (isFail(result)) return { error: result.error };
    const names = JSON.parse(this.context.getString(result.value)) as string[];
    return moduleOver(`${INTERNAL}.builtin(${JSON.stringify(name)})`, names);
  }

  private moduleError(error: unknown): QuickJSHandle {
    const made =
      error instanceof SourceFault
        ? this.callGuest(
            "syntaxError",
            this.context.newString(error.message),
            this.context.newString(`${error.path}:${error.line}:${error.column}`),
          )
        : this.callGuest(
            "moduleError",
            this.context.newString(error instanceof CallFailure ? error.code : "ERR_INTERNAL"),
            this.context.newString(error instanceof Error ? error.message : String(error)),
          );
    return isFail(made) ? made.error : made.value;
  }

  // What the guest asks of the host

  private installHost(): void {
    const { context } = this;
    const install = (
      name: string,
      work: (...given: QuickJSHandle[]) => QuickJSHandle | VmCallResult<QuickJSHandle>,
    ) => {
      const made = context.newFunction(name, work);
      context.setProp(context.global, name, made);
      made.dispose();
    };
    install("__host", (operation, given) => this.answer(() => this.perform(text(operation), JSON.parse(text(given)))));
    const bytesOrFault = (work: () => Uint8Array) => {
      try {
        return context.newArrayBuffer(work().slice().buffer as ArrayBuffer);
      } catch (error) {
        return this.answer(() => {
          throw error;
        });
      }
    };
    install("__readBytes", (path) => bytesOrFault(() => this.readBytes(JSON.parse(text(path)) as string)));
    install("__transform", (how, data) =>
      bytesOrFault(() => {
        const bytes = context.getArrayBuffer(data as QuickJSHandle).consume(({ value }) => value.slice());
        return compressBytes(JSON.parse(text(how)) as Compression, bytes);
      }),
    );
    install("__writeBytes", (path, how, data) =>
      this.answer(() => {
        const bytes = context.getArrayBuffer(data).consume(({ value }) => value.slice());
        this.writeBytes(JSON.parse(text(path)) as string, bytes, JSON.parse(text(how)));
      }),
    );
    install("__begin", (id, operation, given) => {
      const number = context.getNumber(id);
      this.beginWork(text(operation), JSON.parse(text(given)) as unknown[]).then(
        (value) => this.receive(number, JSON.stringify({ value: value ?? null })),
        (error: unknown) => this.receive(number, JSON.stringify({ failure: faultOf(error) })),
      );
      return context.undefined;
    });
    install("__compile", (path) => {
      const name = JSON.parse(text(path)) as string;
      try {
        return context.evalCode(WRAPPER.join(this.sourceOf(name)), name);
      } catch (error) {
        return { error: this.moduleError(error) };
      }
    });
    install("__promiseDetails", (promise) => this.promiseDetails(promise as QuickJSHandle));
    install("__importNow", (path) => this.importNow(text(path)));
    const text = (handle: QuickJSHandle | undefined) => context.getString(handle as QuickJSHandle);
  }

  /** `[state, value]` as Node's inspector takes them: 0 pending, 1 fulfilled, 2 rejected. */
  private promiseDetails(promise: QuickJSHandle): QuickJSHandle {
    const { context } = this;
    const details = context.newArray();
    const state = context.getPromiseState(promise);
    const number = { pending: 0, fulfilled: 1, rejected: 2 }[state.type];
    context.setProp(details, 0, context.newNumber(number));
    if (state.type === "fulfilled") context.setProp(details, 1, state.value);
    else if (state.type === "rejected") context.setProp(details, 1, state.error);
    return details;
  }

  private importNow(quotedPath: string): QuickJSHandle | VmCallResult<QuickJSHandle> {
    const { context } = this;
    const source = `import * as all from ${quotedPath}; ${INTERNAL}.imported = all;`;
    const result = context.evalCode(source, "node:internal/main", { type: "module" });
    if (isFail(result)) return result;
    const state = context.getPromiseState(result.value);
    if (state.type === "rejected") return { error: state.error };
    if (state.type === "pending") {
      const words = "require() cannot be used on an ESM graph with top-level await. Use import() instead.";
      return { error: this.moduleError(new CallFailure("ERR_REQUIRE_ASYNC_MODULE", words)) };
    }
    return context.evalCode(`${INTERNAL}.imported`);
  }

  private receive(id: number, answer: string): void {
    this.inbox.push({ id, answer });
    this.wake();
  }

  private answer(work: () => unknown): QuickJSHandle {
    try {
      if (this.isOver()) throw new CallFailure("EIO", "The program has ended.");
      return this.context.newString(JSON.stringify({ value: work() ?? null }));
    } catch (error) {
      return this.context.newString(JSON.stringify({ failure: faultOf(error) }));
    }
  }

  private readBytes(path: string): Uint8Array {
    return path === "/dev/stdin" ? this.host.stdin : this.host.files.read(path);
  }

  private writeBytes(path: string, bytes: Uint8Array, how: { append?: boolean; exclusive?: boolean; mode?: number }) {
    if (path === "/dev/stdout" || path === "/dev/stderr")
      this.host.write(path === "/dev/stdout" ? "stdout" : "stderr", bytes);
    else this.host.files.write(path, bytes, how);
  }

  private async beginWork(operation: string, [first, second, third, fourth]: unknown[]): Promise<unknown> {
    if (operation === "fetch") return this.host.fetch(first);
    return this.host.exec(String(first), String(second), third as Record<string, string>, fourth as string | undefined);
  }

  private perform(operation: string, given: unknown[]): unknown {
    const { files } = this.host;
    const [first, second, third] = given as [string, string, string];
    switch (operation) {
      case "now":
        return performance.timeOrigin + performance.now();
      case "facts":
        return { ...this.host.facts, cwd: files.cwd };
      case "print":
        return this.host.write(Number(first) === 1 ? "stdout" : "stderr", new TextEncoder().encode(second));
      case "exit":
        this.exitCode = Number(first);
        return undefined;
      case "memoryUsed":
        return this.memoryUsed();
      case "testFilter":
        return this.host.tests.filter;
      case "testResult":
        return this.host.tests.add(given[0] as TestResult);
      case "resolve": {
        const found = resolveModule(files, first, this.placeOf(second), third as "require");
        return found.kind === "builtin" ? found : { ...found, format: this.formatOf(found.path) };
      }
      case "formatOf":
        return { kind: "file", path: first, format: this.formatOf(first) };
      case "pathOfUrl":
        return first.startsWith("file:") ? decodeURIComponent(new URL(first).pathname) : files.absolute(first);
      case "sourceLine":
        return this.sourceLine(first, Number(second));
      case "jsonFault":
        return jsonFault(first);
      case "localized":
        return localized({ ...(given[0] as Omit<LocaleRequest, "zone">), zone: timeZone(second).intlName });
      case "zoneOffset":
        return timeZone(first).offsetAt(Number(second));
      case "zoneName":
        return zoneName(timeZone(first).intlName, Number(second));
      case "readText":
        return new TextDecoder("utf-8", { ignoreBOM: true }).decode(this.readBytes(first));
      case "hasDigest":
        return hasDigest(first);
      case "digests":
        return digestNames;
      case "digest": {
        const pieces = (given[1] as string[]).map((piece) => bytesFromText(piece, "base64"));
        const key = third === null ? undefined : bytesFromText(third, "base64");
        return textFromBytes(digest(first, pieces, key), "base64");
      }
      case "deriveKey": {
        const [password, salt] = [bytesFromText(second, "base64"), bytesFromText(third, "base64")];
        return textFromBytes(deriveKey(given[0] as KeyRequest, password, salt), "base64");
      }
      case "randomBytes":
        return textFromBytes(randomBytes(Number(first)), "base64");
      case "randomUuid":
        return crypto.randomUUID();
      case "url":
        return urlFacts(first, second);
      case "urlWith": {
        const url = new URL(first);
        (url as unknown as Record<string, string>)[second] = third;
        return urlFacts(url.href, null);
      }
      case "searchEntries":
        return [...new URLSearchParams(first)];
      case "searchText":
        return new URLSearchParams(given[0] as [string, string][]).toString();
      default:
        return performOnFiles(files, operation, given);
    }
  }

  private memoryUsed(): number {
    const handle = this.runtime.computeMemoryUsage();
    const usage = this.context.dump(handle) as { memory_used_size?: number };
    handle.dispose();
    return usage.memory_used_size ?? 0;
  }

  private sourceLine(file: string, line: number): string | null {
    const script = this.scripts.get(file);
    try {
      const text = script ?? new TextDecoder().decode(this.host.files.read(file.replace(/^file:\/\//, "")));
      return text.split("\n")[line - 1] ?? null;
    } catch {
      return null;
    }
  }
}

function performOnFiles(files: ProgramFiles, operation: string, given: unknown[]): unknown {
  const [first, second] = given as [string, string];
  switch (operation) {
    case "absolute":
      return files.absolute(first);
    case "exists":
      return files.exists(first);
    case "access":
      return files.access(first);
    case "open":
      return files.open(first);
    case "stat":
    case "lstat":
      return files.stat(first, operation === "stat");
    case "readdir":
      return files.readdir(first);
    case "mkdir":
      return files.mkdir(first, given[1] === true);
    case "rm":
      return files.rm(first, given[1] === true, given[2] === true);
    case "rmdir":
      return files.rmdir(first, given[1] === true);
    case "unlink":
      return files.unlink(first);
    case "rename":
      return files.rename(first, second);
    case "copyFile":
      return files.copyFile(first, second, given[2] === true);
    case "symlink":
      return files.symlink(first, second);
    case "link":
      return files.link(first, second);
    case "readlink":
      return files.readlink(first);
    case "realpath":
      return files.realpath(first);
    case "chmod":
      return files.chmod(first, Number(second));
    case "utimes":
      return files.utimes(first, Number(second));
    case "chdir":
      return files.chdir(first);
    default:
      throw new CallFailure("EIO", `The host does not know ${operation}.`);
  }
}

function faultOf(error: unknown): Fault {
  if (error instanceof CallFailure) {
    const { code, message, syscall, path, dest } = error;
    return { code, message, syscall, path, dest };
  }
  return { code: "EIO", message: error instanceof Error ? error.message : String(error) };
}

function jsonFault(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : null;
  }
}

const LARGEST_RANDOM_PIECE = 65_536;

function randomBytes(count: number): Uint8Array {
  const bytes = new Uint8Array(count);
  for (let at = 0; at < count; at += LARGEST_RANDOM_PIECE) {
    crypto.getRandomValues(bytes.subarray(at, at + LARGEST_RANDOM_PIECE));
  }
  return bytes;
}

function urlFacts(input: string, base: string | null): unknown {
  try {
    const { href, origin, protocol, username, password, host, hostname, port, pathname, search, hash } =
      base === null ? new URL(input) : new URL(input, base);
    return { href, origin, protocol, username, password, host, hostname, port, pathname, search, hash };
  } catch {
    return null;
  }
}
