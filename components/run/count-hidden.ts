import { visibleParts } from "@/lib/core/approval/visible-text";
import type { JsonValue } from "@/lib/core/errors/json-value";

/** How many places of a value, names included, would not be seen as they are. */
export function countHidden(value: JsonValue): number {
  if (typeof value === "string") return visibleParts(value).filter((part) => part.label !== undefined).length;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countHidden(item), 0);
  if (typeof value !== "object" || value === null) return 0;
  return Object.entries(value).reduce((sum, [name, item]) => sum + countHidden(name) + countHidden(item), 0);
}
