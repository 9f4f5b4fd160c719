import type { JsonSchema } from "../../tool/tool-types";

/** Keywords that say something about a schema and nothing about which values fit. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  "title",
  "description",
  "default",
  "examples",
  "example",
  "deprecated",
  "readOnly",
  "writeOnly",
  "$comment",
  "$id",
  "id",
  "$anchor",
  "$schema",
  "$defs",
  "definitions",
  "contentEncoding",
  "contentMediaType",
  "contentSchema",
]);

/** Which type of value a keyword is about; the others are about every type. */
const ABOUT: Readonly<Record<string, string>> = {
  properties: "object",
  required: "object",
  additionalProperties: "object",
  patternProperties: "object",
  propertyNames: "object",
  minProperties: "object",
  maxProperties: "object",
  dependentRequired: "object",
  dependentSchemas: "object",
  items: "array",
  prefixItems: "array",
  minItems: "array",
  maxItems: "array",
  uniqueItems: "array",
  contains: "array",
  minContains: "array",
  maxContains: "array",
  minimum: "number",
  maximum: "number",
  exclusiveMinimum: "number",
  exclusiveMaximum: "number",
  multipleOf: "number",
  pattern: "string",
  format: "string",
  minLength: "string",
  maxLength: "string",
};

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isAnnotation(keyword: string): boolean {
  return ANNOTATIONS.has(keyword) || keyword.startsWith("x-");
}

/** The type of value that a keyword is about, `undefined` for every type. */
export function typeOfKeyword(keyword: string): string | undefined {
  return Object.hasOwn(ABOUT, keyword) ? ABOUT[keyword] : undefined;
}

export function constraintsOf(schema: JsonSchema): string[] {
  return Object.keys(schema).filter((keyword) => !isAnnotation(keyword) && schema[keyword] !== undefined);
}

export function annotationsOf(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => isAnnotation(keyword)));
}

export function constraintPart(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !isAnnotation(keyword)));
}

export function typesOf(schema: JsonSchema): string[] {
  const { type } = schema;
  if (typeof type === "string") return [type];
  return Array.isArray(type) ? type.filter((name): name is string => typeof name === "string") : [];
}

/** The one type that the keywords are about, when no `type` says it. */
export function impliedType(schema: JsonSchema): string | undefined {
  for (const keyword of Object.keys(schema)) {
    const type = typeOfKeyword(keyword);
    if (type !== undefined) return type;
  }
  return undefined;
}

export function propertiesOf(schema: JsonSchema): [name: string, schema: unknown][] {
  return isSchema(schema.properties) ? Object.entries(schema.properties) : [];
}

export function requiredOf(schema: JsonSchema): string[] {
  return Array.isArray(schema.required)
    ? Array.from(new Set(schema.required.filter((name): name is string => typeof name === "string")))
    : [];
}

export function withDescription(schema: JsonSchema, words: readonly string[]): JsonSchema {
  if (words.length === 0) return schema;
  const own = typeof schema.description === "string" && schema.description !== "" ? [schema.description] : [];
  return { ...schema, description: [...own, ...words].join(" ") };
}
