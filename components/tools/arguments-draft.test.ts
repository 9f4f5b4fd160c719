import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "@/lib/core/errors/json-value";
import type { JsonSchema } from "@/lib/core/tool/tool-types";
import {
  type ArgumentsDraft,
  addItem,
  bringBack,
  chooseVariant,
  exampleDraft,
  isCallable,
  leaveOut,
  moveItem,
  newDraft,
  openDraft,
  placeOf,
  removeItem,
  renameEntry,
  textAt,
  typeInto,
  typeText,
  valueAt,
  writeNull,
  writeValue,
} from "./arguments-draft";
import { fieldShape } from "./field-shape";
import type { JsonPath } from "./json-edit";
import { type Subschema, sameJson } from "./json-schema";
import { starterValue } from "./starter-value";
import { variantOf } from "./union-variant";
import { valueIssues } from "./value-issues";

interface Sample {
  schema: JsonSchema;
  value: JsonValue;
}

const name = fc
  .oneof(fc.constantFrom("a", "b", "city", "a/b", "~x", "", "0", "toString"), fc.string({ maxLength: 6 }))
  .filter((text) => text !== "__proto__");

const leaf: fc.Arbitrary<Sample> = fc.oneof(
  fc.string({ unit: "grapheme" }).map((value) => ({ schema: { type: "string" }, value })),
  fc
    .constantFrom("line\nbreak", "carriage\r\nreturn", "", '"quoted"', "\u202e")
    .map((value) => ({ schema: { type: "string" }, value })),
  fc.integer().map((value) => ({ schema: { type: "integer" }, value })),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .filter((value) => !Object.is(value, -0))
    .map((value) => ({ schema: { type: "number" }, value })),
  fc.boolean().map((value) => ({ schema: { type: "boolean" }, value })),
  fc.constantFrom<Sample[]>(
    { schema: { enum: ["x", 1, "1", true, null, ""] }, value: "1" },
    { schema: { enum: ["x", 1, "1", true, null, ""] }, value: 1 },
    { schema: { enum: ["x", 1, "1", true, null, ""] }, value: null },
    { schema: { const: "fixed" }, value: "fixed" },
    { schema: { type: "null" }, value: null },
    { schema: { type: ["string", "null"] }, value: null },
    { schema: { type: ["string", "null"] }, value: "null" },
    { schema: { anyOf: [{ type: "number" }, { type: "null" }], default: 4 }, value: null },
    { schema: { type: "string", default: "filled" }, value: "" },
    { schema: { $ref: "#/$defs/shared" }, value: "by reference" },
  ),
  fc
    .jsonValue({ maxDepth: 2 })
    .map((value) => ({ schema: {}, value: JSON.parse(JSON.stringify(value)) as JsonValue }))
    .filter(({ value }) => !JSON.stringify(value).includes("__proto__")),
);

const sample: fc.Arbitrary<Sample> = fc.letrec<{
  any: Sample;
  object: Sample;
  array: Sample;
  tuple: Sample;
  map: Sample;
  union: Sample;
}>((tie) => ({
  any: fc.oneof({ maxDepth: 3 }, leaf, tie("object"), tie("array"), tie("tuple"), tie("map"), tie("union")),
  object: fc
    .uniqueArray(fc.tuple(name, tie("any"), fc.constantFrom("required", "present", "absent")), {
      selector: ([key]) => key,
      maxLength: 4,
    })
    .map((members) => ({
      schema: {
        type: "object",
        properties: Object.fromEntries(members.map(([key, member]) => [key, member.schema])),
        required: members.filter(([, , presence]) => presence === "required").map(([key]) => key),
      },
      value: Object.fromEntries(
        members.filter(([, , presence]) => presence !== "absent").map(([key, member]) => [key, member.value]),
      ),
    })),
  array: fc.tuple(tie("any"), fc.nat(3)).map(([item, length]) => ({
    schema: { type: "array", items: item.schema },
    value: Array.from({ length }, () => item.value),
  })),
  tuple: fc.array(tie("any"), { minLength: 1, maxLength: 3 }).map((items) => ({
    schema: { type: "array", prefixItems: items.map((item) => item.schema), items: false },
    value: items.map((item) => item.value),
  })),
  map: fc.tuple(tie("any"), fc.uniqueArray(name, { maxLength: 3 })).map(([item, keys]) => ({
    schema: { type: "object", additionalProperties: item.schema },
    value: Object.fromEntries(keys.map((key) => [key, item.value])),
  })),
  union: fc.tuple(tie("any"), tie("any"), fc.boolean()).map(([one, other, first]) => ({
    schema: {
      oneOf: [one, other].map(({ schema }, index) => ({
        type: "object",
        properties: { kind: { const: `k${index}` }, value: schema },
        required: ["kind", "value"],
      })),
    },
    value: { kind: first ? "k0" : "k1", value: (first ? one : other).value },
  })),
})).any;

const argumentsSample = fc
  .uniqueArray(fc.tuple(name, sample, fc.boolean()), { selector: ([key]) => key, maxLength: 4 })
  .map(
    (members): Sample => ({
      schema: {
        type: "object",
        $defs: { shared: { type: "string" } },
        properties: Object.fromEntries(members.map(([key, member]) => [key, member.schema])),
        required: members.filter(([, , required]) => required).map(([key]) => key),
      },
      value: Object.fromEntries(members.map(([key, member]) => [key, member.value])),
    }),
  );

/** Fills a form by the edits that its controls make, and by nothing else. */
function fill(
  draft: ArgumentsDraft,
  root: JsonSchema,
  schema: Subschema,
  path: JsonPath,
  value: JsonValue | undefined,
  order: readonly string[] = [],
): ArgumentsDraft {
  const shape = fieldShape(schema, root);
  if (value === undefined) return valueAt(draft, path) === undefined ? draft : leaveOut(draft, path);
  if (value === null && shape.nullable) return writeNull(draft, path, order);
  const asJson = () => typeInto(draft, path, JSON.stringify(value), () => true, order);
  switch (shape.kind) {
    case "text":
      return typeof value === "string" && value.includes("\r") ? asJson() : writeValue(draft, path, value, order);
    case "number":
      return typeInto(draft, path, JSON.stringify(value), ({ root: typed }) => typed.kind === "number", order);
    case "boolean":
      return writeValue(draft, path, value, order);
    case "choice":
      return writeValue(draft, path, shape.options.filter((option) => sameJson(option, value))[0] as JsonValue, order);
    case "constant":
      return writeValue(draft, path, shape.value, order);
    case "json":
      return asJson();
    case "array": {
      if (!Array.isArray(value)) throw new Error("a list was expected");
      let next = Array.isArray(valueAt(draft, path))
        ? draft
        : bringBack(draft, path, starterValue(schema, root), order);
      const length = () => (valueAt(next, path) as JsonValue[]).length;
      while (length() > value.length) next = removeItem(next, path, length() - 1);
      while (length() < value.length)
        next = addItem(next, path, length(), starterValue(shape.first[length()] ?? shape.rest ?? true, root));
      value.forEach((item, index) => {
        next = fill(next, root, shape.first[index] ?? shape.rest ?? true, [...path, index], item);
      });
      return next;
    }
    case "object": {
      if (typeof value !== "object" || value === null || Array.isArray(value))
        throw new Error("an object was expected");
      let next =
        typeof (valueAt(draft, path) ?? 0) === "object" && valueAt(draft, path) !== null
          ? draft
          : bringBack(draft, path, starterValue(schema, root), order);
      const names = shape.members.map((member) => member.name);
      for (const member of shape.members) {
        next = fill(
          next,
          root,
          member.schema,
          [...path, member.name],
          Object.hasOwn(value, member.name) ? value[member.name] : undefined,
          names,
        );
      }
      for (const key of Object.keys(value).filter((one) => !names.includes(one))) {
        next = writeValue(next, [...path, "\u0000new"], starterValue(shape.rest ?? true, root));
        next = renameEntry(next, path, "\u0000new", key) ?? next;
        next = fill(next, root, shape.rest ?? true, [...path, key], value[key]);
      }
      return next;
    }
    case "union": {
      const to = variantOf(value, shape.variants, root, undefined);
      const variant = shape.variants[to];
      if (!variant) throw new Error("a variant was expected");
      const next = chooseVariant(draft, path, { from: -1, to, starter: starterValue(variant.schema, root), keep: [] });
      return fill(next, root, variant.schema, path, value, order);
    }
  }
}

describe("a draft of arguments", () => {
  it("holds exactly the value that was filled into its form, whatever the schema", () => {
    fc.assert(
      fc.property(argumentsSample, ({ schema, value }) => {
        const filled = fill(newDraft(schema), schema, schema, [], value);
        expect(valueAt(filled, [])).toEqual(value);
        expect(isCallable(filled)).toBe(true);
        expect(valueIssues(value, schema, schema)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("keeps the text to the letter when a form is opened on it and closed again", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(typeText(openDraft(text), text).text).toBe(text);
      }),
    );
  });

  it("begins with defaults, constants and required containers, and with nothing only the person can know", () => {
    const schema = {
      type: "object",
      properties: {
        city: { type: "string" },
        units: { enum: ["c", "f"], default: "c" },
        kind: { const: "daily" },
        tags: { type: "array", items: { type: "string" } },
        place: {
          type: "object",
          properties: { zip: { type: "string" }, country: { type: "string", default: "NO" } },
          required: ["zip"],
        },
        note: { type: ["string", "null"] },
      },
      required: ["city", "kind", "tags", "place"],
    };
    expect(valueAt(newDraft(schema), [])).toEqual({ units: "c", kind: "daily", tags: [], place: { country: "NO" } });
  });

  it("puts an example over what the schema decides, in the order of the schema", () => {
    const schema = {
      type: "object",
      properties: {
        path: { type: "string" },
        limit: { type: "integer", default: 50 },
        kinds: { type: "array", default: ["a"] },
      },
      required: ["path"],
    };
    const draft = exampleDraft(schema, '{"kinds": ["b"], "path": "src"}');
    expect(draft.text).toBe('{\n  "path": "src",\n  "limit": 50,\n  "kinds": ["b"]\n}');
  });

  it("keeps every digit of a number that JavaScript cannot hold", () => {
    const draft = typeInto(openDraft("{}"), ["id"], "12345678901234567890.10", ({ root }) => root.kind === "number");
    expect(textAt(draft, ["id"])).toBe("12345678901234567890.10");
  });

  it("keeps unfinished text of a field while the JSON is edited elsewhere, and drops it when that place is edited", () => {
    const typed = typeInto(openDraft('{"n": 1, "q": "x"}'), ["n"], "1.", ({ root }) => root.kind === "number");
    expect(typed.pending).toEqual({ "/n": "1." });
    expect(isCallable(typed)).toBe(false);
    expect(typeText(typed, '{"n": 1, "q": "y"').pending).toEqual({ "/n": "1." });
    expect(typeText(typed, '{"n": 1, "q": "y"}').pending).toEqual({ "/n": "1." });
    expect(typeText(typed, '{"n": 2, "q": "x"}').pending).toEqual({});
  });

  it("tells null, left out and empty apart, and brings a value back after either", () => {
    const draft = openDraft('{"note": "kept"}');
    const out = leaveOut(draft, ["note"]);
    expect(valueAt(out, [])).toEqual({});
    expect(valueAt(bringBack(out, ["note"], ""), [])).toEqual({ note: "kept" });
    const nulled = writeNull(draft, ["note"]);
    expect(valueAt(nulled, [])).toEqual({ note: null });
    expect(valueAt(bringBack(leaveOut(nulled, ["note"]), ["note"], ""), [])).toEqual({ note: "kept" });
    expect(valueAt(writeValue(draft, ["note"], ""), [])).toEqual({ note: "" });
  });

  it("brings the earlier alternative of a union back as it was", () => {
    const draft = openDraft('{"shape": {"kind": "box", "width": 2, "label": "kept"}}');
    const circle = chooseVariant(draft, ["shape"], { from: 1, to: 0, starter: { kind: "circle" }, keep: ["label"] });
    expect(valueAt(circle, ["shape"])).toEqual({ kind: "circle", label: "kept" });
    const box = chooseVariant(circle, ["shape"], { from: 0, to: 1, starter: { kind: "box" }, keep: ["label"] });
    expect(valueAt(box, ["shape"])).toEqual({ kind: "box", width: 2, label: "kept" });
  });

  it("moves unfinished text with the item it belongs to", () => {
    const number = (draft: ArgumentsDraft, index: number, text: string) =>
      typeInto(draft, ["list", index], text, ({ root }) => root.kind === "number");
    const draft = number(openDraft('{"list": [1, 2, 3]}'), 2, "3.");
    expect(moveItem(draft, ["list"], 2, 1).pending).toEqual({ [placeOf(["list", 1])]: "3." });
    expect(removeItem(draft, ["list"], 0).pending).toEqual({ [placeOf(["list", 1])]: "3." });
    expect(removeItem(draft, ["list"], 2).pending).toEqual({});
    expect(addItem(draft, ["list"], 0, 0).pending).toEqual({ [placeOf(["list", 3])]: "3." });
  });
});
