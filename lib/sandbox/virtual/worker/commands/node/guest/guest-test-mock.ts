import { codedError } from "./guest-host";

type Work = (this: unknown, ...given: unknown[]) => unknown;

interface MockCall {
  arguments: unknown[];
  error: unknown;
  result: unknown;
  stack: Error;
  target: unknown;
  this: unknown;
}

/** What `mock` of a mocked function is. */
class MockContext {
  #calls: MockCall[] = [];
  #once = new Map<number, Work>();

  constructor(
    private implementation: Work,
    private readonly undo: () => void,
  ) {}
  get calls(): MockCall[] {
    return this.#calls.slice();
  }
  callCount(): number {
    return this.#calls.length;
  }
  mockImplementation(work: Work): void {
    this.implementation = work;
  }
  mockImplementationOnce(work: Work, onCall = this.#calls.length): void {
    this.#once.set(onCall, work);
  }
  resetCalls(): void {
    this.#calls = [];
  }
  restore(): void {
    this.undo();
  }
  static next(context: MockContext): Work {
    const index = context.#calls.length;
    const once = context.#once.get(index);
    context.#once.delete(index);
    return once ?? context.implementation;
  }
  static note(context: MockContext, call: MockCall): void {
    context.#calls.push(call);
  }
}

function mocked(
  original: Work,
  implementation: Work,
  undo: (context: () => void) => void,
  times = Number.POSITIVE_INFINITY,
) {
  let isRestored = false;
  const context: MockContext = new MockContext(implementation, () => {
    isRestored = true;
    undo(() => context.mockImplementation(original));
  });
  const stand = function (this: unknown, ...given: unknown[]): unknown {
    const work = isRestored || context.callCount() >= times ? original : MockContext.next(context);
    const call: MockCall = {
      arguments: given,
      error: undefined,
      result: undefined,
      stack: new Error(),
      target: new.target,
      this: this,
    };
    try {
      call.result = new.target === undefined ? work.apply(this, given) : Reflect.construct(work, given, new.target);
      return call.result;
    } catch (error) {
      call.error = error;
      throw error;
    } finally {
      MockContext.note(context, call);
    }
  };
  Object.defineProperty(stand, "name", { value: original.name, configurable: true });
  Object.defineProperty(stand, "length", { value: original.length, configurable: true });
  return Object.assign(stand, { mock: context });
}

export type MockTracker = ReturnType<typeof createMocks>;

/** `mock` of `node:test`, and of every test's context. */
export function createMocks() {
  const made: MockContext[] = [];
  const keep = <T extends { mock: MockContext }>(stand: T): T => {
    made.push(stand.mock);
    return stand;
  };
  function property(target: object, name: PropertyKey, kind: "value" | "get" | "set", given: unknown[]) {
    const implementation = given.find((value): value is Work => typeof value === "function");
    let owner: object | null = target;
    while (owner !== null && !Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner);
    const before = owner === null ? undefined : Object.getOwnPropertyDescriptor(owner, name);
    const original = before?.[kind] as Work | undefined;
    if (before === undefined || typeof original !== "function") {
      throw codedError(
        "ERR_INVALID_ARG_VALUE",
        `The argument 'methodName' must be a method. Received ${String(original)}`,
        TypeError,
      );
    }
    const own = Object.hasOwn(target, name);
    const stand = mocked(original, implementation ?? original, () => {
      if (own) Object.defineProperty(target, name, before);
      else Reflect.deleteProperty(target, name);
    });
    Object.defineProperty(target, name, { ...before, [kind]: stand, configurable: true });
    return keep(stand);
  }
  const reset = () => {
    for (const context of made.splice(0)) context.restore();
  };
  return {
    fn(original?: unknown, implementation?: unknown, options?: { times?: number }) {
      const first = typeof original === "function" ? (original as Work) : () => undefined;
      const second = typeof implementation === "function" ? (implementation as Work) : first;
      const { times } =
        options ?? (typeof implementation === "object" ? (implementation as { times?: number }) : {}) ?? {};
      return keep(mocked(first, second, (restore) => restore(), times));
    },
    method: (target: object, name: PropertyKey, ...given: unknown[]) => property(target, name, "value", given),
    getter: (target: object, name: PropertyKey, ...given: unknown[]) => property(target, name, "get", given),
    setter: (target: object, name: PropertyKey, ...given: unknown[]) => property(target, name, "set", given),
    reset,
    restoreAll: () => {
      for (const context of made) context.restore();
    },
    get timers(): never {
      throw codedError(
        "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM",
        "node:test's mock.timers is not available in the embedded shell's node.",
      );
    },
  };
}
