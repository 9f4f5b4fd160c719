import { describe, expect, it } from "vitest";
import type { JsonValue } from "@/lib/core/errors/json-value";
import type { JsonSchema } from "@/lib/core/tool/tool-types";
import { fieldShape } from "./field-shape";
import { starterValue } from "./starter-value";
import { valueIssues } from "./value-issues";

const messages = (value: JsonValue, schema: JsonSchema) =>
  valueIssues(value, schema, schema).map(({ path, message }) => `${path.join(".")}: ${message}`);

describe("what a schema objects to", () => {
  it.each<[JsonValue, JsonSchema, string]>([
    [1.5, { type: "integer" }, ": Must be a whole number, but is a number."],
    ["1", { type: "number" }, ": Must be a number, but is text."],
    [null, { type: "string" }, ": Must be text, but is null."],
    ["é", { type: "string", minLength: 2 }, ": Needs at least 2 characters; has 1."],
    ["👍🏽", { type: "string", maxLength: 1 }, ": At most 1 character; has 2."],
    ["2026-02-30", { type: "string", format: "date" }, ": Must be a date like 2026-11-30."],
    [0, { type: "number", exclusiveMinimum: 0 }, ": Must be more than 0."],
    [0.3, { type: "number", multipleOf: 0.2 }, ": Must be a multiple of 0.2."],
    ["x", { enum: ["a", 1, null] }, ': Must be one of "a", 1, null.'],
    [[1, 1], { type: "array", uniqueItems: true }, ": No item may be there twice."],
    [
      ["a", 2],
      { type: "array", prefixItems: [{ type: "string" }, { type: "string" }] },
      "1: Must be text, but is a number.",
    ],
    [
      { b: 1 },
      { type: "object", properties: {}, additionalProperties: false },
      "b: This tool does not know this name.",
    ],
    [{}, { type: "object", required: ["a"] }, "a: Needs a value."],
    [
      { n: { n: 1 } },
      { type: "object", properties: { n: { $ref: "#" } }, additionalProperties: { type: "object" } },
      "n.n: Must be an object, but is a number.",
    ],
  ])("%j against %j", (value, schema, expected) => {
    expect(messages(value, schema)).toContain(expected);
  });

  it.each<[JsonValue, JsonSchema]>([
    [0.3, { type: "number", multipleOf: 0.1 }],
    ["2026-11-30T16:00:00+01:00", { type: "string", format: "date-time" }],
    [null, { anyOf: [{ type: "string" }, { type: "null" }] }],
    [
      { a: 1, c: "x" },
      {
        allOf: [
          { type: "object", properties: { a: { type: "number" } } },
          { properties: { c: { type: "string" } }, required: ["c"] },
        ],
      },
    ],
    ["anything", {}],
  ])("nothing about %j against %j", (value, schema) => {
    expect(messages(value, schema)).toEqual([]);
  });

  it("speaks of the alternative of a union that the value is nearest to", () => {
    const schema = {
      oneOf: [
        { type: "object", properties: { kind: { const: "a" }, x: { type: "string" } }, required: ["kind", "x"] },
        { type: "object", properties: { kind: { const: "b" }, y: { type: "number" } }, required: ["kind", "y"] },
      ],
    };
    expect(messages({ kind: "b", y: "no" }, schema)).toEqual(["y: Must be a number, but is text."]);
  });

  it("never runs a pattern of the author, which could hang the page", () => {
    expect(messages(`${"a".repeat(40)}!`, { type: "string", pattern: "^(a+)+$" })).toEqual([]);
  });

  it.each<[JsonSchema]>([[{ $ref: "#" }], [{ allOf: [{ $ref: "#" }] }], [{ anyOf: [{ $ref: "#" }, { $ref: "#" }] }]])(
    "ends on %j, which leads nowhere but to itself",
    (schema) => {
      expect(messages(1, schema)).toEqual([]);
      expect(fieldShape(schema, schema).kind).toBeDefined();
      expect(starterValue(schema, schema)).toBeDefined();
    },
  );
});
