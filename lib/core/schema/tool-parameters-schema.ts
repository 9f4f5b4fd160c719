import { z } from "zod";
import { errorText } from "../errors/error-text";
import { ToolwrightError } from "../errors/toolwright-error";
import type { JsonSchema, ToolParameters } from "../tool/tool-types";
import { foreignSchemaName, isZodSchema } from "./is-zod-schema";
import { resolvePointer } from "./json-pointer";
import { findSchemaFault } from "./json-schema-check";

const converted = new WeakMap<object, JsonSchema>();

/**
 * The JSON Schema that a model is told: the input side, so that a member with a default is optional and a transform shows
 * what goes in. The root is always an object schema with `properties`; a union at the root keeps its `anyOf` beside them.
 * References stay valid inside the returned document. Converted once per schema object; the result is frozen.
 */
export function toolParametersSchema(parameters: ToolParameters): JsonSchema {
  if (typeof parameters !== "object" || parameters === null) {
    throw badSchema(
      `"parameters" is ${parameters === null ? "null" : `a ${typeof parameters}`}, not a schema`,
      USE_ZOD,
    );
  }
  const known = converted.get(parameters);
  if (known !== undefined) return known;
  const schema = deepFreeze(isZodSchema(parameters) ? fromZod(parameters) : fromJsonSchema(parameters));
  converted.set(parameters, schema);
  return schema;
}

const USE_ZOD = 'Write `parameters: z.object({ … })`, or plain JSON Schema with type "object".';

function badSchema(message: string, fix: string, cause?: unknown): ToolwrightError {
  return new ToolwrightError("bad-schema", `${message}. ${fix}`, { facts: { field: "parameters", fix }, cause });
}

function fromZod(schema: z.ZodType): JsonSchema {
  let document: JsonSchema;
  try {
    document = z.toJSONSchema(schema, { io: "input", unrepresentable: "any", target: "draft-2020-12" }) as JsonSchema;
  } catch (thrown) {
    throw badSchema(
      `"parameters" cannot be written as JSON Schema: ${errorText(thrown)}`,
      "Use schema types that have a JSON form.",
      thrown,
    );
  }
  const { $schema: _dialect, "~standard": _standard, ...plain } = document;
  const root = asObjectRoot(withoutRootReference(plain));
  if (shapeSize(schema) > 0 && Object.keys(root.properties as object).length === 0) {
    throw badSchema(
      `"parameters" has ${shapeSize(schema)} members but none of them came through to JSON Schema`,
      'Import z from "zod" version 4, once.',
    );
  }
  return root;
}

function fromJsonSchema(schema: JsonSchema): JsonSchema {
  const foreign = foreignSchemaName(schema);
  if (foreign !== undefined) throw badSchema(`"parameters" is ${foreign}`, USE_ZOD);
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
