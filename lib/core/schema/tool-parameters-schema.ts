import type { z } from "zod";
import { errorText } from "../errors/error-text";
import { ToolwrightError } from "../errors/toolwright-error";
import type { JsonSchema, ToolParameters } from "../tool/tool-types";
import { isZodSchema } from "./is-zod-schema";
import { resolvePointer } from "./json-pointer";
import { findSchemaFault } from "./json-schema-check";
import { isStandardSchema, type StandardSchema, standardInput, unusableSchema } from "./standard-schema";
import { type ConvertedSchema, type SchemaWarning, zodToJsonSchema } from "./zod-to-json-schema";

interface Known {
  schema: JsonSchema;
  warnings: readonly SchemaWarning[];
}

const known = new WeakMap<object, Known>();

/**
 * The JSON Schema that a model is told: the input side, so that a member with a default is optional and a transform shows
 * what goes in. The root is always an object schema with `properties`; a union at the root keeps its `anyOf` beside them.
 * References stay valid inside the returned document. Converted once per schema object; the result is frozen.
 */
export function toolParametersSchema(parameters: ToolParameters): JsonSchema {
  return convertedOnce(parameters).schema;
}

/** Places that a model cannot be told about, or could never fill in. The tool is usable all the same. */
export function parametersWarnings(parameters: ToolParameters): readonly SchemaWarning[] {
  return convertedOnce(parameters).warnings;
}

function convertedOnce(parameters: ToolParameters): Known {
  if ((typeof parameters !== "object" && typeof parameters !== "function") || parameters === null) {
    throw badSchema(`"parameters" is ${kindOf(parameters)}, not a schema`, USE_ZOD);
  }
  const found = known.get(parameters);
  if (found !== undefined) return found;
  const { schema, warnings } = convert(parameters);
  const made = { schema: deepFreeze(schema), warnings: deepFreeze(warnings) };
  known.set(parameters, made);
  return made;
}

function convert(parameters: ToolParameters): ConvertedSchema {
  if (isZodSchema(parameters)) return fromZod(parameters);
  if (isStandardSchema(parameters)) return { schema: fromStandard(parameters), warnings: [] };
  const unusable = unusableSchema(parameters);
  if (unusable !== undefined) throw badSchema(`"parameters" is ${unusable.words}`, unusable.fix);
  if (typeof parameters === "function") throw badSchema('"parameters" is a function, not a schema', USE_ZOD);
  return { schema: fromJsonSchema(parameters), warnings: [] };
}

const USE_ZOD = 'Write `parameters: z.object({ … })`, or plain JSON Schema with type "object".';

function badSchema(message: string, fix: string, cause?: unknown): ToolwrightError {
  return new ToolwrightError("bad-schema", `${message}. ${fix}`, { facts: { field: "parameters", fix }, cause });
}

function fromZod(schema: z.ZodType): ConvertedSchema {
  let converted: ConvertedSchema;
  try {
    converted = zodToJsonSchema(schema);
  } catch (thrown) {
    throw badSchema(
      `"parameters" cannot be written as JSON Schema: ${errorText(thrown)}`,
      "Use schema types that have a JSON form.",
      thrown,
    );
  }
  const root = asObjectRoot(withoutRootReference(converted.schema));
  if (shapeSize(schema) > 0 && Object.keys(root.properties as object).length === 0) {
    throw badSchema(
      `"parameters" has ${shapeSize(schema)} members but none of them came through to JSON Schema`,
      'Import z from "zod" version 4, once.',
    );
  }
  return { schema: root, warnings: converted.warnings };
}

function fromStandard(schema: StandardSchema): JsonSchema {
  const { vendor } = schema["~standard"];
  let document: unknown;
  try {
    document = JSON.parse(JSON.stringify(standardInput(schema)));
  } catch (thrown) {
    throw badSchema(
      `"parameters" is a schema of "${vendor}" with a part that cannot be written as JSON Schema: ${errorText(thrown)}`,
      "Use types of it that have a JSON form.",
      thrown,
    );
  }
  if (typeof document !== "object" || document === null || Array.isArray(document)) {
    throw badSchema(`"parameters" is a schema of "${vendor}" that says nothing about what it takes`, USE_ZOD);
  }
  return fromJsonSchema(document as JsonSchema);
}

function fromJsonSchema(schema: JsonSchema): JsonSchema {
  if (Object.values(schema).length > 0 && Object.values(schema).every(isZodSchema)) {
    throw badSchema('"parameters" is an object of Zod schemas, not a schema', "Wrap it: `z.object({ … })`.");
  }
  const fault = findSchemaFault(schema);
  if (fault !== undefined) {
    throw badSchema(
      `"parameters${fault.path === "" ? "" : `.${fault.path}`}" ${fault.message}`,
      "Use one kind of schema all the way: Zod, or plain JSON Schema.",
    );
  }
  const { $schema: _dialect, ...plain } = structuredClone(schema);
  return asObjectRoot(withoutRootReference(plain));
}

/** `{ $ref: "#/$defs/M", $defs }` becomes M itself beside its `$defs`, because providers want `type` at the root. */
function withoutRootReference(root: JsonSchema): JsonSchema {
  if (typeof root.$ref !== "string" || root.$ref === "#") return root;
  const target = resolvePointer(root, root.$ref);
  if (typeof target !== "object") return root;
  const { $ref: _reference, ...siblings } = root;
  const inlined: JsonSchema = { ...structuredClone(target), ...siblings };
  if (!JSON.stringify({ ...inlined, $defs: undefined }).includes('"$ref"')) delete inlined.$defs;
  return inlined;
}

const COMBINATORS = ["anyOf", "oneOf", "allOf"] as const;

function asObjectRoot(root: JsonSchema): JsonSchema {
  if (!mayBeObject(root, root, 0)) {
    throw badSchema(
      `"parameters" describes ${root.type === undefined ? "something that is never an object" : `a value of type ${JSON.stringify(root.type)}`}, but a call's arguments are always an object`,
      "Put the value into a member: `z.object({ value: … })`.",
    );
  }
  const { type: _type, properties, required, ...rest } = root;
  const names = Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
  const hasProperties = typeof properties === "object" && properties !== null && !Array.isArray(properties);
  return {
    type: "object",
    properties: hasProperties ? properties : {},
    ...(names.length > 0 ? { required: names } : {}),
    ...rest,
  };
}

/** Whether an object can satisfy the schema as far as its types say. */
function mayBeObject(schema: unknown, root: JsonSchema, depth: number): boolean {
  if (typeof schema === "boolean") return schema;
  if (typeof schema !== "object" || schema === null || depth > 20) return true;
  const node = schema as JsonSchema;
  if (typeof node.$ref === "string") {
    const target = resolvePointer(root, node.$ref);
    if (target !== undefined && target !== schema && !mayBeObject(target, root, depth + 1)) return false;
  }
  if (typeof node.type === "string" && node.type !== "object") return false;
  if (Array.isArray(node.type) && !node.type.includes("object")) return false;
  if ("const" in node && (typeof node.const !== "object" || node.const === null)) return false;
  return COMBINATORS.every((keyword) => {
    const branches = node[keyword];
    if (!Array.isArray(branches)) return true;
    const fits = (branch: unknown) => mayBeObject(branch, root, depth + 1);
    return keyword === "allOf" ? branches.every(fits) : branches.some(fits);
  });
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return `a ${typeof value}`;
}

function shapeSize(schema: z.ZodType): number {
  const shape: unknown = (schema as { shape?: unknown }).shape;
  return schema._zod.def.type === "object" && typeof shape === "object" && shape !== null
    ? Object.keys(shape).length
    : 0;
}

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) deepFreeze(member);
  }
  return value;
}
