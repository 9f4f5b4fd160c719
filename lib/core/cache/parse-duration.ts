import { ToolwrightError } from "../errors/toolwright-error";

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};
const DURATION = /^(\d+(?:\.\d+)?) ?(ms|s|m|h|d|w)$/i;

/** Milliseconds of a text such as `5m`, `1.5 h` or `250ms`; units are ms, s, m, h, d, w in either case. */
export function parseDuration(text: string): number {
  const [, amount, unit] = DURATION.exec(text) ?? [];
  const factor = unit === undefined ? undefined : UNITS[unit.toLowerCase()];
  if (amount === undefined || factor === undefined) {
    const fix = 'Write a number and a unit, such as "5m".';
    throw new ToolwrightError("invalid-duration", `Invalid duration format: ${text}. ${fix}`, { facts: { fix } });
  }
  return Math.floor(Number(amount) * factor);
}
