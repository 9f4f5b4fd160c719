import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "./canonical-json";
import { argumentDigest } from "./digest";

describe("canonicalJson", () => {
  it("is the same text whatever the order of members", () => {
    expect(canonicalJson({ b: [1, { d: null, c: "é" }], a: true })).toBe('{"a":true,"b":[1,{"c":"é","d":null}]}');
    expect(canonicalJson({ a: 1, b: 2 })).toBe(canonicalJson({ b: 2, a: 1 }));
  });

  it("reads back as the same JSON value, and different values have different texts", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
        const same = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;
        expect(JSON.parse(canonicalJson(left))).toEqual(same(left));
        const equal = canonicalJson(left) === canonicalJson(right);
        if (equal) expect(same(left)).toEqual(same(right));
      }),
    );
  });

  it("treats absent and undefined members alike, and 0 like -0", () => {
    expect(canonicalJson({ a: undefined, b: -0 })).toBe('{"b":0}');
    expect(canonicalJson([undefined])).toBe("[null]");
    expect(canonicalJson(undefined)).toBe("null");
  });

  it("keeps a member named __proto__", () => {
    expect(canonicalJson(JSON.parse('{"__proto__":1}'))).toBe('{"__proto__":1}');
  });
});

describe("argumentDigest", () => {
  it("changes with the call, the tool and any argument, and not with member order", async () => {
    const digest = await argumentDigest("c_1", "write", { path: "a", content: "b" });
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(await argumentDigest("c_1", "write", { content: "b", path: "a" })).toBe(digest);
    for (const other of [
      argumentDigest("c_2", "write", { path: "a", content: "b" }),
      argumentDigest("c_1", "edit", { path: "a", content: "b" }),
      argumentDigest("c_1", "write", { path: "a", content: "b " }),
    ]) {
      expect(await other).not.toBe(digest);
    }
  });
});
