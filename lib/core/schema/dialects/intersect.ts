import { canonicalJson } from "../../call/canonical-json";
import type { JsonSchema } from "../../tool/tool-types";
import { isAnnotation, isSchema, propertiesOf, requiredOf, typesOf } from "./keywords";

export interface Intersection {
  /** False when no value fits both. */
  schema: JsonSchema | false;
  /** What could not be said in one schema, and still holds. */
  left: JsonSchema[];
}

const LARGER = ["minimum", "minLength", "minItems", "minProperties", "exclusiveMinimum"];
const SMALLER = ["maximum", "maxLength", "maxItems", "maxProperties", "exclusiveMaximum"];
const MOST_ALTERNATIVES = 64;

/**
 * One schema for the values that fit both. Exact, except for what comes back in `left`. References and `allOf` must have
 * been taken apart before, at the top of both; deeper ones are joined as `allOf`.
 */
export function intersect(left: JsonSchema, right: JsonSchema): Intersection {
  const result: JsonSchema = { ...right, ...left };
  const over: JsonSchema[] = [];
  for (const keyword of Object.keys(right)) {
    if (isAnnotation(keyword) || !(keyword in left)) continue;
    const [one, other] = [left[keyword], right[keyword]];
    if (canonicalJson(one) === canonicalJson(other)) continue;
    const joined = join(keyword, one, other);
    if (joined === undefined) over.push({ [keyword]: other });
    else result[keyword] = joined;
  }
  const types = joinTypes(left, right);
  if (types !== undefined) {
    if (types.length === 0) return { schema: false, left: [] };
    result.type = types.length === 1 ? types[0] : types;
  }
  const constants = joinConstants(left, right);
  if (constants !== undefined) {
    if (constants.length === 0) return { schema: false, left: [] };
    delete result.const;
    result.enum = constants;
  }
  joinMembers(left, right, result);
  joinItems(left, right, result);
  return { schema: result, left: over };
}

function join(keyword: string, one: unknown, other: unknown): unknown {
  if (typeof one === "number" && typeof other === "number") {
    if (LARGER.includes(keyword)) return Math.max(one, other);
    if (SMALLER.includes(keyword)) return Math.min(one, other);
    if (keyword === "multipleOf") {
      if (one % other === 0) return one;
      return other % one === 0 ? other : undefined;
    }
  }
  switch (keyword) {
    // Joined below, with regard to what stands beside them.
    case "type":
    case "const":
    case "enum":
    case "properties":
    case "required":
    case "additionalProperties":
    case "items":
    case "prefixItems":
      return one;
    case "uniqueItems":
      return true;
    case "not":
      return { anyOf: [one, other] };
    case "propertyNames":
      return both(one, other);
    case "anyOf": {
      if (!Array.isArray(one) || !Array.isArray(other) || one.length * other.length > MOST_ALTERNATIVES)
        return undefined;
      return one.flatMap((first: unknown) => other.map((second: unknown) => both(first, second)));
    }
    default:
      return undefined;
  }
}

/** What fits both, without looking into them. */
function both(one: unknown, other: unknown): unknown {
  if (one === undefined || one === true) return other;
  if (other === undefined || other === true) return one;
  if (one === false || other === false) return false;
  if (isSchema(one) && Object.keys(one).length === 0) return other;
  if (isSchema(other) && Object.keys(other).length === 0) return one;
  return canonicalJson(one) === canonicalJson(other) ? one : { allOf: [one, other] };
}

function joinTypes(left: JsonSchema, right: JsonSchema): string[] | undefined {
  if (left.type === undefined || right.type === undefined) return undefined;
  const [one, other] = [typesOf(left), typesOf(right)];
  const joined = one.flatMap((type) => {
    if (other.includes(type)) return [type];
    if (type === "number" && other.includes("integer")) return ["integer"];
    return type === "integer" && other.includes("number") ? ["integer"] : [];
  });
  return Array.from(new Set(joined));
}

function constantsOf(schema: JsonSchema): unknown[] | undefined {
  if ("const" in schema) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

function joinConstants(left: JsonSchema, right: JsonSchema): unknown[] | undefined {
  const [one, other] = [constantsOf(left), constantsOf(right)];
  if (one === undefined || other === undefined) return undefined;
  const known = new Set(other.map(canonicalJson));
  return one.filter((value) => known.has(canonicalJson(value)));
}

function joinMembers(left: JsonSchema, right: JsonSchema, result: JsonSchema): void {
  const [one, other] = [new Map(propertiesOf(left)), new Map(propertiesOf(right))];
  if (one.size + other.size > 0 || "properties" in left || "properties" in right) {
    const names = Array.from(new Set([...one.keys(), ...other.keys()]));
    const member = (schema: JsonSchema, members: Map<string, unknown>, name: string) =>
      // A name that a pattern may mean is left to the pattern.
      members.has(name)
        ? members.get(name)
        : isSchema(schema.patternProperties)
          ? undefined
          : schema.additionalProperties;
    result.properties = Object.fromEntries(
      names.map((name) => [name, both(member(left, one, name), member(right, other, name)) ?? {}]),
    );
  }
  const required = Array.from(new Set([...requiredOf(left), ...requiredOf(right)]));
  if (required.length > 0) result.required = required;
  if ("additionalProperties" in left && "additionalProperties" in right) {
    result.additionalProperties = both(left.additionalProperties, right.additionalProperties);
  }
}

function joinItems(left: JsonSchema, right: JsonSchema, result: JsonSchema): void {
  const [one, other] = [listOf(left.prefixItems), listOf(right.prefixItems)];
  const length = Math.max(one.length, other.length);
  if (length > 0) {
    result.prefixItems = Array.from(
      { length },
      (_, at) => both(at < one.length ? one[at] : left.items, at < other.length ? other[at] : right.items) ?? {},
    );
  }
  if ("items" in left && "items" in right) result.items = both(left.items, right.items);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
