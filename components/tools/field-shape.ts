import type { JsonValue } from "@/lib/core/errors/json-value";
import type { JsonSchema } from "@/lib/core/tool/tool-types";
import {
  isSchema,
  isSubschema,
  properties,
  requiredNames,
  resolve,
  type Subschema,
  subschemas,
  textOf,
  typesOf,
} from "./json-schema";

/** Which control a value gets. `json` is the honest fallback: a box of JSON for this value only, never nothing. */
export type FieldKind =
  | { kind: "text"; format: string | undefined }
  | { kind: "number"; integer: boolean }
  | { kind: "boolean" }
  | { kind: "constant"; value: JsonValue }
  | { kind: "choice"; options: JsonValue[] }
  | { kind: "object"; members: MemberShape[]; rest: Subschema | undefined }
  | { kind: "array"; first: Subschema[]; rest: Subschema | undefined }
  | { kind: "union"; variants: Variant[] }
  | { kind: "json" };

export interface MemberShape {
  name: string;
  schema: Subschema;
  required: boolean;
}

export interface Variant {
  label: string;
  schema: JsonSchema;
}

export type FieldShape = FieldKind & {
  /** The schema with references followed. */
  schema: JsonSchema;
  nullable: boolean;
  title: string | undefined;
  description: string | undefined;
  defaultValue: JsonValue | undefined;
  /** One or two words for what it takes: `integer`, `list of text`. */
  typeName: string;
};

/** A union in a union in a union at one place: deeper is a schema that goes in a circle. */
const MOST_UNIONS = 3;

/** Reads one level of a schema; what lies below is read when it is shown, so a schema may refer to itself. */
export function fieldShape(subschema: Subschema, root: JsonSchema, unions = 0): FieldShape {
  const outer = resolve(subschema, root);
  const { schema, nullable } = withoutNull(outer, root);
  const kind: FieldKind = unions > MOST_UNIONS ? { kind: "json" } : kindOf(schema, root, unions);
  return {
    ...kind,
    schema,
    nullable,
    title: textOf(outer, "title") ?? textOf(schema, "title"),
    description: textOf(outer, "description") ?? textOf(schema, "description"),
    defaultValue: (outer.default ?? schema.default) as JsonValue | undefined,
    typeName: typeName(kind, root),
  };
}

function withoutNull(schema: JsonSchema, root: JsonSchema): { schema: JsonSchema; nullable: boolean } {
  const types = typesOf(schema);
  if (types.length > 1 && types.includes("null")) {
    const rest = types.filter((type) => type !== "null");
    const inner = { ...schema, type: rest.length === 1 ? rest[0] : rest };
    if (!Array.isArray(schema.enum)) return { schema: inner, nullable: true };
    return {
      schema: { ...inner, enum: schema.enum.filter((option) => option !== null) },
      nullable: schema.enum.includes(null),
    };
  }
  for (const keyword of ["anyOf", "oneOf"]) {
    const variants = subschemas(schema[keyword]);
    const others = variants.filter((variant) => !isNull(variant, root));
    if (variants.length === others.length || others.length === 0) continue;
    const { [keyword]: _all, ...beside } = schema;
    const only = others[0];
    if (others.length > 1 || only === undefined) return { schema: { ...schema, [keyword]: others }, nullable: true };
    const inner = withoutNull({ ...resolve(only, root), ...beside }, root);
    return { schema: inner.schema, nullable: true };
  }
  return { schema, nullable: false };
}

function isNull(variant: Subschema, root: JsonSchema): boolean {
  const schema = resolve(variant, root);
  return (
    schema.const === null ||
    (schema.type === "null" && !schema.enum) ||
    (Array.isArray(schema.enum) && schema.enum.every((option) => option === null) && schema.enum.length > 0)
  );
}

function kindOf(schema: JsonSchema, root: JsonSchema, unions: number): FieldKind {
  if (Object.hasOwn(schema, "const")) return { kind: "constant", value: schema.const as JsonValue };
  if (Array.isArray(schema.enum)) return { kind: "choice", options: schema.enum as JsonValue[] };
  const union = unionOf(schema, root, unions);
  if (union) return union;
  const types = typesOf(schema);
  if (types.length > 1)
    return {
      kind: "union",
      variants: variantsOf(
        types.map((type) => ({ ...schema, type })),
        root,
        unions,
      ),
    };
  const type = types[0] ?? impliedType(schema);
  switch (type) {
    case "string":
      return { kind: "text", format: textOf(schema, "format") };
    case "integer":
    case "number":
      return { kind: "number", integer: type === "integer" };
    case "boolean":
      return { kind: "boolean" };
    case "null":
      return { kind: "constant", value: null };
    case "array":
      return arrayOf(schema);
    case "object":
      return objectOf(schema);
    default:
      return { kind: "json" };
  }
}

function unionOf(schema: JsonSchema, root: JsonSchema, unions: number): FieldKind | undefined {
  const keyword = ["oneOf", "anyOf"].find((name) => subschemas(schema[name]).length > 0);
  if (!keyword) return undefined;
  // Members that stand beside the alternatives belong to each of them.
  const { [keyword]: alternatives, description: _description, title: _title, default: _default, ...beside } = schema;
  const all = subschemas(alternatives).map((part) => resolve({ allOf: [part, beside] }, root));
  if (all.every((part) => Object.hasOwn(part, "const")))
    return { kind: "choice", options: all.map((part) => part.const as JsonValue) };
  return { kind: "union", variants: variantsOf(all, root, unions) };
}

function impliedType(schema: JsonSchema): string | undefined {
  if (isSchema(schema.properties) || isSchema(schema.additionalProperties) || Array.isArray(schema.required))
    return "object";
  if (schema.items !== undefined || schema.prefixItems !== undefined) return "array";
  return undefined;
}

function objectOf(schema: JsonSchema): FieldKind {
  const required = requiredNames(schema);
  const members = properties(schema).map(([name, member]) => ({ name, schema: member, required: required.has(name) }));
  const { additionalProperties } = schema;
  const patterns = isSchema(schema.patternProperties)
    ? Object.values(schema.patternProperties).filter(isSubschema)
    : [];
  const open =
    additionalProperties === false ? undefined : isSubschema(additionalProperties) ? additionalProperties : undefined;
  const free = !isSchema(schema.properties) && additionalProperties !== false ? true : undefined;
  const rest = open ?? patterns[0] ?? free;
  return { kind: "object", members, rest };
}

function arrayOf(schema: JsonSchema): FieldKind {
  const older = Array.isArray(schema.items);
  const first = subschemas(older ? schema.items : schema.prefixItems);
  const after = older ? schema.additionalItems : schema.items;
  const rest = after === false ? undefined : isSubschema(after) ? after : first.length > 0 ? undefined : true;
  return { kind: "array", first, rest };
}

function variantsOf(schemas: JsonSchema[], root: JsonSchema, unions: number): Variant[] {
  const names = schemas.map(
    (schema) => textOf(schema, "title") ?? constantLabel(schema, root) ?? fieldShape(schema, root, unions + 1).typeName,
  );
  return schemas.map((schema, index) => {
    const name = names[index] ?? "";
    const twins = names.filter((other) => other === name).length > 1;
    return {
      schema,
      label: twins ? `${name} (${names.slice(0, index + 1).filter((other) => other === name).length})` : name,
    };
  });
}

/** `kind: "circle"` for a variant that is told apart by a constant member. */
function constantLabel(schema: JsonSchema, root: JsonSchema): string | undefined {
  if (Object.hasOwn(schema, "const")) return JSON.stringify(schema.const);
  for (const [, member] of properties(schema)) {
    const resolved = resolve(member, root);
    if (typeof resolved.const === "string") return resolved.const;
    if (Object.hasOwn(resolved, "const")) return JSON.stringify(resolved.const);
  }
  return undefined;
}

function typeName(kind: FieldKind, root: JsonSchema): string {
  switch (kind.kind) {
    case "text":
      return kind.format ?? "text";
    case "number":
      return kind.integer ? "integer" : "number";
    case "boolean":
      return "true or false";
    case "constant":
      return "fixed";
    case "choice":
      return "choice";
    case "object":
      return kind.members.length === 0 ? "map" : "object";
    case "array":
      return kind.first.length > 0 ? "tuple" : `list${ofWhat(kind.rest, root)}`;
    case "union":
      return "one of";
    case "json":
      return "any JSON";
  }
}

function ofWhat(rest: Subschema | undefined, root: JsonSchema): string {
  if (rest === undefined || rest === true) return "";
  const item = resolve(rest, root);
  const type = Array.isArray(item.enum) ? "choice" : typesOf(item)[0];
  const words: Record<string, string> = {
    string: "text",
    integer: "integers",
    number: "numbers",
    boolean: "true or false",
    object: "objects",
    array: "lists",
    choice: "choices",
  };
  return type && words[type] ? ` of ${words[type]}` : "";
}
