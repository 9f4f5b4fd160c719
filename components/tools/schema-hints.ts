import type { FieldShape } from "./field-shape";
import { numberOf, textOf } from "./json-schema";

/** What a schema asks of a value beside its type, in a few words each. */
export function schemaHints(shape: FieldShape): string[] {
  const { schema } = shape;
  const hints: string[] = [];
  const between = (least: number | undefined, most: number | undefined, noun: string) => {
    const counted = (amount: number) => (noun === "" ? `${amount}` : `${amount} ${noun}${amount === 1 ? "" : "s"}`);
    if (least !== undefined && least === most) hints.push(`exactly ${counted(least)}`);
    else if (least !== undefined && most !== undefined) hints.push(`${least} to ${counted(most)}`);
    else if (least !== undefined && (least > 0 || noun === "")) hints.push(`at least ${counted(least)}`);
    else if (most !== undefined) hints.push(`at most ${counted(most)}`);
  };
  if (shape.kind === "text") between(numberOf(schema, "minLength"), numberOf(schema, "maxLength"), "character");
  if (shape.kind === "array") between(numberOf(schema, "minItems"), numberOf(schema, "maxItems"), "item");
  if (shape.kind === "number") {
    between(safeBound(numberOf(schema, "minimum")), safeBound(numberOf(schema, "maximum")), "");
    const above = numberOf(schema, "exclusiveMinimum");
    const below = numberOf(schema, "exclusiveMaximum");
    const step = numberOf(schema, "multipleOf");
    if (above !== undefined) hints.push(`more than ${above}`);
    if (below !== undefined) hints.push(`less than ${below}`);
    if (step !== undefined) hints.push(`in steps of ${step}`);
  }
  const pattern = textOf(schema, "pattern");
  if (pattern !== undefined && textOf(schema, "format") === undefined) hints.push(`matches ${pattern}`);
  if (shape.defaultValue !== undefined) hints.push(`default ${shortJson(shape.defaultValue)}`);
  if (schema.deprecated === true) hints.push("deprecated");
  return hints;
}

/** The bounds that Zod writes for every integer say nothing to a person. */
function safeBound(bound: number | undefined): number | undefined {
  return bound === undefined || Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? undefined : bound;
}

function shortJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
