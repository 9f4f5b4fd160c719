import type { JsonValue } from "../errors/json-value";

export type ReadArguments = { arguments: { [key: string]: JsonValue } } | { problem: string };

/** Reads a whole draft. Nothing is repaired: arguments that a model did not finish must never become a call. */
export function readArguments(text: string): ReadArguments {
  // Several providers send nothing at all for a tool without parameters.
  if (text.trim() === "") return { arguments: {} };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: "not valid JSON" };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { problem: "not a JSON object" };
  return { arguments: value as { [key: string]: JsonValue } };
}
