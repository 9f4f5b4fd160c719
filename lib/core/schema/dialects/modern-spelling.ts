import type { JsonSchema } from "../../tool/tool-types";

export interface ModernSchema {
  schema: JsonSchema;
  /** The older keywords that were exchanged. */
  older: string[];
}

/** Draft 4 and OpenAPI 3.0 spellings of one schema in those of draft 2020-12; what stands inside it is left alone. */
export function modernSpelling(schema: JsonSchema): ModernSchema {
  const older: string[] = [];
  let result = schema;
  for (const [bound, exclusive] of [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ] as const) {
    if (typeof result[exclusive] !== "boolean") continue;
    const { [exclusive]: isExclusive, [bound]: value, ...others } = result;
    result = value === undefined ? others : { ...others, [isExclusive === true ? exclusive : bound]: value };
    older.push(exclusive);
  }
  if (Array.isArray(result.items)) {
    const { items, additionalItems, ...others } = result;
    result = { ...others, prefixItems: items, ...(additionalItems === undefined ? {} : { items: additionalItems }) };
    older.push("items");
  }
  if (typeof result.nullable === "boolean") {
    const { nullable, ...others } = result;
    result = others;
    if (nullable === true) {
      const { type } = others;
      if (typeof type === "string" && type !== "null") result = { ...others, type: [type, "null"] };
      else if (Array.isArray(type) && !type.includes("null")) result = { ...others, type: [...type, "null"] };
      if (Array.isArray(others.enum) && !others.enum.includes(null))
        result = { ...result, enum: [...others.enum, null] };
      for (const keyword of ["anyOf", "oneOf"] as const) {
        const branches = others[keyword];
        if (Array.isArray(branches)) result = { ...result, [keyword]: [...branches, { type: "null" }] };
      }
    }
    older.push("nullable");
  }
  return { schema: result, older };
}
