import { ask, isWaitingForHost } from "./guest-host";

type Work = () => void;

/** What `setTimeout` and its kin give back; the program waits for it unless it is unreferenced. */
export class Timeout {
  isReferenced = true;
  constructor(readonly id: number) {}
  ref(): this {
    this.isReferenced = true;
    return this;
  }
  unref(): this {
    this.isReferenced = false;
    return this;
  }
  hasRef(): boolean {
    return this.isReferenced;
  }
  refresh(): this {
    const timer = timers.get(this.id);
    if (timer !== undefined) timer.dueAt = now() + timer.delay;
    return this;
  }
  close(): this {
    clearTimer(this);
    return this;
  }
  [Symbol.toPrimitive](): number {
    return this.id;
  }
}

interface Timer {
  handle: Timeout;
  work: Work;
  delay: number;
  dueAt: number;
  order: number;
  repeats: boolean;
}

const LONGEST_DELAY = 2 ** 31 - 1;
const timers = new Map<number, Timer>();
let immediates: { handle: Timeout; work: Work }[] = [];
const ticks: Work[] = [];
let nextId = 1;
let nextOrder = 1;

export function now(): number {
  return ask<number>("now");
}

function addTimer(work: (...given: unknown[]) => void, delay: unknown, given: unknown[], repeats: boolean): Timeout {
  if (typeof work !== "function") {
    throw Object.assign(new TypeError(`The "callback" argument must be of type function. Received ${String(work)}`), {
      code: "ERR_INVALID_ARG_TYPE",
    });
  }
  const wanted = Number(delay);
  const ms = wanted >= 1 && wanted <= LONGEST_DELAY ? Math.trunc(wanted) : 1;
  const handle = new Timeout(nextId);
  nextId += 1;
  timers.set(handle.id, {
    handle,
    work: () => work(...given),
    delay: ms,
    dueAt: now() + ms,
    order: nextOrder++,
    repeats,
  });
  return handle;
}

function clearTimer(handle: unknown): void {
  if (handle === undefined || handle === null) return;
  const id = handle instanceof Timeout ? handle.id : Number(handle);
  timers.delete(id);
  immediates = immediates.filter((immediate) => immediate.handle.id !== id);
}

function setImmediate(work: (...given: unknown[]) => void, ...given: unknown[]): Timeout {
  const handle = new Timeout(nextId);
  nextId += 1;
  immediates.push({ handle, work: () => work(...given) });
  return handle;
}

export const timerFunctions = {
  setTimeout: (work: Work, delay?: number, ...given: unknown[]) => addTimer(work, delay, given, false),
  setInterval: (work: Work, delay?: number, ...given: unknown[]) => addTimer(work, delay, given, true),
  setImmediate,
  clearTimeout: clearTimer,
  clearInterval: clearTimer,
  clearImmediate: clearTimer,
};

export function nextTick(work: (...given: unknown[]) => void, ...given: unknown[]): void {
  ticks.push(() => work(...given));
}

/** Runs one callback of `process.nextTick`; tells whether there was one. */
export function runTick(): boolean {
  const work = ticks.shift();
  if (work === undefined) return false;
  work();
  return true;
}

/** Runs the next thing that is due and tells in how many milliseconds to come again; -1 when nothing is left to wait for. */
export function turn(): number {
  const due = earliestDue();
  if (due !== undefined) {
    run(due);
    return 0;
  }
  const immediate = immediates.shift();
  if (immediate !== undefined) {
    immediate.work();
    return 0;
  }
  const waited = [...timers.values()].filter(({ handle }) => handle.isReferenced);
  if (waited.length === 0) return isWaitingForHost() ? LONGEST_DELAY : -1;
  return Math.max(0, Math.min(...waited.map(({ dueAt }) => dueAt)) - now());
}

function earliestDue(): Timer | undefined {
  const at = timers.size === 0 ? 0 : now();
  let first: Timer | undefined;
  for (const timer of timers.values()) {
    if (timer.dueAt > at) continue;
    if (
      first === undefined ||
      timer.dueAt < first.dueAt ||
      (timer.dueAt === first.dueAt && timer.order < first.order)
    ) {
      first = timer;
    }
  }
  return first;
}

function run(timer: Timer): void {
  if (timer.repeats) {
    timer.dueAt = now() + timer.delay;
    timer.order = nextOrder++;
  } else timers.delete(timer.handle.id);
  timer.work();
}
