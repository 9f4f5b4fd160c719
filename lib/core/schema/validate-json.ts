import { canonicalJson } from "../call/canonical-json";
import type { JsonSchema } from "../tool/tool-types";
import { boundedPattern } from "./bounded-pattern";
import { type Issue, pathText } from "./issue-lines";
import { matchesFormat } from "./json-formats";
import { resolvePointer } from "./json-pointer";

const STEPS_LIMIT = 200_000;
const DEPTH_LIMIT = 200;

export interface JsonValidation {
  /** The value with absent members filled from `default`; the input itself is not changed. */
  value: unknown;
  issues: Issue[];
}

/**
 * Checks JSON data against plain JSON Schema (draft 2020-12, and the older spellings `definitions`, array `items` and
 * boolean `exclusiveMinimum`). Members that are absent get their property's `default` first, as Zod does. No code is
 * generated, so it runs under any content security policy. It always ends: a schema that refers to itself without
 * consuming data is an issue, not a loop.
 */
export function validateJson(schema: JsonSchema, value: unknown): JsonValidation {
  const validator = new JsonValidator(schema);
  const filled = validator.fill(schema, value, 0);
  // What was tried on the way to the defaults counts for itself.
  const checker = new JsonValidator(schema);
  checker.check(schema, filled, [], 0);
  return { value: filled, issues: checker.issues };
}

/**
 * Whether a value fits a part of a schema, whose references lead into `root`. Patterns are not tried: where alternatives
 * are told apart they hardly ever decide, and what is told apart here came from anywhere. What takes more steps than a
 * trial may does not fit; a `budget` for many trials is used up by them.
 */
export function fitsSchema(root: JsonSchema, schema: unknown, value: unknown, budget?: TrialBudget): boolean {
  const steps = budget === undefined ? STEPS_LIMIT : Math.min(budget.steps, budget.left);
  if (steps <= 0) return false;
  const validator = new JsonValidator(root, { patterns: false, steps });
  validator.check(schema, value, [], 0);
  if (budget !== undefined) budget.left -= validator.steps;
  return validator.issues.length === 0;
}

export interface TrialBudget {
  /** How many one trial may take. */
  steps: number;
  /** How many all that follow may take. */
  left: number;
}

type Path = PropertyKey[];
type Check = JsonSchema | boolean;

class JsonValidator {
  issues: Issue[] = [];
  steps = 0;
  private fills = 0;

  constructor(
    private readonly root: JsonSchema,
    private readonly options: { patterns: boolean; steps: number } = { patterns: true, steps: STEPS_LIMIT },
  ) {}

  /** A copy with defaults in place, as far as it is decided which parts of the schema a value belongs to. */
  fill(schema: unknown, value: unknown, depth: number): unknown {
    this.fills += 1;
    if (!isObject(schema) || depth > DEPTH_LIMIT || this.fills > STEPS_LIMIT) return value;
    let filled = value;
    if (typeof schema.$ref === "string") {
      filled = this.fill(resolvePointer(this.root, schema.$ref), filled, depth + 1);
    }
    for (const part of Array.isArray(schema.allOf) ? schema.allOf : []) filled = this.fill(part, filled, depth + 1);
    for (const keyword of ["anyOf", "oneOf"]) {
      const branches = schema[keyword];
      if (!Array.isArray(branches)) continue;
      const fitting: unknown = branches.find((branch) => this.passes(branch, filled, depth).length === 0);
      filled = this.fill(fitting, filled, depth + 1);
    }
    if (Array.isArray(filled)) {
      const older = Array.isArray(schema.items);
      const prefix: unknown = older ? schema.items : schema.prefixItems;
      const rest = older ? schema.additionalItems : schema.items;
      return filled.map((item, index) =>
        this.fill((Array.isArray(prefix) ? prefix[index] : undefined) ?? rest, item, depth + 1),
      );
    }
    return this.fillMembers(schema, filled, depth);
  }

  private fillMembers(schema: JsonSchema, value: unknown, depth: number): unknown {
    if (!isObject(value)) return value;
    const properties = isObject(schema.properties) ? schema.properties : {};
    const rest = isObject(schema.patternProperties) ? undefined : schema.additionalProperties;
    if (Object.keys(properties).length === 0 && !isObject(rest)) return value;
    const entries = Object.entries(value).map(([key, member]): [string, unknown] => [
      key,
      this.fill(Object.hasOwn(properties, key) ? properties[key] : rest, member, depth + 1),
    ]);
    for (const [key, property] of Object.entries(properties)) {
      if (Object.hasOwn(value, key) || !isObject(property) || property.default === undefined) continue;
      entries.push([key, structuredClone(property.default)]);
    }
    // Not by assignment: a member may be named `__proto__`.
    return Object.fromEntries(entries);
  }

  check(schema: unknown, value: unknown, path: Path, depth: number): void {
    this.steps += 1;
    if (schema === true || schema === undefined) return;
    if (schema === false) {
      this.report(path, "is not allowed");
      return;
    }
    if (!isObject(schema)) return;
    if (depth > DEPTH_LIMIT || this.steps > this.options.steps) {
      this.report(path, "is too complex to check");
      return;
    }
    if (typeof schema.$ref === "string") {
      const target = resolvePointer(this.root, schema.$ref);
      if (target === undefined) this.report(path, `cannot be checked: ${schema.$ref} leads nowhere`);
      else this.check(target, value, path, depth + 1);
    }
    // As OpenAPI 3.0 has it: the word lets null in, whatever stands beside it.
    if (schema.nullable === true && value === null) return;
    if (!this.checkType(schema, value, path)) return;
    if (typeof value === "string") this.checkString(schema, value, path);
    if (typeof value === "number") this.checkNumber(schema, value, path);
    if (Array.isArray(value)) this.checkArray(schema, value, path, depth);
    else if (isObject(value)) this.checkObject(schema, value, path, depth);
    this.checkCombinations(schema, value, path, depth);
  }

  private report(path: Path, message: string): void {
    this.issues.push({ path: pathText(path), message });
  }

  private passes(schema: unknown, value: unknown, depth: number): Issue[] {
    const outer = this.issues;
    this.issues = [];
    this.check(schema, value, [], depth + 1);
    const inner = this.issues;
    this.issues = outer;
    return inner;
  }

  private checkType(schema: JsonSchema, value: unknown, path: Path): boolean {
    if (schema.type !== undefined) {
      const types: unknown[] = Array.isArray(schema.type) ? schema.type : [schema.type];
      if (!types.some((type) => hasType(type, value))) {
        this.report(path, `expected ${types.join(" or ")}, received ${typeName(value)}`);
        return false;
      }
    }
    if (Array.isArray(schema.enum) && !schema.enum.some((choice) => sameJson(choice, value))) {
      this.report(path, `expected one of ${schema.enum.map((choice) => JSON.stringify(choice)).join(", ")}`);
    }
    if ("const" in schema && !sameJson(schema.const, value)) {
      this.report(path, `expected ${JSON.stringify(schema.const)}`);
    }
    return true;
  }

  private checkString(schema: JsonSchema, value: string, path: Path): void {
    const length = Array.from(value).length;
    if (isNumber(schema.minLength) && length < schema.minLength) {
      this.report(path, `expected at least ${schema.minLength} characters`);
    }
    if (isNumber(schema.maxLength) && length > schema.maxLength) {
      this.report(path, `expected at most ${schema.maxLength} characters`);
    }
    if (this.options.patterns && typeof schema.pattern === "string") {
      const matches = boundedPattern(schema.pattern)?.matches(value);
      if (matches === false) this.report(path, `does not match the pattern ${schema.pattern}`);
      if (matches === undefined) this.report(path, "is too long to be checked against its pattern");
    }
    if (typeof schema.format === "string" && !matchesFormat(schema.format, value)) {
      this.report(path, `is not a valid ${schema.format}`);
    }
  }

  private checkNumber(schema: JsonSchema, value: number, path: Path): void {
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
    if (isNumber(minimum) && (exclusiveMinimum === true ? value <= minimum : value < minimum)) {
      this.report(path, `expected ${exclusiveMinimum === true ? "more than" : "at least"} ${minimum}`);
    }
    if (isNumber(maximum) && (exclusiveMaximum === true ? value >= maximum : value > maximum)) {
      this.report(path, `expected ${exclusiveMaximum === true ? "less than" : "at most"} ${maximum}`);
    }
    if (isNumber(exclusiveMinimum) && value <= exclusiveMinimum)
      this.report(path, `expected more than ${exclusiveMinimum}`);
    if (isNumber(exclusiveMaximum) && value >= exclusiveMaximum)
      this.report(path, `expected less than ${exclusiveMaximum}`);
    if (isNumber(multipleOf) && multipleOf > 0) {
      const quotient = value / multipleOf;
      if (Math.abs(quotient - Math.round(quotient)) > 1e-9) this.report(path, `expected a multiple of ${multipleOf}`);
    }
  }

  private checkArray(schema: JsonSchema, value: unknown[], path: Path, depth: number): void {
    if (isNumber(schema.minItems) && value.length < schema.minItems) {
      this.report(path, `expected at least ${schema.minItems} items`);
    }
    if (isNumber(schema.maxItems) && value.length > schema.maxItems) {
      this.report(path, `expected at most ${schema.maxItems} items`);
    }
    if (schema.uniqueItems === true && new Set(value.map(canonicalJson)).size !== value.length) {
      this.report(path, "expected no two equal items");
    }
    const older = Array.isArray(schema.items);
    const prefix = (older ? schema.items : schema.prefixItems) as Check[] | undefined;
    const rest = older ? schema.additionalItems : schema.items;
    for (const [index, item] of value.entries()) {
      const positional = Array.isArray(prefix) ? prefix[index] : undefined;
      this.check(positional ?? rest, item, [...path, index], depth + 1);
    }
    if (schema.contains !== undefined) {
      const found = value.filter((item) => this.passes(schema.contains, item, depth).length === 0).length;
      const least = isNumber(schema.minContains) ? schema.minContains : 1;
      if (found < least) this.report(path, `expected at least ${least} matching items`);
      if (isNumber(schema.maxContains) && found > schema.maxContains) {
        this.report(path, `expected at most ${schema.maxContains} matching items`);
      }
    }
  }

  private checkObject(schema: JsonSchema, value: { [key: string]: unknown }, path: Path, depth: number): void {
    const properties = isObject(schema.properties) ? schema.properties : {};
    const patterns = isObject(schema.patternProperties) ? Object.entries(schema.patternProperties) : [];
    for (const name of Array.isArray(schema.required) ? schema.required : []) {
      if (typeof name === "string" && !Object.hasOwn(value, name)) {
        const type: unknown = isObject(properties[name]) ? properties[name].type : undefined;
        this.report([...path, name], typeof type === "string" ? `is required (expected ${type})` : "is required");
      }
    }
    const keys = Object.keys(value);
    if (isNumber(schema.minProperties) && keys.length < schema.minProperties) {
      this.report(path, `expected at least ${schema.minProperties} members`);
    }
    if (isNumber(schema.maxProperties) && keys.length > schema.maxProperties) {
      this.report(path, `expected at most ${schema.maxProperties} members`);
    }
    for (const key of keys) {
      const memberPath = [...path, key];
      if (schema.propertyNames !== undefined && this.passes(schema.propertyNames, key, depth).length > 0) {
        this.report(memberPath, "is not an allowed member name");
      }
      const matching = patterns.filter(([pattern]) => boundedPattern(pattern)?.matches(key) === true);
      if (Object.hasOwn(properties, key)) this.check(properties[key], value[key], memberPath, depth + 1);
      for (const [, check] of matching) this.check(check, value[key], memberPath, depth + 1);
      if (Object.hasOwn(properties, key) || matching.length > 0) continue;
      if (schema.additionalProperties === false) this.report(path, `has no member "${key}"`);
      else this.check(schema.additionalProperties, value[key], memberPath, depth + 1);
    }
    this.checkDependencies(schema, value, path, depth);
  }

  private checkDependencies(schema: JsonSchema, value: { [key: string]: unknown }, path: Path, depth: number): void {
    for (const [key, needed] of Object.entries(isObject(schema.dependentRequired) ? schema.dependentRequired : {})) {
      if (!Object.hasOwn(value, key) || !Array.isArray(needed)) continue;
      for (const name of needed) {
        if (typeof name === "string" && !Object.hasOwn(value, name)) {
          this.report([...path, name], `is required together with ${key}`);
        }
      }
    }
    // Draft 7 has one word for both.
    for (const [key, needed] of Object.entries(isObject(schema.dependencies) ? schema.dependencies : {})) {
      if (!Object.hasOwn(value, key)) continue;
      const part = Array.isArray(needed) ? { required: needed } : needed;
      this.check(part, value, path, depth + 1);
    }
    for (const [key, check] of Object.entries(isObject(schema.dependentSchemas) ? schema.dependentSchemas : {})) {
      if (Object.hasOwn(value, key)) this.check(check, value, path, depth + 1);
    }
  }

  private checkCombinations(schema: JsonSchema, value: unknown, path: Path, depth: number): void {
    for (const part of Array.isArray(schema.allOf) ? schema.allOf : []) this.check(part, value, path, depth + 1);
    if (Array.isArray(schema.anyOf)) this.checkAlternatives(schema.anyOf, value, path, depth, false);
    if (Array.isArray(schema.oneOf)) this.checkAlternatives(schema.oneOf, value, path, depth, true);
    if (schema.not !== undefined && this.passes(schema.not, value, depth).length === 0) {
      this.report(path, "has a form that is not allowed");
    }
    if (schema.if !== undefined) {
      const branch = this.passes(schema.if, value, depth).length === 0 ? schema.then : schema.else;
      this.check(branch, value, path, depth + 1);
    }
  }

  private checkAlternatives(branches: unknown[], value: unknown, path: Path, depth: number, exactlyOne: boolean): void {
    const faults = branches.map((branch) => this.passes(branch, value, depth));
    const fitting = faults.filter((issues) => issues.length === 0).length;
    if (fitting === 0) {
      const why = faults.map(([first]) => (first?.path ? `${first.path} ${first.message}` : first?.message));
      this.report(
        path,
        `fits none of the ${branches.length} alternatives: ${Array.from(new Set(why)).slice(0, 4).join(" | ")}`,
      );
    } else if (exactlyOne && fitting > 1) {
      this.report(path, `fits ${fitting} alternatives where exactly one is allowed`);
    }
  }
}

function isObject(value: unknown): value is { [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}

function hasType(type: unknown, value: unknown): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "integer":
      return Number.isInteger(value);
    case "number":
      return typeof value === "number" && Number.isFinite(value);
    default:
      return typeof value === type;
  }
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function sameJson(left: unknown, right: unknown): boolean {
  if (typeof left !== "object" || typeof right !== "object") return left === right;
  return left === right || canonicalJson(left) === canonicalJson(right);
}
