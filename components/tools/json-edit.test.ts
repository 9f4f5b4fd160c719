import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "@/lib/core/errors/json-value";
import { insertItem, removeAt, renameMember, swapItems, writeAt } from "./json-edit";

const value = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonValue>;
const document = fc.dictionary(fc.string(), value).map((members) => members as { [key: string]: JsonValue });
const indent = fc.constantFrom(0, 2, "\t");

describe("edits of JSON text", () => {
  it("write one member and leave every other value as it was", () => {
    fc.assert(
      fc.property(document, fc.string(), value, indent, (members, name, written, space) => {
        const text = writeAt(JSON.stringify(members, null, space), [name], JSON.stringify(written, null, 2));
        const expected = new Map(Object.entries(JSON.parse(JSON.stringify(members))));
        expected.set(name, JSON.parse(JSON.stringify(written)));
        expect(new Map(Object.entries(JSON.parse(text)))).toEqual(expected);
      }),
    );
  });

  it("remove a member that was just written and give back the text that was there", () => {
    fc.assert(
      fc.property(document, fc.string(), value, (members, name, written) => {
        fc.pre(!Object.hasOwn(members, name) && Object.keys(members).length > 0);
        const before = JSON.stringify(members, null, 2);
        expect(removeAt(writeAt(before, [name], JSON.stringify(written, null, 2)), [name])).toBe(before);
      }),
    );
  });

  it("insert, remove and swap items as an array does", () => {
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 1 }),
        fc.nat(),
        fc.nat(),
        value,
        indent,
        (items, one, other, added, space) => {
          const text = JSON.stringify({ list: items }, null, space);
          const plain: JsonValue[] = JSON.parse(text).list;
          const first = one % plain.length;
          const second = other % plain.length;
          const listIn = (edited: string) => JSON.parse(edited).list;

          expect(listIn(insertItem(text, ["list"], first, JSON.stringify(added)))).toEqual(
            plain.toSpliced(first, 0, JSON.parse(JSON.stringify(added))),
          );
          expect(listIn(removeAt(text, ["list", first]))).toEqual(plain.toSpliced(first, 1));
          const swapped = plain.slice();
          [swapped[first], swapped[second]] = [plain[second] as JsonValue, plain[first] as JsonValue];
          expect(listIn(swapItems(text, ["list"], first, second))).toEqual(swapped);
        },
      ),
    );
  });

  it("keep the digits, the spacing and the order of everything they do not name", () => {
    const text = '{\n  "big": 12345678901234567890,\n  "price":  1.10,\n  "q": "a\\u0022b"\n}';
    expect(writeAt(text, ["q"], '"c"')).toBe('{\n  "big": 12345678901234567890,\n  "price":  1.10,\n  "q": "c"\n}');
  });

  it("put a new member where the schema has it", () => {
    expect(writeAt('{"a":1,"c":3}', ["b"], "2", ["a", "b", "c"])).toBe('{"a":1,"b": 2, "c":3}');
  });

  it("make the objects on the way to a new member", () => {
    expect(JSON.parse(writeAt("{}", ["a", "b", "c"], "1"))).toEqual({ a: { b: { c: 1 } } });
  });

  it("take out a name that was written twice completely", () => {
    expect(JSON.parse(removeAt('{"a":1,"b":2,"a":3}', ["a"]))).toEqual({ b: 2 });
  });

  it("rename a member in its place, but never onto another one", () => {
    expect(renameMember('{"a":1,"b":2}', [], "a", "x")).toBe('{"x":1,"b":2}');
    expect(renameMember('{"a":1,"b":2}', [], "a", "b")).toBe('{"a":1,"b":2}');
  });

  it("handle a member named __proto__ like any other", () => {
    expect(writeAt("{}", ["__proto__"], "1")).toContain('"__proto__": 1');
  });
});
