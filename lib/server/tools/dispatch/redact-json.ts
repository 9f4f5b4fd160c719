import "server-only";
import type { JsonValue } from "@/lib/core/errors/json-value";

/** The value with every text in it, names of members too, passed through `redact`. */
export function redactJson(value: JsonValue, redact: (text: string) => string): JsonValue {
  if (typeof value === "string") return redact(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => redactJson(item, redact));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [redact(key), redactJson(member, redact)]));
}
