import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { JsonSchema, ToolParameters } from "../../tool/tool-types";
import { toolParametersSchema } from "../tool-parameters-schema";
import { validateJson } from "../validate-json";
import { DIALECT_IDS, DIALECTS, type DialectId } from "./dialect";
import { toDialect } from "./to-dialect";

const dialect = (parameters: ToolParameters, id: DialectId) => toDialect(toolParametersSchema(parameters), id);
const rules = (parameters: ToolParameters, id: DialectId) =>
  dialect(parameters, id).findings.map(({ path, rule, effect }) => `${path} ${rule} ${effect}`.trim());
const fits = (schema: JsonSchema, value: unknown) => validateJson(schema, value).issues.length === 0;

/** Every keyword of a schema and of the schemas inside it. */
function keywordsIn(schema: unknown): Set<string> {
  const found = new Set<string>();
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return;
    for (const [keyword, inner] of Object.entries(value)) {
      found.add(keyword);
      if (["properties", "patternProperties", "$defs", "dependentSchemas"].includes(keyword)) {
        for (const member of Object.values(inner as object)) walk(member);
      } else if (["anyOf", "oneOf", "allOf", "prefixItems"].includes(keyword)) (inner as unknown[]).forEach(walk);
      else if (!["enum", "const", "default", "examples", "required", "type"].includes(keyword)) walk(inner);
    }
  };
  walk(schema);
  return found;
}

const scalar: fc.Arbitrary<JsonSchema> = fc.oneof(
  fc.record({ type: fc.constant("string") }),
  fc.record({ type: fc.constant("string"), minLength: fc.nat(3) }),
  fc.record({ type: fc.constant("string"), format: fc.constantFrom("email", "uri", "date-time") }),
  fc.record({ type: fc.constant("integer"), exclusiveMinimum: fc.integer({ min: -3, max: 3 }) }),
  fc.record({ type: fc.constant("number"), exclusiveMaximum: fc.integer({ min: -3, max: 3 }) }),
  fc.constant<JsonSchema>({ type: "boolean" }),
  fc.constant<JsonSchema>({ type: "null" }),
  fc.constant<JsonSchema>({ type: ["string", "null"] }),
  fc.constant<JsonSchema>({ type: ["integer", "string"] }),
  fc.record({ const: fc.constantFrom<unknown>("a", 1, true, null, "") }),
  fc.record({ enum: fc.constantFrom<unknown[]>(["a", "b"], [1, 2], ["a", 1, null], ["1", 1], [""], [{ a: 1 }, "x"]) }),
  fc.constant<JsonSchema>({}),
);
const names = fc.constantFrom("a", "b", "kind", "weird name!", "__proto__");
const { schema: anySchema } = fc.letrec<{ schema: JsonSchema; object: JsonSchema }>((tie) => ({
  object: fc
    .record({
      properties: fc.dictionary(names, tie("schema"), { maxKeys: 3, noNullPrototype: true }),
      required: fc.uniqueArray(names, { maxLength: 3 }),
      more: fc.option(fc.oneof(fc.constant<unknown>(false), fc.constant<unknown>({}), tie("schema")), {
        nil: undefined,
      }),
    })
    .map(({ properties, required, more }) => ({
      type: "object",
      properties,
      required: required.filter((name) => Object.hasOwn(properties, name)),
      ...(more === undefined ? {} : { additionalProperties: more }),
    })),
  schema: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    scalar,
    tie("object"),
    fc.record({ type: fc.constant("array"), items: tie("schema"), maxItems: fc.constant(2) }),
    fc.tuple(fc.array(tie("schema"), { minLength: 1, maxLength: 2 }), fc.boolean()).map(([prefixItems, exact]) => ({
      type: "array",
      prefixItems,
      items: exact ? false : { type: "string" },
      minItems: exact ? prefixItems.length : 0,
    })),
    fc.record({ type: fc.constant("object"), additionalProperties: tie("schema") }),
    fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ allOf: fc.array(tie("object"), { minLength: 1, maxLength: 2 }) }),
    fc.constant<JsonSchema>({ $ref: "#/$defs/node" }),
  ),
}));
const root: fc.Arbitrary<JsonSchema> = fc
  .tuple(
    fc.dictionary(names, anySchema, { maxKeys: 3, noNullPrototype: true }),
    fc.boolean(),
    fc.option(
      fc.array(fc.dictionary(names, scalar, { maxKeys: 2, noNullPrototype: true }), { minLength: 1, maxLength: 2 }),
      { nil: undefined },
    ),
  )
  .map(([properties, all, branches]) => ({
    type: "object",
    properties,
    required: all ? Object.keys(properties) : [],
    ...(branches === undefined
      ? {}
      : {
          anyOf: branches.map((members) => ({ type: "object", properties: members, required: Object.keys(members) })),
        }),
    $defs: {
      node: {
        type: "object",
        properties: { next: { $ref: "#/$defs/node" }, id: { type: "integer" } },
        required: ["id"],
        additionalProperties: false,
      },
    },
  }));

/** Not by assignment: a member may be named `__proto__`. */
function merged(values: readonly unknown[]): unknown {
  return Object.fromEntries(values.flatMap((value) => (typeof value === "object" ? Object.entries(value ?? {}) : [])));
}

/** A value that probably fits a schema. */
function guess(schema: unknown, whole: JsonSchema, chance: () => number, depth = 0): unknown {
  if (typeof schema !== "object" || schema === null) return chance() < 0.5 ? "x" : 1;
  const node = schema as JsonSchema;
  if (node.$ref !== undefined) {
    const name = String(node.$ref).split("/").at(-1) ?? "";
    return guess((whole.$defs as JsonSchema)[name], whole, chance, depth + 1);
  }
  const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T;
  if ("const" in node) return node.const;
  if (Array.isArray(node.enum)) return pick(node.enum);
  const alternatives = node.anyOf ?? node.oneOf;
  if (Array.isArray(node.allOf)) return merged(node.allOf.map((part) => guess(part, whole, chance, depth)));
  const branch: unknown = Array.isArray(alternatives)
    ? depth > 6
      ? alternatives.at(-1)
      : pick(alternatives)
    : undefined;
  const chosen = branch === undefined ? undefined : guess(branch, whole, chance, depth + 1);
  if (node.nullable === true && chance() < 0.3) return null;
  const type = Array.isArray(node.type) ? pick(node.type) : node.type;
  if (type === undefined && chosen !== undefined) return chosen;
  switch (type) {
    case "string":
      return node.format === "date-time"
        ? "2026-01-01T00:00:00Z"
        : pick(["", "x", "abcd", "a@example.com", "https://e.x/", '"q"', "7", "null"]);
    case "integer":
      return pick([-5, 0, 2, 4, 9]);
    case "number":
      return pick([-5.5, 0, 2.5]);
    case "boolean":
      return chance() < 0.5;
    case "null":
      return null;
    case "array": {
      const prefix = Array.isArray(node.prefixItems) ? node.prefixItems : [];
      const rest = node.items === false || depth > 6 ? 0 : Math.floor(chance() * 3);
      const length = prefix.length > 0 && chance() < 0.3 ? Math.floor(chance() * prefix.length) : prefix.length;
      const list = prefix.slice(0, length).map((item) => guess(item, whole, chance, depth + 1));
      if (length < prefix.length) return list;
      return [...list, ...Array.from({ length: rest }, () => guess(node.items ?? {}, whole, chance, depth + 1))];
    }
    case "object": {
      const required = new Set(Array.isArray(node.required) ? node.required : []);
      const entries = Object.entries((node.properties as JsonSchema | undefined) ?? {})
        .filter(([name]) => required.has(name) || (depth < 6 && chance() < 0.6))
        .map(([name, member]) => [name, guess(member, whole, chance, depth + 1)] as const);
      const more = node.additionalProperties;
      if (more !== false && more !== undefined && chance() < 0.5) {
        entries.push([pick(["m1", "__proto__"]), guess(more, whole, chance, depth + 1)]);
      }
      return merged([chosen, Object.fromEntries(entries)]);
    }
    default:
      return pick<unknown>(["x", 3, null, true, { deep: ["x"] }, '{"a":1}']);
  }
}

const chances = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
  minLength: 20,
  maxLength: 60,
});
const asChance = (numbers: readonly number[]) => {
  let at = 0;
  return () => {
    at += 1;
    return numbers[at % numbers.length] ?? 0;
  };
};

describe.each(DIALECT_IDS)("any schema in the dialect %s", (id) => {
  it("holds only what the dialect takes, and references that lead somewhere", () => {
    fc.assert(
      fc.property(root, (schema) => {
        const { schema: sent, findings } = toDialect(schema, id);
        expect(sent.type).toBe("object");
        expect(typeof sent.properties).toBe("object");
        const keywords = keywordsIn(sent);
        keywords.delete("$defs");
        for (const keyword of keywords) expect(DIALECTS[id].keywords).toContain(keyword);
        for (const { message, fix, path } of findings) {
          expect(message).not.toBe("");
          expect(fix).not.toBe("");
          expect(typeof path).toBe("string");
        }
      }),
      { numRuns: 150 },
    );
  });

  it("takes every value that fits it back to one that fits the author's schema, unless it was told less", () => {
    fc.assert(
      fc.property(root, chances, (schema, numbers) => {
        const { schema: sent, mapBack, findings } = toDialect(schema, id);
        if (findings.some(({ effect, severity }) => effect === "looser" || severity === "problem")) return;
        const value = guess(sent, sent, asChance(numbers));
        fc.pre(fits(sent, value));
        const written = mapBack(value);
        expect({ written, issues: validateJson(schema, written).issues }).toEqual({ written, issues: [] });
      }),
      { numRuns: 250 },
    );
  });

  it("has a form for every value that fits the author's schema, and takes it back to one that fits, unless it says it has not", () => {
    fc.assert(
      fc.property(root, chances, (schema, numbers) => {
        const { schema: sent, mapBack, mapForth, findings } = toDialect(schema, id);
        if (findings.some(({ effect }) => effect === "narrower")) return;
        const value = guess(schema, schema, asChance(numbers));
        fc.pre(fits(schema, value));
        const form = mapForth(value);
        expect({ form, issues: validateJson(sent, form).issues }).toEqual({ form, issues: [] });
        // Told less, two alternatives may take one form.
        if (findings.some(({ effect }) => effect === "looser")) return;
        const again = mapBack(form);
        expect({ again, issues: validateJson(schema, again).issues }).toEqual({ again, issues: [] });
      }),
      { numRuns: 250 },
    );
  });

  it("never throws on a value of any kind", () => {
    fc.assert(
      fc.property(root, fc.jsonValue(), (schema, value) => {
        const { mapBack, mapForth } = toDialect(schema, id);
        mapBack(value);
        mapForth(value);
      }),
      { numRuns: 150 },
    );
  });
});

const member = (parameters: ToolParameters, id: DialectId, name = "a") =>
  (dialect(parameters, id).schema.properties as { [name: string]: JsonSchema })[name];
const back = (parameters: ToolParameters, id: DialectId, value: unknown) => dialect(parameters, id).mapBack(value);

describe("OpenAI strict", () => {
  const id = "openai-strict";

  it("makes every member required; null is absence only where null meant nothing", () => {
    const parameters = z.object({
      city: z.string(),
      days: z.int().optional(),
      note: z.string().nullable(),
      either: z.string().nullish(),
      units: z.enum(["c", "f"]).default("c"),
      deep: z.object({ on: z.boolean().optional() }).optional(),
      list: z.array(z.object({ n: z.number().optional() })),
    });
    const { schema } = dialect(parameters, id);
    expect(schema).toMatchObject({
      type: "object",
      additionalProperties: false,
      required: ["city", "days", "note", "either", "units", "deep", "list"],
      properties: { days: { type: ["integer", "null"] }, units: { anyOf: [{ enum: ["c", "f"] }, { type: "null" }] } },
    });
    expect(member(parameters, id, "units")?.description).toContain("default");
    const sent = {
      city: "Oslo",
      days: null,
      note: null,
      either: null,
      units: null,
      deep: { on: null },
      list: [{ n: null }],
    };
    expect(back(parameters, id, sent)).toEqual({ city: "Oslo", note: null, either: null, deep: {}, list: [{}] });
    expect(dialect(parameters, id).mapForth({ city: "Oslo", note: null, list: [{}] })).toEqual({
      ...sent,
      deep: null,
    });
  });

  it("turns oneOf into anyOf, and says whether that loses anything", () => {
    const disjoint = z.object({
      data: z.discriminatedUnion("t", [z.object({ t: z.literal("a") }), z.object({ t: z.literal("b") })]),
    });
    expect(member(disjoint, id, "data")?.anyOf).toHaveLength(2);
    expect(member(disjoint, id, "data")?.oneOf).toBeUndefined();
    expect(rules(disjoint, id)).toContain("data oneOf same");
    const open = z.object({ data: z.xor([z.object({ a: z.string() }), z.object({ b: z.string() })]) });
    expect(rules(open, id)).toContain("data oneOf looser");
  });

  it("tells records as pairs, tuples as objects and anything as JSON text, and reads them back", () => {
    const parameters = z.object({
      headers: z.record(z.string(), z.number()),
      pair: z.tuple([z.string(), z.number()]).rest(z.boolean()),
      any: z.any(),
      open: z.object({ a: z.string() }).catchall(z.number()),
      fixed: z.record(z.enum(["x", "y"]), z.boolean()),
    });
    const value = {
      headers: { one: 1, two: 2 },
      pair: ["a", 1, true],
      any: { deep: ["x"] },
      open: { a: "b", more: 3 },
      fixed: { x: true, y: false },
    };
    const { mapForth, mapBack, schema } = dialect(parameters, id);
    const sent = mapForth(value);
    expect(sent).toMatchObject({
      headers: [
        { key: "one", value: 1 },
        { key: "two", value: 2 },
      ],
      pair: { item_1: "a", item_2: 1, rest: [true] },
      any: '{"deep":["x"]}',
      open: { a: "b", other_members: [{ key: "more", value: 3 }] },
      fixed: { x: true, y: false },
    });
    expect(fits(schema, sent)).toBe(true);
    expect(mapBack(sent)).toEqual(value);
  });

  it("keeps a schema that refers to itself, each reference alone", () => {
    interface Tree {
      name: string;
      children?: Tree[] | undefined;
    }
    const tree: z.ZodType<Tree> = z.lazy(() => z.object({ name: z.string(), children: z.array(tree).optional() }));
    const parameters = z.object({ root: tree });
    const { schema, mapBack, findings } = dialect(parameters, id);
    expect(Object.keys(schema.$defs as object)).toHaveLength(1);
    expect(findings.every(({ effect }) => effect === "same")).toBe(true);
    const sent = { root: { name: "a", children: [{ name: "b", children: null }] } };
    expect(fits(schema, sent)).toBe(true);
    expect(mapBack(sent)).toEqual({ root: { name: "a", children: [{ name: "b" }] } });
  });

  it("says in the description what it has no keyword for, and keeps what it has", () => {
    const parameters = z.object({
      a: z.string().min(3).max(9).describe("A name."),
      b: z.url(),
      c: z.string().regex(/^(?!x)y/),
      d: z.number().gt(0).multipleOf(2),
      e: z.array(z.string()).min(1).max(2),
    });
    expect(member(parameters, id, "a")).toEqual({
      type: "string",
      description: "A name. At least 3 characters. At most 9 characters.",
    });
    expect(member(parameters, id, "b")).toEqual({ type: "string", description: 'In the format "uri".' });
    expect(member(parameters, id, "c")?.pattern).toBeUndefined();
    expect(member(parameters, id, "d")).toEqual({ type: "number", exclusiveMinimum: 0, multipleOf: 2 });
    expect(member(parameters, id, "e")).toMatchObject({ minItems: 1, maxItems: 2 });
    expect(rules(parameters, id)).toEqual(
      expect.arrayContaining(["a minLength looser", "a maxLength looser", "b format looser", "c pattern looser"]),
    );
  });

  it("is a problem for a tool that is larger than the provider takes", () => {
    const many = z.object(Object.fromEntries(Array.from({ length: 5001 }, (_, at) => [`m${at}`, z.string()])));
    expect(dialect(many, id).findings).toContainEqual(
      expect.objectContaining({ rule: "too-many-members", severity: "problem" }),
    );
    let deep: z.ZodType = z.string();
    for (let level = 0; level < 12; level += 1) deep = z.object({ a: deep });
    expect(dialect(deep as z.ZodObject, id).findings).toContainEqual(
      expect.objectContaining({ rule: "too-many-depth", severity: "problem" }),
    );
  });
});

describe("a union at the root", () => {
  const union = z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("a"), x: z.string() }),
    z.object({ kind: z.literal("b"), y: z.number() }),
  ]);

  it.each(["openai-strict", "openai", "anthropic", "gemini", "bedrock", "ollama"] as const)(
    "goes into a member for %s, and comes out of it again",
    (id) => {
      const { schema, mapBack, mapForth, findings } = dialect(union, id);
      expect(Object.keys(schema.properties as object)).toEqual(["request"]);
      for (const keyword of ["anyOf", "oneOf", "allOf"]) expect(schema).not.toHaveProperty(keyword);
      expect(findings.map(({ rule }) => rule)).toContain("root-not-plain");
      expect(mapBack({ request: { kind: "a", x: "1" } })).toEqual({ kind: "a", x: "1" });
      expect(mapForth({ kind: "b", y: 2 })).toEqual({ request: { kind: "b", y: 2 } });
    },
  );

  it("stays where it is for MCP", () => {
    expect(dialect(union, "mcp").keepsValues).toBe(true);
    expect(dialect(union, "mcp").findings).toEqual([]);
  });

  it("is one object when it is an intersection", () => {
    const both = {
      type: "object",
      allOf: [{ properties: { a: { type: "string" } }, required: ["a"] }, { properties: { b: {} } }],
    };
    const { schema, keepsValues } = dialect(both, "anthropic");
    expect(schema).toMatchObject({ properties: { a: { type: "string" }, b: {} }, required: ["a"] });
    expect(schema.allOf).toBeUndefined();
    expect(keepsValues).toBe(true);
  });
});

describe("Gemini", () => {
  const id = "gemini";

  it("is told the nearest bound of integers, and a bound and words for other numbers", () => {
    const parameters = z.object({ a: z.int().positive(), b: z.number().lt(1) });
    expect(member(parameters, id)).toMatchObject({ type: "integer", minimum: 1 });
    expect(rules(parameters, id)).toContain("a exclusiveMinimum same");
    expect(member(parameters, id, "b")).toEqual({ type: "number", maximum: 1, description: "Less than 1." });
    expect(rules(parameters, id)).toContain("b exclusiveMaximum looser");
  });

  it("is told null by its own word, one type at a time, and fixed values as texts", () => {
    const parameters = z.object({
      a: z.string().nullable(),
      b: z.union([z.string(), z.number(), z.null()]),
      c: z.union([z.literal(1), z.literal(2), z.literal("")]),
      d: z.literal("x"),
      e: z.object({}).optional(),
    });
    expect(member(parameters, id)).toEqual({ type: "string", nullable: true });
    expect(member(parameters, id, "b")).toEqual({ anyOf: [{ type: "string" }, { type: "number" }], nullable: true });
    expect(member(parameters, id, "d")).toEqual({ type: "string", enum: ["x"] });
    expect(back(parameters, id, { a: null, b: 1, c: "2", d: "x", e: "{}" })).toEqual({
      a: null,
      b: 1,
      c: 2,
      d: "x",
      e: {},
    });
    expect(back(parameters, id, { c: "(empty)" })).toEqual({ c: "" });
  });

  it("is told a schema that refers to itself a few levels deep, and says so", () => {
    interface Node {
      id: number;
      next?: Node | undefined;
    }
    const node: z.ZodType<Node> = z.lazy(() => z.object({ id: z.int(), next: node.optional() }));
    const { schema, findings } = dialect(z.object({ a: node }), id);
    expect(JSON.stringify(schema)).not.toContain("$ref");
    // Once each, however deep it is written out.
    expect(findings.filter(({ rule }) => rule === "recursion")).toEqual([
      expect.objectContaining({ path: "a", effect: "narrower" }),
    ]);
    expect(findings.length).toBeLessThan(4);
    expect(fits(schema, { a: { id: 1, next: { id: 2, next: { id: 3 } } } })).toBe(true);
  });

  it("ends soon on a schema that is made to take long", () => {
    const self = { anyOf: Array.from({ length: 30 }, () => ({ $ref: "#/$defs/s" })) };
    const hostile = {
      type: "object",
      properties: Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`m${at}`, { $ref: "#/$defs/s" }])),
      $defs: { s: self },
    };
    const long = {
      type: "object",
      properties: { a: { enum: Array.from({ length: 20_000 }, (_, at) => `value ${at}`), minLength: 3 } },
    };
    const started = performance.now();
    for (const each of DIALECT_IDS) for (const schema of [hostile, long]) toDialect(structuredClone(schema), each);
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it("ends on a schema that would fill the memory when it is written out", () => {
    const wide = {
      type: "object",
      properties: { a: { $ref: "#/$defs/w" } },
      $defs: {
        w: {
          type: "object",
          properties: Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`m${at}`, { $ref: "#/$defs/w" }])),
        },
      },
    };
    expect(rules(wide, id)).toContain("too-large narrower");
  });
});

describe("the others", () => {
  it("Ollama is told in words what it would drop without a word", () => {
    const parameters = z.object({
      a: z.string().min(2),
      b: z.record(z.string(), z.number()),
      c: z.tuple([z.string(), z.int()]),
    });
    expect(member(parameters, "ollama")).toEqual({ type: "string", description: "At least 2 characters." });
    expect(member(parameters, "ollama", "b")?.description).toContain("Other members fit");
    expect(member(parameters, "ollama", "c")?.description).toContain("in order");
  });

  it("Anthropic and Bedrock take members with unusual names under others", () => {
    for (const id of ["anthropic", "bedrock"] as const) {
      const parameters = z.object({ "what is it?": z.string(), what_is_it_: z.array(z.object({ ä: z.int() })) });
      const sent = dialect(parameters, id).mapForth({ "what is it?": "x", what_is_it_: [{ ä: 1 }] });
      expect(fits(dialect(parameters, id).schema, sent)).toBe(true);
      expect(JSON.stringify(sent)).not.toContain("ä");
      expect(dialect(parameters, id).mapBack(sent)).toEqual({ "what is it?": "x", what_is_it_: [{ ä: 1 }] });
    }
  });

  it("Bedrock has nothing but members at the root, and hears the rest in the description", () => {
    const { schema, said } = dialect(z.strictObject({ a: z.string() }).describe("The whole."), "bedrock");
    expect(Object.keys(schema).sort()).toEqual(["properties", "required", "type"]);
    expect(said).toBe("The whole.");
  });

  it("MCP gets older spellings in newer ones", () => {
    const old = {
      type: "object",
      properties: {
        a: { type: "number", minimum: 1, exclusiveMinimum: true },
        b: { type: "array", items: [{ type: "string" }], additionalItems: false },
        c: { type: "string", nullable: true, enum: ["x"] },
      },
    };
    expect(member(old, "mcp")).toEqual({ type: "number", exclusiveMinimum: 1 });
    expect(member(old, "mcp", "b")).toEqual({ type: "array", prefixItems: [{ type: "string" }], items: false });
    expect(member(old, "mcp", "c")).toEqual({ type: ["string", "null"], enum: ["x", null] });
  });

  it("are made once for a schema, and cannot be changed from outside", () => {
    const parameters = toolParametersSchema(z.object({ a: z.string() }));
    expect(toDialect(parameters, "gemini")).toBe(toDialect(parameters, "gemini"));
    expect(() => Object.assign(toDialect(parameters, "gemini").schema, { type: "string" })).toThrow(TypeError);
  });
});
