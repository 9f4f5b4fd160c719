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

/** What a value is when it looks like a schema of a library that cannot be used here; for a message. */
export function foreignSchemaName(value: unknown): string | undefined {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return undefined;
  if ("_def" in value && "safeParse" in value) return "a Zod 3 schema";
  const standard: unknown = (value as { "~standard"?: unknown })["~standard"];
  if (typeof standard !== "object" || standard === null) return undefined;
  const vendor: unknown = (standard as { vendor?: unknown }).vendor;
  return `a schema of the library "${typeof vendor === "string" ? vendor : "unknown"}"`;
}
