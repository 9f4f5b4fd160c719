import type { z } from "zod";

/** By structure, not by class: the author's bundle may hold another copy of Zod 4. */
export function isZodSchema(value: unknown): value is z.ZodType {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as { _zod?: unknown })._zod === "object" &&
    typeof (value as { safeParseAsync?: unknown }).safeParseAsync === "function"
  );
}
