import type { JsonValue } from "@/lib/core/errors/json-value";
import type { JsonSchema } from "@/lib/core/tool/tool-types";
import type { Variant } from "./field-shape";
import { properties } from "./json-schema";
import { valueIssues, weight } from "./value-issues";

/**
 * Which alternative a value is. The one with the fewest objections; among equals the one a person chose, then the one
 * that knows most of the value's names, then the first.
 */
export function variantOf(
  value: JsonValue,
  variants: readonly Variant[],
  root: JsonSchema,
  chosen: number | undefined,
): number {
  const names = typeof value === "object" && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
  let best = 0;
  let bestScore = Number.POSITIVE_INFINITY;
  variants.forEach((variant, index) => {
    const known = new Set(properties(variant.schema).map(([name]) => name));
    const unknown = names.filter((name) => !known.has(name)).length;
    const objections = weight(valueIssues(value, variant.schema, root), []);
    const score = objections + (index === chosen ? 0 : 0.5) + (unknown / (names.length + 1)) * 0.4;
    if (score < bestScore) {
      bestScore = score;
      best = index;
    }
  });
  return best;
}
