import { workingClock } from "../../loading";

const UNIT_SECONDS: Readonly<Record<string, number>> = { "": 1, s: 1, m: 60, h: 3600, d: 86_400 };
/** A timer waits no longer at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Milliseconds of `1.5`, `2m`, `infinity`; undefined when the text is no duration. */
export function durationOf(text: string): number | undefined {
  if (/^\+?inf(?:inity)?[smhd]?$/i.test(text)) return Number.POSITIVE_INFINITY;
  const match = /^\+?((?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([smhd]?)$/i.exec(text);
  if (match === null) return undefined;
  const [, number, unit = ""] = match;
  const seconds = UNIT_SECONDS[unit];
  return seconds === undefined ? undefined : Number(number) * seconds * 1000;
}

/** Calls back after any time, however long; returns what calls it off. */
export function after(milliseconds: number, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = (rest: number): void => {
    const now = Math.min(rest, LONGEST_TIMER_MS);
    timer = setTimeout(() => (rest > now ? wait(rest - now) : act()), now);
  };
  wait(milliseconds);
  return () => clearTimeout(timer);
}

/** The same, without the time in which something is loaded that commands need. */
export function afterWorking(milliseconds: number, act: () => void): () => void {
  const end = workingClock.now() + milliseconds;
  let callOff: () => void;
  const wait = (): void => {
    callOff = after(end - workingClock.now(), () => (workingClock.now() < end ? wait() : act()));
  };
  wait();
  return () => callOff();
}
