import type { z } from "zod";
import type { JsonSchema } from "../tool/tool-types";
import { boundedPattern } from "./bounded-pattern";
import { isZodSchema } from "./is-zod-schema";
import { pathText } from "./issue-lines";
import { resolvePointer } from "./json-pointer";

const TYPES: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean", "null", "array", "object"]);
const DEPTH_LIMIT = 100;
/** Keywords that decide which values fit and that the validator does not know: passing them over would let anything in. */
const NOT_CHECKED = ["unevaluatedProperties", "unevaluatedItems", "$dynamicRef", "$recursiveRef"];
const INSTEAD: Readonly<Record<string, string>> = {
  unevaluatedProperties: 'use "additionalProperties", with all members in one "properties"',
  unevaluatedItems: 'use "items" beside "prefixItems"',
  $dynamicRef: 'use "$ref"',
  $recursiveRef: 'use "$ref"',
};

export interface SchemaFault {
  path: string;
  message: string;
}

/**
 * The first thing that makes plain JSON Schema unusable, found when a tool is defined instead of when it is called: a Zod
 * schema inside, data that JSON cannot carry, an unknown `type`, a broken pattern, a reference that leads nowhere.
 */
export function findSchemaFault(schema: JsonSchema): SchemaFault | undefined {
  return new FaultFinder(schema).visit(schema, [], 0);
}

class FaultFinder {
  private readonly ancestors = new Set<object>();

  constructor(private readonly root: JsonSchema) {}

  visit(value: unknown, path: PropertyKey[], depth: number): SchemaFault | undefined {
    const fault = (message: string): SchemaFault => ({ path: pathText(path), message });
    if (value === null || typeof value === "string" || typeof value === "boolean") return undefined;
    if (typeof value === "number")
      return Number.isFinite(value) ? undefined : fault(`is ${value}, which JSON cannot carry`);
    if (value === undefined) return undefined;
    if (typeof value !== "object") return fault(`is a ${typeof value}, which JSON cannot carry`);
    if (isZodSchema(value)) {
      return fault(`is a Zod schema (${zodTypeName(value)}) inside plain JSON Schema`);
    }
    if (this.ancestors.has(value)) return fault("contains itself; use $ref and $defs for a recursive schema");
    if (depth > DEPTH_LIMIT) return fault(`is nested deeper than ${DEPTH_LIMIT} levels`);
    this.ancestors.add(value);
    try {
      return this.visitObject(value, path, depth);
    } finally {
      this.ancestors.delete(value);
    }
  }

  private visitObject(value: object, path: PropertyKey[], depth: number): SchemaFault | undefined {
    const isData = ["const", "default", "enum", "examples", "example"].includes(String(path.at(-1)));
    const isNameMap = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"].includes(
      String(path.at(-1)),
    );
    if (!Array.isArray(value) && !isData && !isNameMap) {
      const fault = this.keywordFault(value as JsonSchema, path);
      if (fault !== undefined) return fault;
    }
    for (const [key, member] of Object.entries(value)) {
      const fault = this.visit(member, [...path, Array.isArray(value) ? Number(key) : key], depth + 1);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }

  private keywordFault(schema: JsonSchema, path: PropertyKey[]): SchemaFault | undefined {
    const at = (keyword: string, message: string): SchemaFault => ({ path: pathText([...path, keyword]), message });
    if (typeof schema.type === "string" || Array.isArray(schema.type)) {
      const types = Array.isArray(schema.type) ? schema.type : [schema.type];
      const unknown = types.find((type) => !TYPES.has(type));
      if (unknown !== undefined) return at("type", `"${String(unknown)}" is not a JSON Schema type`);
    }
    for (const [place, pattern] of patternsOf(schema)) {
      const bounded = boundedPattern(pattern);
      if (bounded === undefined) return at(place, `"${pattern}" is not a regular expression`);
      if (bounded.isRisky) {
        return at(
          place,
          `"${clip(pattern)}" could take forever on some text; write it without a repeated group that holds a choice or a repetition`,
        );
      }
    }
    const unknown = NOT_CHECKED.find((keyword) => keyword in schema);
    if (unknown !== undefined)
      return at(unknown, `is not checked here; ${INSTEAD[unknown] ?? "say it in another way"}`);
    if (typeof schema.$ref === "string" && resolvePointer(this.root, schema.$ref) === undefined) {
      return at("$ref", `"${schema.$ref}" leads nowhere; only references inside the schema ("#/$defs/…") work`);
    }
    return undefined;
  }
}

function patternsOf(schema: JsonSchema): [place: string, pattern: string][] {
  const { pattern, patternProperties } = schema;
  const own: [string, string][] = typeof pattern === "string" ? [["pattern", pattern]] : [];
  const names =
    typeof patternProperties === "object" && patternProperties !== null ? Object.keys(patternProperties) : [];
  return [...own, ...names.map((name): [string, string] => ["patternProperties", name])];
}

function clip(pattern: string): string {
  return pattern.length > 80 ? `${pattern.slice(0, 80)}…` : pattern;
}

function zodTypeName(schema: z.ZodType): string {
  return `z.${schema._zod.def.type}`;
}
