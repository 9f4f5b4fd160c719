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
