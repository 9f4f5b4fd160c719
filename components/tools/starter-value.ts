import type { JsonValue } from "@/lib/core/errors/json-value";
import type { JsonSchema } from "@/lib/core/tool/tool-types";
import { fieldShape } from "./field-shape";
import type { Subschema } from "./json-schema";

const DEEPEST = 8;

/**
 * What a value begins as when a person asks for it: its default, or the emptiest thing of its type. An object begins
 * with what the schema already decides (defaults, constants, required objects and lists) and nothing that it does not.
 */
export function starterValue(subschema: Subschema, root: JsonSchema, depth = 0): JsonValue {
  const shape = fieldShape(subschema, root);
  if (shape.defaultValue !== undefined) return shape.defaultValue;
  if (depth > DEEPEST) return null;
  switch (shape.kind) {
    case "text":
      return "";
    case "number":
      return 0;
    case "boolean":
      return false;
    case "constant":
      return shape.value;
    case "choice":
      return shape.options[0] ?? null;
    case "object":
      return Object.fromEntries(
        shape.members.flatMap((member) => {
          const value = givenValue(member.schema, member.required, root, depth + 1);
          return value === undefined ? [] : [[member.name, value]];
        }),
      );
    case "array":
      return shape.first.map((item) => starterValue(item, root, depth + 1));
    case "union": {
      const first = shape.variants[0];
      return first ? starterValue(first.schema, root, depth + 1) : null;
    }
    case "json":
      return shape.nullable ? null : {};
  }
}

/** What an untouched member holds: undefined when only the person can know. */
function givenValue(schema: Subschema, required: boolean, root: JsonSchema, depth: number): JsonValue | undefined {
  const shape = fieldShape(schema, root);
  if (shape.defaultValue !== undefined) return shape.defaultValue;
  if (!required || shape.nullable || depth > DEEPEST) return undefined;
  if (shape.kind === "constant") return shape.value;
  if (shape.kind === "object" || shape.kind === "array") return starterValue(schema, root, depth);
  return undefined;
}

/** The arguments that a form opens with: what the schema decides. Always an object, as every tool takes one. */
export function initialArguments(parameters: JsonSchema): { [key: string]: JsonValue } {
  const value = starterValue(parameters, parameters);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}
