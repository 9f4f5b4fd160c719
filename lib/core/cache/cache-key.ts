import { canonicalJson } from "../call/canonical-json";
import { sha256Hex } from "../call/sha256";
import { toJsonValue } from "../call/to-json-value";
import type { JsonValue } from "../errors/json-value";

/**
 * One key for one call: the tool, whom it ran for, its options and its parameters, in any member order. `undefined` when the
 * parameters are too large to be told apart. Values JSON cannot say keep their kind, so 1n, "1" and 1 are three keys.
 */
export async function cacheKey(prefix: string, parts: readonly unknown[]): Promise<string | undefined> {
  const reading = toJsonValue(parts, (_key, value): JsonValue | undefined => {
    if (typeof value === "bigint") return { $bigint: value.toString() };
    if (typeof value === "number" && !Number.isFinite(value)) return { $number: String(value) };
    if (value instanceof Date) return { $date: value.getTime() };
    if (value instanceof Map) return { $map: toJsonValue(Array.from(value)).value };
    if (value instanceof Set) return { $set: toJsonValue(Array.from(value)).value };
    return undefined;
  });
  if (reading.cut) return undefined;
  return `${prefix}${await sha256Hex(canonicalJson(reading.value))}`;
}
