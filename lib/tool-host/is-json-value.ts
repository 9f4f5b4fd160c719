import type { JsonValue } from "@/lib/core/errors/json-value";

/** Deeper values break recursive readers further on; results are cut at 100 levels long before. */
const DEEPEST = 500;

/**
 * Whether a value that came over the port is JSON. By hand and without recursion, because it runs where the screen is drawn:
 * a result with hundreds of thousands of members is checked in milliseconds, and no depth can break it.
 */
export function isJsonValue(value: unknown): value is JsonValue {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return false;
    const next: unknown[] = [];
    for (const item of level) {
      switch (typeof item) {
        case "string":
        case "boolean":
          break;
        case "number":
          if (!Number.isFinite(item)) return false;
          break;
        case "object":
          if (item === null) break;
          if (Array.isArray(item)) for (const member of item) next.push(member);
          else if (isPlainObject(item)) for (const key in item) next.push(item[key]);
          else return false;
          break;
        default:
          return false;
      }
    }
    level = next;
  }
  return true;
}

export function isJsonObject(value: unknown): value is { [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value) && isJsonValue(value);
}

function isPlainObject(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
