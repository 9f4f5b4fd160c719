import * as extracted from "node-inspect-extracted";
import { completeError } from "./guest-errors";

type Inspect = typeof extracted.inspect;

/** Errors that the engine threw get Node's words before they are shown, wherever they lie near the top of a value. */
function completeErrorsIn(value: unknown, depth = 0): void {
  if (typeof value !== "object" || value === null) return;
  completeError(value);
  if (depth > 2 || !(Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype)) return;
  for (const part of Object.values(value)) completeErrorsIn(part, depth + 1);
}

export const inspect = Object.assign((...given: Parameters<Inspect>) => {
  completeErrorsIn(given[0]);
  return extracted.inspect(...given);
}, extracted.inspect) as Inspect;

export function formatWithOptions(options: object, ...given: unknown[]): string {
  for (const value of given) completeErrorsIn(value);
  return extracted.formatWithOptions(options, ...given);
}

export function format(...given: unknown[]): string {
  return formatWithOptions({}, ...given);
}

export const { isDeepStrictEqual, stripVTControlCharacters } = extracted as unknown as {
  isDeepStrictEqual: undefined;
  stripVTControlCharacters(text: string): string;
};
