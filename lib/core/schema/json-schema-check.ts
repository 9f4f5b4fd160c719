import type { z } from "zod";
import type { JsonSchema } from "../tool/tool-types";
import { isZodSchema } from "./is-zod-schema";
import { pathText } from "./issue-lines";
import { resolvePointer } from "./json-pointer";

const TYPES: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean", "null", "array", "object"]);
const DEPTH_LIMIT = 100;

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
    if (typeof schema.pattern === "string" && !compiles(schema.pattern)) {
      return at("pattern", `"${schema.pattern}" is not a regular expression`);
    }
    if (typeof schema.$ref === "string" && resolvePointer(this.root, schema.$ref) === undefined) {
      return at("$ref", `"${schema.$ref}" leads nowhere; only references inside the schema ("#/$defs/…") work`);
    }
    return undefined;
  }
}

function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    try {
      new RegExp(pattern);
      return true;
    } catch {
      return false;
    }
  }
}

function zodTypeName(schema: z.ZodType): string {
  return `z.${schema._zod.def.type}`;
}
