import type { JsonValue } from "../errors/json-value";

/** Whether a value comes back from JSON the same: no `undefined`, no Date, no NaN or -0, nothing that is not plain data. */
export function isExactJson(value: unknown, depth = 0): value is JsonValue {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== "object" || depth > 100) return false;
  // `Array.from`: a hole is no member for `every`, and becomes null in JSON.
  if (Array.isArray(value)) return Array.from(value).every((item) => isExactJson(item, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return false;
  return Object.entries(value).every(([key, member]) => key !== "__proto__" && isExactJson(member, depth + 1));
}
