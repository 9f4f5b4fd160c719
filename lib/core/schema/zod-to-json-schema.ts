import { z } from "zod";
import type { JsonSchema } from "../tool/tool-types";

/** A place in a schema that a model cannot be told about. The tool works; what stands there is told as "anything". */
export interface SchemaWarning {
  /** Dotted, `[]` for the items of a list; empty for the whole. */
  path: string;
  /** Kebab-case and stable: `no-json-form`, `never-satisfied`. */
  rule: string;
  message: string;
  fix: string;
}

export interface ConvertedSchema {
  schema: JsonSchema;
  warnings: SchemaWarning[];
}

/** What JSON has no value for, and what to write instead. */
const NO_JSON_VALUE: Readonly<Record<string, { words: string; fix: string }>> = {
  date: {
    words: "a Date",
    fix: "Write `z.iso.datetime()`, and `.transform((text) => new Date(text))` when the code wants a Date.",
  },
  bigint: { words: "a BigInt", fix: "Write `z.int()`, or a text: `z.string().regex(/^\\d+$/).transform(BigInt)`." },
  map: {
    words: "a Map",
    fix: "Write `z.record(z.string(), …)`, and `.transform((record) => new Map(Object.entries(record)))`.",
  },
  set: { words: "a Set", fix: "Write `z.array(…)`, and `.transform((list) => new Set(list))`." },
  symbol: { words: "a symbol", fix: "Write `z.string()` or `z.enum([…])`." },
  undefined: { words: "undefined", fix: "Make the member `.optional()`, or take it away." },
  void: { words: "undefined", fix: "Make the member `.optional()`, or take it away." },
  nan: { words: "NaN", fix: "Write `z.number()`, or `z.literal(null)` for “no number”." },
  function: { words: "a function", fix: "Take a name, and choose the function by it inside `execute`." },
  file: { words: "a File", fix: "Take the path of a file in the workspace: `z.string()`." },
};

const FREE_FORM: Readonly<Record<string, { words: string; fix: string }>> = {
  custom: {
    words: "A check of your own says what fits here",
    fix: "Put it behind a type: `z.string().refine(…)`, `z.object({ … }).refine(…)`.",
  },
  transform: {
    words: "A transform stands first here, so nothing says what goes in",
    fix: "Say it: `z.string().transform(…)`, or `z.preprocess(…, z.string())`.",
  },
};

/**
 * The input side of a Zod schema as JSON Schema (draft 2020-12). Total over every type of Zod 4: what has no JSON form
 * becomes `{}` and a warning. Two different schemas with one `id` are renamed, not refused.
 */
export function zodToJsonSchema(schema: z.ZodType): ConvertedSchema {
  const warnings: SchemaWarning[] = [];
  const convert = (metadata: typeof z.globalRegistry) =>
    z.toJSONSchema(schema, {
      io: "input",
      unrepresentable: "any",
      target: "draft-2020-12",
      metadata,
      override: ({ zodSchema, jsonSchema, path }) => {
        describePlace(zodSchema, jsonSchema as JsonSchema, path, warnings);
      },
    }) as JsonSchema;
  let document: JsonSchema;
  try {
    document = convert(z.globalRegistry);
  } catch (thrown) {
    if (!(thrown instanceof Error && thrown.message.includes("Duplicate schema id"))) throw thrown;
    warnings.length = 0;
    document = convert(withDistinctIds());
  }
  const { $schema: _dialect, "~standard": _standard, ...plain } = document;
  return { schema: plain, warnings: distinct(warnings).sort((left, right) => (left.path < right.path ? -1 : 1)) };
}

function describePlace(
  zodSchema: z.core.$ZodType,
  jsonSchema: JsonSchema,
  path: readonly (string | number)[],
  warnings: SchemaWarning[],
): void {
  const definition = zodSchema._zod.def as { type: string; coerce?: boolean };
  // What is coerced takes more than its own type, and a text or a number among it.
  if (definition.coerce === true && (definition.type === "date" || definition.type === "bigint")) {
    Object.assign(
      jsonSchema,
      definition.type === "date" ? { type: "string", format: "date-time" } : { type: "integer" },
    );
    return;
  }
  if (Object.keys(jsonSchema).some((keyword) => keyword !== "default" && keyword !== "description")) {
    if (definition.type !== "file") return;
    delete jsonSchema.contentEncoding;
    delete jsonSchema.format;
    delete jsonSchema.type;
  }
  const place = placeOf(path);
  const value = NO_JSON_VALUE[definition.type];
  if (value !== undefined) {
    warnings.push({
      path: place,
      rule: "never-satisfied",
      message: `Only ${value.words} fits here, and JSON has none: no call from a model can fill this in.`,
      fix: value.fix,
    });
    return;
  }
  const free = FREE_FORM[definition.type];
  if (free !== undefined) {
    warnings.push({
      path: place,
      rule: "no-json-form",
      message: `${free.words}: the model is told "anything".`,
      fix: free.fix,
    });
  }
}

/** The registry of everybody's metadata, where a second schema with a known `id` gets `<id>_2`. */
function withDistinctIds(): typeof z.globalRegistry {
  const owners = new Map<string, object>();
  const given = new Map<object, string>();
  const idFor = (schema: object, wanted: string): string => {
    const known = given.get(schema);
    if (known !== undefined) return known;
    let id = wanted;
    for (let count = 2; owners.has(id); count += 1) id = `${wanted}_${count}`;
    owners.set(id, schema);
    given.set(schema, id);
    return id;
  };
  const registry = Object.create(z.globalRegistry) as typeof z.globalRegistry;
  registry.get = (schema) => {
    const metadata = z.globalRegistry.get(schema);
    return metadata?.id === undefined ? metadata : { ...metadata, id: idFor(schema, metadata.id) };
  };
  return registry;
}

const SCHEMA_MAPS = ["properties", "patternProperties", "$defs", "definitions"];

/** A path through a JSON Schema document as a path through the values it describes. */
function placeOf(path: readonly (string | number)[]): string {
  let place = "";
  for (let at = 0; at < path.length; at += 1) {
    const step = path[at];
    if (typeof step === "string" && SCHEMA_MAPS.includes(step) && at + 1 < path.length) {
      place += `${place === "" ? "" : "."}${path[at + 1]}`;
      at += 1;
    } else if (step === "items") place += "[]";
    else if (step === "prefixItems") {
      place += `[${path[at + 1]}]`;
      at += 1;
    } else if (step === "additionalProperties") place += "[*]";
    else if (step === "anyOf" || step === "oneOf" || step === "allOf") at += 1;
  }
  return place;
}

function distinct(warnings: readonly SchemaWarning[]): SchemaWarning[] {
  const seen = new Map<string, SchemaWarning>();
  for (const warning of warnings) {
    const key = `${warning.path}|${warning.rule}`;
    if (!seen.has(key)) seen.set(key, warning);
  }
  return Array.from(seen.values());
}
