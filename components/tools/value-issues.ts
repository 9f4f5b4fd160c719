import type { JsonValue } from "@/lib/core/errors/json-value";
import type { JsonSchema } from "@/lib/core/tool/tool-types";
import type { JsonPath } from "./json-edit";
import {
  isSchema,
  isSubschema,
  numberOf,
  properties,
  requiredNames,
  resolve,
  type Subschema,
  sameJson,
  subschemas,
  textOf,
  typesOf,
} from "./json-schema";

export interface ValueIssue {
  path: JsonPath;
  message: string;
  /** The value is not there at all; a form says so only when asked to run. */
  missing?: true;
}

const DEEPEST = 60;
/** A union in a union in a union at one place: deeper is a schema that goes in a circle. */
const MOST_UNIONS = 3;

/**
 * What a schema would object to, one short sentence for each place. It helps while typing and picks the variant of a
 * union; whether a call is valid is decided by the tool itself. A `pattern` is not tried: an author's expression can take
 * exponential time, and only the tool host may be stopped.
 */
export function valueIssues(
  value: JsonValue,
  subschema: Subschema,
  root: JsonSchema,
  path: JsonPath = [],
  unions = 0,
): ValueIssue[] {
  if (path.length > DEEPEST || unions > MOST_UNIONS) return [];
  const schema = resolve(subschema, root);
  const issue = (message: string): ValueIssue[] => [{ path, message }];

  if (Object.hasOwn(schema, "const")) {
    return sameJson(value, schema.const as JsonValue) ? [] : issue(`Must be ${JSON.stringify(schema.const)}.`);
  }
  if (Array.isArray(schema.enum)) {
    const options = schema.enum as JsonValue[];
    return options.some((option) => sameJson(option, value)) ? [] : issue(`Must be one of ${listed(options)}.`);
  }
  const alternatives = [...subschemas(schema.anyOf), ...subschemas(schema.oneOf)];
  if (alternatives.length > 0) {
    const best = alternatives
      .map((alternative) => valueIssues(value, alternative, root, path, unions + 1))
      .reduce((least, found) => (weight(found, path) < weight(least, path) ? found : least));
    if (best.length > 0) return best;
  }
  if (isSchema(schema.not) && Object.keys(schema.not).length === 0) return issue("Nothing is allowed here.");

  const types = typesOf(schema);
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) {
    return issue(
      `Must be ${types.map((type) => TYPE_WORDS[type] ?? type).join(" or ")}, but is ${TYPE_WORDS[typeOf(value)]}.`,
    );
  }
  if (typeof value === "string") return textIssues(value, schema).flatMap(issue);
  if (typeof value === "number") return numberIssues(value, schema).flatMap(issue);
  if (Array.isArray(value))
    return [...arrayIssues(value, schema).flatMap(issue), ...itemIssues(value, schema, root, path)];
  if (typeof value === "object" && value !== null) return memberIssues(value, schema, root, path);
  return [];
}

/** How far off a value is; a wrong type counts most. */
export function weight(issues: readonly ValueIssue[], path: JsonPath): number {
  return issues.reduce((sum, issue) => sum + (issue.path.length === path.length && !issue.missing ? 100 : 1), 0);
}

const TYPE_WORDS: Record<string, string> = {
  string: "text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  null: "null",
};

function typeOf(value: JsonValue): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function isOfType(value: JsonValue, type: string): boolean {
  if (type === "integer") return Number.isInteger(value);
  return typeOf(value) === type;
}

function listed(options: readonly JsonValue[]): string {
  const shown = options.slice(0, 8).map((option) => JSON.stringify(option));
  return options.length > 8 ? `${shown.join(", ")} … (${options.length} in all)` : shown.join(", ");
}

function textIssues(value: string, schema: JsonSchema): string[] {
  const length = [...value].length;
  const least = numberOf(schema, "minLength");
  const most = numberOf(schema, "maxLength");
  const format = textOf(schema, "format");
  const issues: string[] = [];
  if (least !== undefined && length < least) issues.push(`Needs at least ${count(least, "character")}; has ${length}.`);
  if (most !== undefined && length > most) issues.push(`At most ${count(most, "character")}; has ${length}.`);
  if (format !== undefined && !fitsFormat(value, format)) issues.push(`Must be ${FORMAT_WORDS[format] ?? format}.`);
  return issues;
}

const FORMAT_WORDS: Record<string, string> = {
  "date-time": "a date and time like 2026-11-30T16:00:00Z",
  date: "a date like 2026-11-30",
  time: "a time like 16:00:00",
  email: "an e-mail address",
  uri: "a full address like https://example.org",
  uuid: "a UUID",
};

const FORMATS: Record<string, (value: string) => boolean> = {
  "date-time": (value) =>
    /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:?\d{2})?$/.test(value) &&
    isDay(value.slice(0, 10)),
  date: (value) => /^\d{4}-\d{2}-\d{2}$/.test(value) && isDay(value),
  time: (value) => /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?([Zz]|[+-]\d{2}:\d{2})?$/.test(value),
  email: (value) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value),
  uri: (value) => URL.canParse(value),
  uuid: (value) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value),
};

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

function fitsFormat(value: string, format: string): boolean {
  return FORMATS[format]?.(value) ?? true;
}

function numberIssues(value: number, schema: JsonSchema): string[] {
  const least = numberOf(schema, "minimum");
  const above = numberOf(schema, "exclusiveMinimum");
  const most = numberOf(schema, "maximum");
  const below = numberOf(schema, "exclusiveMaximum");
  const step = numberOf(schema, "multipleOf");
  const issues: string[] = [];
  if (least !== undefined && value < least) issues.push(`Must be ${least} or more.`);
  if (above !== undefined && value <= above) issues.push(`Must be more than ${above}.`);
  if (most !== undefined && value > most) issues.push(`Must be ${most} or less.`);
  if (below !== undefined && value >= below) issues.push(`Must be less than ${below}.`);
  if (step !== undefined && step > 0 && Math.abs(value / step - Math.round(value / step)) > 1e-9)
    issues.push(`Must be a multiple of ${step}.`);
  return issues;
}

function arrayIssues(value: readonly JsonValue[], schema: JsonSchema): string[] {
  const least = numberOf(schema, "minItems");
  const most = numberOf(schema, "maxItems");
  const issues: string[] = [];
  if (least !== undefined && value.length < least)
    issues.push(`Needs at least ${count(least, "item")}; has ${value.length}.`);
  if (most !== undefined && value.length > most) issues.push(`At most ${count(most, "item")}; has ${value.length}.`);
  if (
    schema.uniqueItems === true &&
    value.some((item, index) => value.findIndex((other) => sameJson(item, other)) < index)
  ) {
    issues.push("No item may be there twice.");
  }
  return issues;
}

function itemIssues(value: readonly JsonValue[], schema: JsonSchema, root: JsonSchema, path: JsonPath): ValueIssue[] {
  const older = Array.isArray(schema.items);
  const first = subschemas(older ? schema.items : schema.prefixItems);
  const rest = older ? schema.additionalItems : schema.items;
  return value.flatMap((item, index) => {
    const itemSchema = first[index] ?? (isSubschema(rest) ? rest : true);
    return valueIssues(item, itemSchema, root, [...path, index]);
  });
}

function memberIssues(
  value: { [key: string]: JsonValue },
  schema: JsonSchema,
  root: JsonSchema,
  path: JsonPath,
): ValueIssue[] {
  const known = new Map(properties(schema));
  const patterned = isSchema(schema.patternProperties);
  const missing = [...requiredNames(schema)]
    .filter((name) => !Object.hasOwn(value, name))
    .map((name): ValueIssue => ({ path: [...path, name], message: "Needs a value.", missing: true }));
  const present = Object.entries(value).flatMap(([name, member]) => {
    const place = [...path, name];
    const own = known.get(name);
    if (own !== undefined) return valueIssues(member, own, root, place);
    const { additionalProperties } = schema;
    if (patterned) return [];
    if (additionalProperties === false) return [{ path: place, message: "This tool does not know this name." }];
    return isSubschema(additionalProperties) ? valueIssues(member, additionalProperties, root, place) : [];
  });
  return [...missing, ...present];
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}
