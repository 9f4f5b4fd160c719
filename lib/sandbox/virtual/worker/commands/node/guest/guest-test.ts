import type { TestFailure, TestResult } from "../test-result";
import { ask, codedError } from "./guest-host";
import { inspect } from "./guest-inspect";
import type { GuestProcess } from "./guest-process";
import { createMocks, type MockTracker } from "./guest-test-mock";
import { now, timerFunctions } from "./guest-timers";

type Work = (...given: unknown[]) => unknown;
interface Options {
  skip?: boolean | string;
  todo?: boolean | string;
  only?: boolean;
  timeout?: number;
}
const HOOKS = ["before", "after", "beforeEach", "afterEach"] as const;
type HookName = (typeof HOOKS)[number];

const NOT_FINISHED = "test did not finish before its parent and was cancelled";
const LOOP_EMPTY = "Promise resolution is still pending but the event loop has already resolved";

/** What ended a test that did not end well. */
class Failed {
  constructor(
    readonly type: string,
    readonly cause: unknown,
  ) {}
}

interface Filter {
  patterns: string[];
  onlyMarked: boolean;
}

/** `node:test`: the tests run one after another when the file that made them has been read. */
export function createTestModule(process: GuestProcess): () => unknown {
  return () => new TestRunner(process).api();
}

class TestRunner {
  private readonly filter = ask<Filter>("testFilter");
  private readonly root: TestNode;
  private running: TestNode;
  /** Where a test or hook belongs that is made now: the suite whose body is being read. */
  private collecting: TestNode;
  private hasStarted = false;

  constructor(private readonly process: GuestProcess) {
    this.root = new TestNode(this, "", "suite", {}, undefined, undefined);
    this.running = this.root;
    this.collecting = this.root;
  }

  api(): unknown {
    const test = this.maker("test");
    const suite = this.maker("suite");
    const hooks = Object.fromEntries(HOOKS.map((name) => [name, (work: Work) => this.collecting.addHook(name, work)]));
    const refused = (name: string) => () => {
      throw codedError(
        "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM",
        `node:test's ${name} is not available in the embedded shell's node.`,
      );
    };
    const mock = createMocks();
    Object.assign(test, hooks, { test, it: test, describe: suite, suite, mock, run: refused("run") });
    return test;
  }

  private maker(kind: "test" | "suite") {
    const make = (given: unknown[], extra: Options) => this.add(this.collecting, kind, given, extra).finished;
    return Object.assign((...given: unknown[]) => make(given, {}), {
      skip: (...given: unknown[]) => make(given, { skip: true }),
      todo: (...given: unknown[]) => make(given, { todo: true }),
      only: (...given: unknown[]) => make(given, { only: true }),
    });
  }

  add(parent: TestNode, kind: "test" | "suite", given: unknown[], extra: Options): TestNode {
    const work = given.find((value): value is Work => typeof value === "function");
    const options = given.find((value): value is Options => typeof value === "object" && value !== null) ?? {};
    const name = typeof given[0] === "string" && given[0] !== "" ? given[0] : work?.name || "<anonymous>";
    const node = new TestNode(this, name, kind, { ...options, ...extra }, work, parent);
    parent.children.push(node);
    if (kind === "suite") this.collect(node);
    if (parent === this.root) this.start();
    return node;
  }

  private collect(suite: TestNode): void {
    if (suite.options.skip !== undefined && suite.options.skip !== false) return;
    const before = this.collecting;
    this.collecting = suite;
    try {
      const made = suite.work?.call(suite.context(), suite.context());
      if (made instanceof Promise)
        suite.collected = made.catch((error: unknown) => suite.fail("testCodeFailure", error));
    } catch (error) {
      suite.fail("testCodeFailure", error);
    } finally {
      this.collecting = before;
    }
  }

  isFilteredOut(node: TestNode): string | undefined {
    const { patterns, onlyMarked } = this.filter;
    if (node.kind === "suite") return undefined;
    if (onlyMarked && !node.isMarked()) return "'only' option not set";
    if (patterns.length > 0 && !patterns.some((pattern) => new RegExp(pattern).test(node.name))) {
      return "test name does not match pattern";
    }
    return undefined;
  }

  private start(): void {
    if (this.hasStarted) return;
    this.hasStarted = true;
    this.process.on("uncaughtException", this.onUncaught);
    this.process.once("exit", () => this.cancel());
    timerFunctions.setImmediate(() => void this.run());
  }

  private readonly onUncaught = (error: unknown): void => {
    if (this.running !== this.root && !this.running.isOver) {
      this.running.interrupt("uncaughtException", error);
      return;
    }
    const words = `Error: A file of tests generated asynchronous activity after the test ended. This activity created the error "${String(error)}" and would have caused the test to fail, but instead triggered an uncaughtException event.`;
    this.process.stderr.write(`${words}\n`);
    this.process.exitCode = 1;
  };

  private async run(): Promise<void> {
    try {
      for (const hook of this.root.hooks.before) await hook();
      for (let index = 0; index < this.root.children.length; index += 1) {
        const node = this.root.children[index] as TestNode;
        await node.run();
        this.tell(node);
      }
      for (const hook of this.root.hooks.after) await hook();
    } catch (error) {
      this.process.stderr.write(`${inspect(error)}\n`);
      this.process.exitCode = 1;
    }
  }

  private tell(node: TestNode): void {
    if (node.isTold) return;
    node.isTold = true;
    const result = node.result();
    if (!result.isOk && result.todo === undefined) this.process.exitCode = 1;
    ask("testResult", result);
  }

  private cancel(): void {
    for (const node of this.root.children) {
      node.cancel(LOOP_EMPTY);
      this.tell(node);
    }
  }

  async during<T>(node: TestNode, work: () => Promise<T>): Promise<T> {
    const before = this.running;
    this.running = node;
    try {
      return await work();
    } finally {
      this.running = before;
    }
  }
}

class TestNode {
  readonly children: TestNode[] = [];
  readonly hooks: Record<HookName, Work[]> = { before: [], after: [], beforeEach: [], afterEach: [] };
  readonly finished: Promise<void>;
  collected: Promise<void> | undefined;
  isTold = false;
  isOver = false;
  private finish: () => void = () => {};
  private failed: Failed | undefined;
  private interruption: ((failed: Failed) => void) | undefined;
  private skipped: string | undefined;
  private todo: string | undefined;
  private startedAt = 0;
  private durationMs = 0;
  private hasRunBefore = false;
  private ownAfterEach = 0;
  private readonly diagnostics: string[] = [];
  private readonly location = callerLocation();
  private own: ReturnType<TestNode["makeContext"]> | undefined;
  private mocks: MockTracker | undefined;

  constructor(
    private readonly runner: TestRunner,
    readonly name: string,
    readonly kind: "test" | "suite",
    readonly options: Options,
    readonly work: Work | undefined,
    private readonly parent: TestNode | undefined,
  ) {
    this.finished = new Promise((resolve) => {
      this.finish = resolve;
    });
    const inherited = parent?.hooks;
    if (inherited !== undefined) {
      this.hooks.beforeEach.push(...inherited.beforeEach);
      this.hooks.afterEach.push(...inherited.afterEach);
    }
    this.skipped = reason(options.skip);
    this.todo = reason(options.todo);
  }

  /** Of what runs after each test the innermost comes first. */
  addHook(name: HookName, work: Work): void {
    if (name !== "afterEach") this.hooks[name].push(work);
    else {
      this.hooks.afterEach.splice(this.ownAfterEach, 0, work);
      this.ownAfterEach += 1;
    }
  }

  isMarked(): boolean {
    return this.options.only === true || (this.parent?.isMarked() ?? false);
  }

  fail(type: string, cause: unknown): void {
    this.failed ??= new Failed(type, cause);
  }

  interrupt(type: string, cause: unknown): void {
    if (this.interruption === undefined) this.fail(type, cause);
    else this.interruption(new Failed(type, cause));
  }

  /** What has not come to its end does not come to it any more. */
  cancel(words: string): void {
    for (const child of this.children) child.cancel(words);
    if (this.isOver) return;
    this.fail("cancelledByParent", words);
    this.end();
  }

  async run(): Promise<void> {
    if (this.isOver) return;
    this.startedAt = now();
    this.skipped ??= this.runner.isFilteredOut(this);
    if (this.skipped === undefined) {
      await this.runner.during(this, () => (this.kind === "suite" ? this.runSuite() : this.runTest()));
    }
    this.end();
  }

  private end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.durationMs = this.startedAt === 0 ? 0 : now() - this.startedAt;
    const bad = this.children.filter((child) => child.isBad()).length;
    if (bad > 0) this.fail("subtestsFailed", `${bad} subtest${bad === 1 ? "" : "s"} failed`);
    this.mocks?.restoreAll();
    this.finish();
  }

  private isBad(): boolean {
    return this.failed !== undefined && this.todo === undefined;
  }

  private async runSuite(): Promise<void> {
    await this.collected;
    if (this.failed !== undefined) return;
    if (!(await this.runHooks(this.hooks.before))) return this.cancelChildren();
    for (let index = 0; index < this.children.length; index += 1) await this.children[index]?.run();
    await this.runHooks(this.hooks.after);
  }

  private cancelChildren(): void {
    for (const child of this.children) child.cancel(NOT_FINISHED);
  }

  private async runTest(): Promise<void> {
    const inherited = this.parent?.hooks;
    if (await this.runHooks(inherited?.beforeEach ?? [])) {
      await this.attempt("testCodeFailure", () => this.call(this.work), this.options.timeout);
    }
    this.cancelChildren();
    await this.runHooks(this.hooks.after);
    await this.runHooks(inherited?.afterEach ?? []);
  }

  private async runHooks(hooks: readonly Work[]): Promise<boolean> {
    const before = this.failed;
    for (const hook of hooks) {
      await this.attempt("hookFailed", () => this.call(hook));
      if (this.failed !== before) return false;
    }
    return true;
  }

  private call(work: Work | undefined): unknown {
    if (work === undefined) return undefined;
    const context = this.context();
    if (work.length < 2) return work.call(context, context);
    return new Promise<void>((resolve, reject) => {
      const isPromise = work.call(context, context, (error?: unknown) => (error ? reject(error) : resolve()));
      if (isPromise instanceof Promise) reject(new Error("passed a callback but also returned a Promise"));
    });
  }

  private async attempt(type: string, work: () => unknown, timeout?: number): Promise<void> {
    let timer: unknown;
    const ended = new Promise<Failed>((resolve) => {
      this.interruption = resolve;
      if (timeout !== undefined && Number.isFinite(timeout)) {
        const words = `test timed out after ${timeout}ms`;
        timer = timerFunctions.setTimeout(() => resolve(new Failed("testTimeoutFailure", words)), timeout);
      }
    });
    const done = (async () => {
      try {
        await work();
        return undefined;
      } catch (error) {
        return new Failed(type, error);
      }
    })();
    const failed = await Promise.race([done, ended]);
    timerFunctions.clearTimeout(timer);
    this.interruption = undefined;
    this.failed ??= failed;
  }

  context(): ReturnType<TestNode["makeContext"]> {
    this.own ??= this.makeContext();
    return this.own;
  }

  private makeContext() {
    const node = this;
    const subtest = async (kind: "test" | "suite", given: unknown[], extra: Options): Promise<void> => {
      const child = node.runner.add(node, kind, given, extra);
      if (!node.hasRunBefore) {
        node.hasRunBefore = true;
        await node.runHooks(node.hooks.before);
      }
      await child.run();
    };
    const test = Object.assign((...given: unknown[]) => subtest("test", given, {}), {
      skip: (...given: unknown[]) => subtest("test", given, { skip: true }),
      todo: (...given: unknown[]) => subtest("test", given, { todo: true }),
      only: (...given: unknown[]) => subtest("test", given, { only: true }),
    });
    const hooks = Object.fromEntries(HOOKS.map((name) => [name, (work: Work) => node.addHook(name, work)]));
    return {
      name: node.name,
      signal: new AbortController().signal,
      test,
      it: test,
      diagnostic: (words: unknown) => void node.diagnostics.push(String(words)),
      skip: (words?: string) => {
        node.skipped = words ?? "";
      },
      todo: (words?: string) => {
        node.todo = words ?? "";
      },
      runOnly: () => {},
      get mock() {
        node.mocks ??= createMocks();
        return node.mocks;
      },
      ...hooks,
    };
  }

  result(): TestResult {
    const { name, kind, failed, diagnostics, durationMs, skipped, todo, location } = this;
    return {
      name,
      kind,
      isOk: failed === undefined,
      durationMs,
      ...(skipped === undefined ? {} : { skipped }),
      ...(todo === undefined ? {} : { todo }),
      ...(failed === undefined ? {} : { failure: failureOf(failed, location) }),
      diagnostics,
      children: this.children.map((child) => child.result()),
    };
  }
}

function reason(given: boolean | string | undefined): string | undefined {
  if (given === undefined || given === false) return undefined;
  return given === true ? "" : given;
}

/** Where the program called for a test: the place of the name before the parenthesis that the engine points at. */
function callerLocation(): string | undefined {
  const [, frame = ""] = String(new Error().stack).split("\n");
  const [, file = "", line = "1", column = "1"] = /\(?((?:file:\/\/)?[^\s()]+):(\d+):(\d+)\)?$/.exec(frame) ?? [];
  if (file === "") return undefined;
  const before = ask<string | null>("sourceLine", file, Number(line))?.slice(0, Number(column) - 1) ?? "";
  const name = /[\w$]+$/.exec(before)?.[0] ?? "";
  return `${file.replace(/^file:\/\//, "")}:${line}:${Number(column) - name.length}`;
}

function failureOf({ type, cause }: Failed, location: string | undefined): TestFailure {
  const error = cause instanceof Error ? (cause as Error & Record<string, unknown>) : undefined;
  const shown = typeof cause === "string" ? inspect(cause) : inspect(cause ?? type);
  const details = [
    ...yaml("error", error === undefined ? (typeof cause === "string" ? cause : inspect(cause)) : error.message),
    ...yaml("code", error?.code ?? "ERR_TEST_FAILURE"),
    ...(error === undefined || error.name === "Error" ? [] : yaml("name", error.name)),
  ];
  if (error !== undefined && "operator" in error) {
    for (const name of ["expected", "actual", "operator"]) details.push(...yaml(name, error[name]));
  }
  const frames = String(error?.stack ?? "")
    .split("\n")
    .filter((line) => line.startsWith("    at "));
  if (frames.length > 0) details.push("stack: |-", ...frames.map((line) => `  ${line.slice("    at ".length)}`));
  return { type, ...(location === undefined ? {} : { location }), details, shown };
}

/** A value as a TAP report writes it. */
function yaml(name: string, value: unknown, seen: readonly unknown[] = []): string[] {
  if (value === undefined) return [];
  if (value === null) return [`${name}: ~`];
  if (typeof value === "string" && value.includes("\n")) {
    return [`${name}: |-`, ...value.split("\n").map((line) => `  ${line}`)];
  }
  if (typeof value !== "object") return [`${name}: ${inspect(value)}`];
  const parts = Object.entries(value).flatMap(([key, part]) =>
    seen.includes(part) ? [`${key}: <Circular>`] : yaml(key, part, [...seen, value]),
  );
  const head = value instanceof Date ? `${name}: ${inspect(value.toISOString())}` : `${name}:`;
  return [head, ...parts.map((line) => `  ${line}`)];
}
