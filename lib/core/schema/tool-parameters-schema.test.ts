import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as valibot from "valibot";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ToolwrightError } from "../errors/toolwright-error";
import type { JsonSchema, ToolParameters } from "../tool/tool-types";
import { resolvePointer } from "./json-pointer";
import { parseParameters } from "./parse-parameters";
import { parametersWarnings, toolParametersSchema } from "./tool-parameters-schema";

/** Every reference in a document, wherever it stands. */
function referencesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const own = typeof (value as JsonSchema).$ref === "string" ? [(value as JsonSchema).$ref as string] : [];
  return [...own, ...Object.values(value).flatMap(referencesIn)];
}

function refusal(parameters: unknown): ToolwrightError {
  try {
    toolParametersSchema(parameters as ToolParameters);
  } catch (thrown) {
    if (thrown instanceof ToolwrightError) return thrown;
  }
  throw new Error("it was accepted");
}

interface Tree {
  name: string;
  children: Tree[];
}
const tree: z.ZodType<Tree> = z.lazy(() => z.object({ name: z.string(), children: z.array(tree) }));

describe("toolParametersSchema from Zod", () => {
  it("shows the input side: a default is optional and kept, a transform shows what goes in", () => {
    expect(
      toolParametersSchema(
        z.object({
          city: z.string().describe("City name"),
          units: z.enum(["celsius", "fahrenheit"]).default("celsius"),
          days: z
            .string()
            .transform((text) => Number(text))
            .optional(),
        }),
      ),
    ).toEqual({
      type: "object",
      properties: {
        city: { type: "string", description: "City name" },
        units: { type: "string", enum: ["celsius", "fahrenheit"], default: "celsius" },
        days: { type: "string" },
      },
      required: ["city"],
    });
  });

  it.each<[string, z.ZodType, JsonSchema]>([
    ["nullable", z.object({ a: z.string().nullable() }), { type: ["string", "null"] }],
    ["literal", z.object({ a: z.literal("x") }), { type: "string", const: "x" }],
    ["union", z.object({ a: z.union([z.string(), z.number()]) }), { type: ["string", "number"] }],
    ["pipe", z.object({ a: z.string().pipe(z.coerce.number()) }), { type: "string" }],
    ["coerce", z.object({ a: z.coerce.number() }), { type: "number" }],
    ["preprocess", z.object({ a: z.preprocess((value) => value, z.string()) }), { type: "string" }],
    ["stringbool", z.object({ a: z.stringbool() }), { type: "string" }],
    ["date", z.object({ a: z.date() }), {}],
    ["bigint", z.object({ a: z.bigint() }), {}],
    ["any", z.object({ a: z.any() }), {}],
    [
      "meta",
      z.object({ a: z.string().meta({ title: "A", examples: ["x"] }) }),
      { type: "string", title: "A", examples: ["x"] },
    ],
    [
      "record",
      z.object({ a: z.record(z.string(), z.number()) }),
      { type: "object", propertyNames: { type: "string" }, additionalProperties: { type: "number" } },
    ],
    [
      "tuple",
      z.object({ a: z.tuple([z.string(), z.number()]) }),
      { type: "array", prefixItems: [{ type: "string" }, { type: "number" }] },
    ],
    [
      "bounds",
      z.object({ a: z.number().gt(1).max(5).multipleOf(2) }),
      { type: "number", exclusiveMinimum: 1, maximum: 5, multipleOf: 2 },
    ],
  ])("converts %s", (_name, schema, expected) => {
    const { properties } = toolParametersSchema(schema) as { properties: { a: JsonSchema } };
    expect(properties.a).toMatchObject(expected);
  });

  it("keeps strictness, looseness and the description of the whole", () => {
    expect(toolParametersSchema(z.strictObject({ a: z.string() })).additionalProperties).toBe(false);
    expect(toolParametersSchema(z.looseObject({ a: z.string() })).additionalProperties).toEqual({});
    expect(toolParametersSchema(z.object({ a: z.string() }).describe("The whole")).description).toBe("The whole");
  });

  it("keeps anyOf beside an object root for unions, with each branch's own members", () => {
    const union = toolParametersSchema(z.union([z.object({ a: z.string() }), z.object({ b: z.number() })]));
    expect(union).toMatchObject({ type: "object", properties: {} });
    expect(union.anyOf).toHaveLength(2);
    const discriminated = toolParametersSchema(
      z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("a"), a: z.string() }),
        z.object({ kind: z.literal("b"), b: z.number() }),
      ]),
    );
    expect(discriminated).toMatchObject({ type: "object", properties: {} });
    expect(discriminated.anyOf ?? discriminated.oneOf).toHaveLength(2);
  });

  it("has only references that lead somewhere", () => {
    const named = z.object({ a: z.string() }).meta({ id: "Named", title: "Named" });
    for (const schema of [
      z.object({ root: tree }),
      tree,
      z.object({ any: z.json() }),
      z.object({ left: named, right: named }),
      named,
    ]) {
      const document = toolParametersSchema(schema);
      expect(document.type).toBe("object");
      for (const reference of referencesIn(document)) expect(resolvePointer(document, reference)).toBeTypeOf("object");
    }
    expect(referencesIn(toolParametersSchema(z.object({ root: tree }))).length).toBeGreaterThan(0);
    expect(toolParametersSchema(named)).toEqual({
      type: "object",
      properties: { a: { type: "string" } },
      required: ["a"],
      title: "Named",
    });
  });

  it("gives an empty object for no members", () => {
    expect(toolParametersSchema(z.object({}))).toEqual({ type: "object", properties: {} });
  });

  it("refuses a root that is never an object, with the fix", () => {
    for (const schema of [z.string(), z.array(z.string()), z.union([z.string(), z.number()]), z.literal(3)]) {
      const error = refusal(schema);
      expect(error.code).toBe("bad-schema");
      expect(error.message).toContain("z.object({ value: … })");
    }
  });

  it("converts a schema once and freezes what it gave out", () => {
    const schema = z.object({ a: z.string() });
    const first = toolParametersSchema(schema);
    expect(toolParametersSchema(schema)).toBe(first);
    expect(() => Object.assign(first.properties as object, { b: 1 })).toThrow(TypeError);
  });
});

describe("what has no JSON form", () => {
  const schema = z.object({
    when: z.date(),
    deep: z.array(z.object({ ids: z.set(z.string()) })),
    pair: z.tuple([z.bigint(), z.string()]),
    either: z.union([z.string(), z.map(z.string(), z.string())]).optional(),
    each: z.record(z.string(), z.symbol()),
    first: z.transform((value) => String(value)),
    own: z.custom<string>((value) => typeof value === "string"),
    upload: z.file().optional(),
    nothing: z.undefined(),
    fine: z.codec(z.iso.datetime(), z.date(), { decode: (text) => new Date(text), encode: (at) => at.toISOString() }),
    also: z.preprocess((value) => value, z.number()),
    given: z.coerce.date(),
    any: z.any(),
  });

  it("is named with its place, its rule and what to write instead, and nothing else is", () => {
    const warnings = parametersWarnings(schema);
    expect(warnings.map(({ path, rule }) => `${path} ${rule}`).sort()).toEqual([
      "deep[].ids never-satisfied",
      "each[*] never-satisfied",
      "either never-satisfied",
      "first no-json-form",
      "nothing never-satisfied",
      "own no-json-form",
      "pair[0] never-satisfied",
      "upload never-satisfied",
      "when never-satisfied",
    ]);
    for (const { message, fix } of warnings) {
      expect(message.length).toBeGreaterThan(20);
      expect(fix).toMatch(/`|name/);
    }
  });

  it("is told as anything, and is no dead end", () => {
    const { properties } = toolParametersSchema(schema) as { properties: { [name: string]: JsonSchema } };
    expect(properties.when).toEqual({});
    expect(properties.upload).toEqual({});
    expect(properties.given).toEqual({ type: "string", format: "date-time" });
    expect(properties.fine).toMatchObject({ type: "string", format: "date-time" });
    expect(properties.also).toEqual({ type: "number" });
  });

  it("takes two schemas of one id apart", () => {
    const left = z.object({ a: z.string() }).meta({ id: "Same" });
    const right = z.object({ b: z.number() }).meta({ id: "Same" });
    const document = toolParametersSchema(z.object({ left, right, again: left, slash: z.int().meta({ id: "a/b~c" }) }));
    const at = (name: string) => {
      const property = (document.properties as { [name: string]: JsonSchema })[name];
      return resolvePointer(document, String(property?.$ref));
    };
    expect(at("left")).toMatchObject({ properties: { a: { type: "string" } } });
    expect(at("right")).toMatchObject({ properties: { b: { type: "number" } } });
    expect(at("again")).toEqual(at("left"));
    expect(at("slash")).toMatchObject({ type: "integer" });
  });
});

describe("schemas of other libraries", () => {
  const ark = type({ city: "string", "days?": "number > 0" });
  const vali = toStandardJsonSchema(
    valibot.object({ city: valibot.string(), days: valibot.optional(valibot.number(), 3) }),
  );

  it.each([
    ["ArkType", ark],
    ["Valibot", vali],
  ])("are told from their own conversion: %s", (_name, schema) => {
    expect(toolParametersSchema(schema)).toMatchObject({
      type: "object",
      properties: { city: { type: "string" }, days: { type: "number" } },
      required: ["city"],
    });
    expect(toolParametersSchema(schema)).toBe(toolParametersSchema(schema));
  });

  it("check a call by themselves, and fill in what they fill in", async () => {
    expect(await parseParameters(vali, { city: "Oslo" })).toEqual({ ok: true, parsed: { city: "Oslo", days: 3 } });
    expect(await parseParameters(ark, { city: "Oslo" })).toEqual({ ok: true, parsed: { city: "Oslo" } });
    expect(await parseParameters(ark, { city: 1 })).toEqual({
      ok: false,
      issues: [{ path: "city", message: "must be a string (was a number)" }],
    });
    expect(await parseParameters(vali, { city: "Oslo", days: "x" })).toMatchObject({
      ok: false,
      issues: [{ path: "days", message: expect.stringContaining("number") }],
    });
  });

  it("name a part that has no JSON form", () => {
    const error = refusal(toStandardJsonSchema(valibot.object({ when: valibot.date() })));
    expect(error.message).toContain('a schema of "valibot" with a part that cannot be written as JSON Schema');
  });
});

describe("toolParametersSchema from plain JSON Schema", () => {
  it("passes it through with properties and required in order", () => {
    const schema = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      properties: { q: { type: "string" } },
      required: ["q", 3],
    };
    expect(toolParametersSchema(schema)).toEqual({
      type: "object",
      properties: { q: { type: "string" } },
      required: ["q"],
    });
    expect(toolParametersSchema({ type: "object" })).toEqual({ type: "object", properties: {} });
    expect(toolParametersSchema({ type: "object", anyOf: [{ required: ["a"] }] }).anyOf).toHaveLength(1);
  });

  it("does not change, or hand out, the author's own object", () => {
    const schema = { type: "object", properties: { q: { type: "string" } } };
    toolParametersSchema(schema);
    schema.properties.q.type = "number";
    expect(toolParametersSchema(schema).properties).toEqual({ q: { type: "string" } });
  });

  it.each<[string, unknown, string]>([
    [
      "a Zod schema inside",
      { type: "object", properties: { city: z.string() } },
      '"parameters.properties.city" is a Zod schema (z.string)',
    ],
    ["bare Zod members", { city: z.string() }, "is an object of Zod schemas"],
    ["Zod 3", { _def: {}, safeParse: () => {} }, "is a Zod 3 schema"],
    ["a library that cannot convert", valibot.object({ a: valibot.string() }), 'the library "valibot"'],
    ["a function", { type: "object", properties: { a: { default: () => 1 } } }, "is a function"],
    ["an unknown type", { type: "object", properties: { a: { type: "text" } } }, '"text" is not a JSON Schema type'],
    ["a broken pattern", { type: "object", properties: { a: { pattern: "(" } } }, "is not a regular expression"],
    [
      "a pattern that could take forever",
      { type: "object", properties: { a: { pattern: "^(\\w+)+\\1$" } } },
      "could take forever",
    ],
    ["a broken pattern of names", { type: "object", patternProperties: { "(": {} } }, "is not a regular expression"],
    ["a keyword that nobody would check", { type: "object", unevaluatedProperties: false }, "is not checked here"],
    ["a lost reference", { type: "object", properties: { a: { $ref: "#/$defs/b" } } }, "leads nowhere"],
    ["an outside reference", { type: "object", properties: { a: { $ref: "https://example.com/s" } } }, "leads nowhere"],
    ["another root type", { type: "string" }, "always an object"],
    ["nothing", undefined, "is a undefined"],
    ["null", null, "is null"],
    ["a text", "string", "is a string"],
  ])("refuses %s by name", (_name, schema, words) => {
    const error = refusal(schema);
    expect(error.code).toBe("bad-schema");
    expect(error.message).toContain(words);
    expect(error.facts).toMatchObject({ field: "parameters", fix: expect.any(String) });
  });

  it("refuses a schema object that contains itself", () => {
    const cyclic: JsonSchema = { type: "object", properties: {} };
    (cyclic.properties as JsonSchema).self = cyclic;
    expect(refusal(cyclic).message).toContain("contains itself");
  });

  it("takes properties that are named like keywords for properties", () => {
    const schema = {
      type: "object",
      properties: { type: { type: "string" }, pattern: { type: "string" }, $ref: { type: "string" } },
    };
    expect(toolParametersSchema(schema).properties).toEqual(schema.properties);
  });
});
