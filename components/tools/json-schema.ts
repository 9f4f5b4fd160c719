import type { JsonValue } from "@/lib/core/errors/json-value";
import type { JsonSchema } from "@/lib/core/tool/tool-types";

/** What stands where a schema may stand: an object, or true (anything) or false (nothing). */
export type Subschema = JsonSchema | boolean;

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isSubschema(value: unknown): value is Subschema {
  return typeof value === "boolean" || isSchema(value);
}

export function subschemas(value: unknown): Subschema[] {
  return Array.isArray(value) ? value.filter(isSubschema) : [];
}

export function textOf(schema: JsonSchema, keyword: string): string | undefined {
  const value = schema[keyword];
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function numberOf(schema: JsonSchema, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === "number" ? value : undefined;
}

export function typesOf(schema: JsonSchema): string[] {
  const { type } = schema;
  if (typeof type === "string") return [type];
  return Array.isArray(type) ? type.filter((name) => typeof name === "string") : [];
}

export function properties(schema: JsonSchema): [name: string, schema: Subschema][] {
  if (!isSchema(schema.properties)) return [];
  return Object.entries(schema.properties).filter((entry): entry is [string, Subschema] => isSubschema(entry[1]));
}

export function requiredNames(schema: JsonSchema): Set<string> {
  const { required } = schema;
  return new Set(Array.isArray(required) ? required.filter((name) => typeof name === "string") : []);
}

/** Follows `$ref` within the document, merging what stands beside it; a reference that leads nowhere, or back, allows anything. */
export function resolve(schema: Subschema, root: JsonSchema, seen: ReadonlySet<string> = new Set()): JsonSchema {
  let now = schema;
  const followed = new Set(seen);
  while (isSchema(now) && typeof now.$ref === "string") {
    const { $ref, ...beside } = now;
    const reference = String($ref);
    const target = followed.has(reference) ? true : pointed(root, reference);
    followed.add(reference);
    if (target === false) return { not: {} };
    now = { ...(isSchema(target) ? target : {}), ...beside };
  }
  if (now === false) return { not: {} };
  if (now === true) return {};
  return now.allOf === undefined ? now : mergeAll(now, root, followed);
}

function pointed(root: JsonSchema, reference: string): unknown {
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return byAnchor(root, reference.replace(/^#/, ""));
  let now: unknown = root;
  for (const part of reference.slice(2).split("/")) {
    const key = decode(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(now)) now = now[Number(key)];
    else now = isSchema(now) && Object.hasOwn(now, key) ? now[key] : undefined;
  }
  return now;
}

function byAnchor(root: JsonSchema, anchor: string): unknown {
  const definitions = [root.$defs, root.definitions].filter(isSchema).flatMap((all) => Object.values(all));
  return definitions.find((one) => isSchema(one) && (one.$anchor === anchor || one.$id === anchor));
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** `allOf` as one schema, as far as a form needs it: members and requirements of all parts together. */
function mergeAll(schema: JsonSchema, root: JsonSchema, seen: ReadonlySet<string>): JsonSchema {
  const { allOf, ...own } = schema;
  let merged: JsonSchema = own;
  for (const part of subschemas(allOf)) {
    const resolved = resolve(part, root, seen);
    const both = { ...Object.fromEntries(properties(resolved)), ...Object.fromEntries(properties(merged)) };
    const required = [...requiredNames(merged), ...requiredNames(resolved)];
    merged = { ...resolved, ...merged };
    if (Object.keys(both).length > 0) merged.properties = both;
    if (required.length > 0) merged.required = [...new Set(required)];
  }
  return merged;
}

/** Equal as JSON values; the order of members does not count. */
export function sameJson(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) && one.length === other.length && one.every((item, index) => sameJson(item, other[index]))
    );
  }
  if (typeof one === "object" && one !== null) {
    if (typeof other !== "object" || other === null || Array.isArray(other)) return false;
    const names = Object.keys(one);
    return (
      names.length === Object.keys(other).length &&
      names.every((name) => Object.hasOwn(other, name) && sameJson(one[name], other[name]))
    );
  }
  return one === other;
}
