import Ajv from "ajv/dist/2020";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { JsonSchema } from "../tool/tool-types";
import { validateJson } from "./validate-json";

function faults(schema: JsonSchema, value: unknown): string[] {
  return validateJson(schema, value).issues.map((issue) => `${issue.path}|${issue.message}`);
}

describe("validateJson", () => {
  it.each<[string, JsonSchema, unknown[], unknown[]]>([
    ["type", { type: "integer" }, [1, 2.0], [1.5, "1", null]],
    ["several types", { type: ["string", "null"] }, ["a", null], [1]],
    ["nullable", { type: "string", nullable: true }, ["a", null], [1]],
    ["enum", { enum: ["a", 1, { b: 2 }] }, ["a", 1, { b: 2 }], ["b", { b: 3 }]],
    ["const", { const: { a: [1] } }, [{ a: [1] }], [{ a: [2] }]],
    ["text length in characters", { minLength: 2, maxLength: 2 }, ["ab", "👍👍", 5], ["a", "abc"]],
    ["pattern", { pattern: "^a+$" }, ["aa", 1], ["b"]],
    ["format", { format: "email" }, ["a@example.com", 1], ["nobody"]],
    ["date-time", { format: "date-time" }, ["2026-01-01T00:00:00+02:00"], ["yesterday"]],
    ["an unknown format", { format: "colour" }, ["anything"], []],
    ["bounds", { minimum: 1, maximum: 3 }, [1, 3], [0, 4]],
    ["exclusive bounds", { exclusiveMinimum: 1, exclusiveMaximum: 3 }, [2], [1, 3]],
    ["older exclusive bounds", { minimum: 1, exclusiveMinimum: true }, [2], [1]],
    ["multipleOf", { multipleOf: 0.1 }, [0.3, 1], [0.25]],
    ["items", { items: { type: "string" }, minItems: 1, maxItems: 2 }, [["a"]], [[], [1], ["a", "b", "c"]]],
    [
      "uniqueItems",
      { uniqueItems: true },
      [[{ a: 1 }, { a: 2 }]],
      [
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
      ],
    ],
    ["prefixItems", { prefixItems: [{ type: "string" }], items: false }, [["a"], []], [[1], ["a", 2]]],
    ["older tuples", { items: [{ type: "string" }], additionalItems: false }, [["a"]], [["a", 1]]],
    ["contains", { contains: { type: "number" }, maxContains: 1 }, [["a", 1]], [["a"], [1, 2]]],
    ["required of an undeclared member", { required: ["a"] }, [{ a: 1 }, "text"], [{}]],
    [
      "additionalProperties",
      { properties: { a: {} }, additionalProperties: { type: "number" } },
      [{ a: "x", b: 1 }],
      [{ b: "x" }],
    ],
    [
      "patternProperties",
      { patternProperties: { "^x": { type: "number" } }, additionalProperties: false },
      [{ x1: 1 }],
      [{ x1: "a" }, { y: 1 }],
    ],
    ["propertyNames", { propertyNames: { maxLength: 2 } }, [{ ab: 1 }], [{ abc: 1 }]],
    ["property counts", { minProperties: 1, maxProperties: 1 }, [{ a: 1 }], [{}, { a: 1, b: 2 }]],
    ["dependentRequired", { dependentRequired: { a: ["b"] } }, [{ a: 1, b: 2 }, {}], [{ a: 1 }]],
    ["dependentSchemas", { dependentSchemas: { a: { required: ["c"] } } }, [{ a: 1, c: 1 }], [{ a: 1 }]],
    [
      "allOf without a type",
      { allOf: [{ required: ["a"] }, { properties: { a: { type: "number" } } }] },
      [{ a: 1 }],
      [{}, { a: "x" }],
    ],
    ["anyOf", { anyOf: [{ required: ["a"] }, { required: ["b"] }] }, [{ a: 1 }, { a: 1, b: 1 }], [{}]],
    ["oneOf", { oneOf: [{ required: ["a"] }, { required: ["b"] }] }, [{ a: 1 }], [{}, { a: 1, b: 1 }]],
    ["not", { not: { type: "string" } }, [1], ["a"]],
    [
      "if, then, else",
      JSON.parse(`{"if":{"properties":{"kind":{"const":"a"}}},"then":{"required":["a"]},"else":{"required":["b"]}}`),
      [
        { kind: "a", a: 1 },
        { kind: "b", b: 1 },
      ],
      [{ kind: "a" }, { kind: "b" }],
    ],
    [
      "dependencies of draft 7",
      { dependencies: { a: ["b"], c: { required: ["d"] } } },
      [{ a: 1, b: 1 }],
      [{ a: 1 }, { c: 1 }],
    ],
    ["time", { format: "time" }, ["10:00:00Z", "10:00:00.5+02:00", "10:00:00"], ["25:00:00Z", "noon"]],
    ["hostname", { format: "hostname" }, ["a.example"], ["-a", "a b"]],
    ["true and false", { properties: { a: true, b: false } }, [{ a: 1 }], [{ b: 1 }]],
  ])("checks %s", (_name, schema, good, bad) => {
    for (const value of good) expect(faults(schema, value)).toEqual([]);
    for (const value of bad) expect(faults(schema, value)).not.toEqual([]);
  });

  it("follows references, also recursive ones", () => {
    const schema = {
      $ref: "#/$defs/node",
      $defs: { node: { type: "object", properties: { next: { $ref: "#/$defs/node" }, id: { type: "number" } } } },
    };
    expect(faults(schema, { next: { next: { id: 1 } } })).toEqual([]);
    expect(faults(schema, { next: { next: { id: "x" } } })).toEqual(["next.next.id|expected number, received string"]);
    expect(
      faults({ properties: { "a/b": { $ref: "#/$defs/x~1y" } }, $defs: { "x/y": { type: "null" } } }, { "a/b": 1 }),
    ).toHaveLength(1);
  });

  it("ends on a reference that only leads to itself", () => {
    expect(faults({ $ref: "#" }, {})).toEqual(["|is too complex to check"]);
    expect(
      faults({ $defs: { a: { anyOf: [{ $ref: "#/$defs/a" }, { $ref: "#/$defs/a" }] } }, $ref: "#/$defs/a" }, {}),
    ).not.toEqual([]);
  });

  it("names the place of every fault", () => {
    const schema = {
      type: "object",
      properties: {
        list: { type: "array", items: { type: "object", properties: { n: { type: "number" } }, required: ["n"] } },
      },
      additionalProperties: false,
    };
    expect(faults(schema, { list: [{ n: 1 }, {}, { n: "x" }], more: 1 })).toEqual([
      "list[1].n|is required (expected number)",
      "list[2].n|expected number, received string",
      '|has no member "more"',
    ]);
  });

  it("fills defaults through references, all parts, the alternative that fits, positions and records", () => {
    const on = { type: "object", properties: { on: { type: "boolean", default: true } } };
    const schema = {
      type: "object",
      properties: {
        ref: { $ref: "#/$defs/on" },
        all: { allOf: [on, { properties: { more: { default: 1 } } }] },
        any: { anyOf: [{ type: "string" }, { ...on, required: ["kind"], properties: { ...on.properties, kind: {} } }] },
        pair: { type: "array", prefixItems: [{ type: "string" }, on] },
        each: { type: "object", additionalProperties: on },
      },
      $defs: { on },
    };
    const input = { ref: {}, all: {}, any: { kind: 1 }, pair: ["x", {}], each: { a: {}, ["__proto__"]: {} } };
    expect(validateJson(schema, input).value).toEqual({
      ref: { on: true },
      all: { on: true, more: 1 },
      any: { kind: 1, on: true },
      pair: ["x", { on: true }],
      each: { a: { on: true }, ["__proto__"]: { on: true } },
    });
  });

  it("is never held up by a hostile pattern, and does not let a text through that it could not check", () => {
    const started = performance.now();
    for (const pattern of ["^(a+)+$", "^(a|a)*$", "^([a-z]+)*!$", "(x+x+)+y", "^(a?){30}a{30}$", "^.*.*.*.*.*=$"]) {
      expect(faults({ type: "string", pattern }, `${"a".repeat(5000)}b`)).toHaveLength(1);
      expect(faults({ patternProperties: { [pattern]: false } }, { ["a".repeat(3000)]: 1 }).length).toBeLessThan(2);
    }
    expect(performance.now() - started).toBeLessThan(20_000);
    expect(faults({ pattern: "^(a+)+$" }, "aaaa")).toEqual([]);
    expect(faults({ pattern: "^(\\w+)\\1+$" }, "x".repeat(60))).toEqual([
      "|is too long to be checked against its pattern",
    ]);
  });

  it("ends on any schema and value", () => {
    const wide = {
      $ref: "#/$defs/a",
      $defs: { a: { anyOf: Array.from({ length: 20 }, () => ({ properties: { n: { $ref: "#/$defs/a" } } })) } },
    };
    let value: unknown = {};
    for (let level = 0; level < 150; level += 1) value = { n: value };
    validateJson(wide, value);
    fc.assert(
      fc.property(fc.object({ maxDepth: 4 }), fc.jsonValue(), (schema, any) => {
        validateJson(schema as JsonSchema, any);
      }),
      { numRuns: 300 },
    );
  });

  it("agrees with Ajv on any schema and value", () => {
    const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: false, logger: false });
    const small = fc.integer({ min: 0, max: 3 });
    const names = fc.constantFrom("a", "b", "x1");
    const { schema: anySchema } = fc.letrec<{ schema: unknown }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 3, depthSize: "small" },
        fc.boolean(),
        fc.record({ type: fc.constantFrom("string", "number", "integer", "boolean", "null", "array", "object") }),
        fc.record({ type: fc.constantFrom(["string", "null"], ["integer", "array"]) }),
        fc.record({
          enum: fc.uniqueArray(fc.oneof(fc.string({ maxLength: 1 }), small, fc.constant(null)), {
            minLength: 1,
            maxLength: 3,
          }),
        }),
        fc.record({ const: fc.jsonValue({ maxDepth: 1 }) }),
        fc.record({ minimum: small, exclusiveMaximum: small, multipleOf: fc.constantFrom(1, 2) }, { requiredKeys: [] }),
        fc.record(
          { minLength: small, maxLength: small, pattern: fc.constantFrom("^a", "b$", "^(a|b)*$", "[0-9]") },
          { requiredKeys: [] },
        ),
        fc.record(
          {
            items: tie("schema"),
            prefixItems: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
            minItems: small,
            maxItems: small,
            uniqueItems: fc.boolean(),
          },
          { requiredKeys: [] },
        ),
        fc.record(
          {
            properties: fc.dictionary(names, tie("schema"), { maxKeys: 2, noNullPrototype: true }),
            required: fc.uniqueArray(names, { maxLength: 2 }),
            additionalProperties: tie("schema"),
            patternProperties: fc.dictionary(fc.constantFrom("^a", "1$"), tie("schema"), {
              maxKeys: 1,
              noNullPrototype: true,
            }),
            propertyNames: tie("schema"),
            minProperties: small,
            maxProperties: small,
            dependentRequired: fc.dictionary(names, fc.uniqueArray(names, { maxLength: 2 }), {
              maxKeys: 1,
              noNullPrototype: true,
            }),
            dependentSchemas: fc.dictionary(names, tie("schema"), { maxKeys: 1, noNullPrototype: true }),
          },
          { requiredKeys: [] },
        ),
        // By itself: beside "prefixItems" Ajv lets an empty list through, against the specification.
        fc.record({ contains: tie("schema"), maxContains: small }, { requiredKeys: ["contains"] }),
        fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
        fc.record({ oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
        fc.record({ allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }),
        fc.record({ not: tie("schema") }),
        fc
          .tuple(tie("schema"), tie("schema"), tie("schema"))
          .map((parts) => Object.fromEntries(parts.map((part, at) => [["if", "then", "else"][at] ?? "", part]))),
        fc.constant({ $ref: "#/$defs/list" }),
      ),
    }));
    const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3, depthSize: "small" },
        fc.constantFrom<unknown>(null, true, "", "a", "ab", "b1", 0, 1, 2, 2.5),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom("a", "b", "x1"), tie("value"), { maxKeys: 3, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(anySchema, fc.array(anyValue, { minLength: 5, maxLength: 5 }), (inner, values) => {
        const schema = {
          allOf: [inner],
          $defs: { list: { type: ["array", "string"], items: { $ref: "#/$defs/list" } } },
        } as JsonSchema;
        const validate = ajv.compile(schema);
        for (const value of values) {
          expect({ value, fits: faults(schema, value).length === 0 }).toEqual({ value, fits: validate(value) });
        }
      }),
      { numRuns: 200 },
    );
  });

  it("fills defaults at every depth without touching the input", () => {
    const schema = {
      properties: {
        limit: { default: 10 },
        list: { type: "array", items: { properties: { on: { default: true } } } },
        options: { default: { a: [] } },
      },
    };
    const input = { list: [{}, { on: false }] };
    expect(validateJson(schema, input).value).toEqual({
      limit: 10,
      list: [{ on: true }, { on: false }],
      options: { a: [] },
    });
    expect(input).toEqual({ list: [{}, { on: false }] });
  });

  it("agrees with Zod on what Zod's own JSON Schema allows", () => {
    const schema = z.object({
      name: z.string().min(1).max(5),
      count: z.int().min(0).optional(),
      tags: z.array(z.enum(["a", "b"])).max(2),
      at: z.union([z.string(), z.object({ x: z.number() })]),
    });
    const document = z.toJSONSchema(schema, { io: "input" }) as JsonSchema;
    const near = fc.record(
      {
        name: fc.oneof(fc.string({ maxLength: 7 }), fc.jsonValue()),
        count: fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
        tags: fc.array(fc.oneof(fc.constantFrom("a", "b"), fc.string()), { maxLength: 3 }),
        at: fc.oneof(fc.string(), fc.record({ x: fc.oneof(fc.integer(), fc.string()) }), fc.constant(null)),
      },
      { requiredKeys: ["at"] },
    );
    fc.assert(
      fc.property(fc.oneof(near, fc.jsonValue()), (value) => {
        expect(validateJson(document, value).issues.length === 0).toBe(schema.safeParse(value).success);
      }),
      { numRuns: 500 },
    );
  });
});
