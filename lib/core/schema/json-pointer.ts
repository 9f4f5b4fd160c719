import type { JsonSchema } from "../tool/tool-types";

/** What a local reference (`#`, `#/$defs/name`) points at, or undefined when it is foreign or leads nowhere. */
export function resolvePointer(root: JsonSchema, reference: string): JsonSchema | boolean | undefined {
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return undefined;
  let target: unknown = root;
  for (const step of reference.slice(2).split("/")) {
    if (typeof target !== "object" || target === null) return undefined;
    const key = decodeStep(step);
    if (!Object.hasOwn(target, key)) return undefined;
    target = (target as { [key: string]: unknown })[key];
  }
  if (typeof target === "boolean") return target;
  return typeof target === "object" && target !== null && !Array.isArray(target) ? (target as JsonSchema) : undefined;
}

function decodeStep(step: string): string {
  return percentDecoded(step).replace(/~1/g, "/").replace(/~0/g, "~");
}

function percentDecoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
