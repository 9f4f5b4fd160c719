import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../call/canonical-json";
import { copyResult } from "./copy-result";
import { generateCacheKey } from "./generate-cache-key";
import { hashText } from "./hash-text";
import { isExactJson } from "./is-exact-json";
import { parseDuration } from "./parse-duration";
import { stableStringify } from "./stable-stringify";

describe("stableStringify", () => {
  it("is sorted JSON for JSON data", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(stableStringify(value)).toBe(canonicalJson(value));
      }),
    );
  });

  it("is the same for the same members in any order, and keeps kinds apart", () => {
    expect(stableStringify({ a: 1, b: [{ d: 1, c: 2 }] })).toBe(stableStringify({ b: [{ c: 2, d: 1 }], a: 1 }));
    const kinds = [1n, 1, "1", "1n", Number.NaN, "NaN", null, "null", undefined, "undefined", new Date(1), "Date(1)"];
    const more = [
      new Map([["a", 1]]),
      { a: 1 },
      [["a", 1]],
      [1],
      new Set([1]),
      Uint8Array.of(1),
      Int8Array.of(1),
      [[]],
    ];
    const texts = [...kinds, ...more].map((value) => stableStringify([value]));
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts).not.toContain(undefined);
  });

  it("has no text for what cannot be told apart, and never throws", () => {
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    const throwing = {
      get member(): never {
        throw new Error("no");
      },
    };
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    const values = [cycle, () => 1, Symbol("s"), new Error("e"), /x/, throwing, revoked.proxy, new WeakMap()];
    for (const value of values) expect(stableStringify({ value })).toBeUndefined();
    expect(stableStringify("x".repeat(3_000_000))).toBeUndefined();
    fc.assert(fc.property(fc.anything(), (value) => void stableStringify(value)));
  });
});

describe("hashText", () => {
  it("is SHA-256", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        expect(hashText(text)).toBe(createHash("sha256").update(text, "utf8").digest("hex"));
      }),
    );
    expect(hashText("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  });
});

describe("generateCacheKey", () => {
  it("is prefix, tool and 16 digits over the tool and the sorted parameters", () => {
    const digest = createHash("sha256").update('search:{"page":1,"q":"a"}').digest("hex").slice(0, 16);
    expect(generateCacheKey({ toolName: "search", params: { q: "a", page: 1 } })).toBe(`toolcache:search:${digest}`);
    expect(generateCacheKey({ toolName: "t", params: {}, prefix: "own:" })).toMatch(/^own:t:[0-9a-f]{16}$/);
    expect(generateCacheKey({ toolName: "t", params: { run: () => 1 } })).toBeUndefined();
  });
});

describe("copyResult", () => {
  it("gives a copy of anything it copies that nobody can tell from it", () => {
    fc.assert(
      fc.property(fc.anything({ withDate: true, withMap: true, withSet: true, withBigInt: true }), (value) => {
        const copy = copyResult(value);
        if (copy !== undefined) expect(copy.value).toEqual(value);
      }),
    );
    const value = { list: [1], date: new Date(1), map: new Map([["a", { b: 1 }]]), bytes: Uint8Array.of(1) };
    const copy = copyResult(value)?.value as typeof value;
    value.list.push(2);
    value.bytes[0] = 9;
    value.map.clear();
    expect(copy).toEqual({
      list: [1],
      date: new Date(1),
      map: new Map([["a", { b: 1 }]]),
      bytes: Uint8Array.of(1),
    });
  });

  it("has none of what a copy would change", () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    class Own {}
    const values = [
      cycle,
      () => 1,
      new Own(),
      new Error("e"),
      Buffer.from("a"),
      { [Symbol("s")]: 1 },
      Promise.resolve(),
    ];
    for (const value of values) expect(copyResult({ value })).toBeUndefined();
    expect(copyResult(JSON.parse('{"__proto__": 1}'))).toBeUndefined();
  });

  it("ends for what would grow without end, and measures what it copies", () => {
    let shared: unknown = "x";
    for (let level = 0; level < 60; level += 1) shared = [shared, shared];
    expect(copyResult(shared)).toBeUndefined();
    expect(copyResult("x".repeat(1000))?.bytes).toBeGreaterThanOrEqual(1000);
    expect(copyResult(new Uint8Array(5000))?.bytes).toBeGreaterThanOrEqual(5000);
  });
});

describe("isExactJson", () => {
  it("is true exactly for what comes back from JSON the same", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        if (isExactJson(value)) expect(JSON.parse(JSON.stringify(value))).toEqual(value);
      }),
    );
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        // A member of this name is lost wherever the value is copied member by member.
        expect(isExactJson(JSON.parse(text))).toBe(!text.includes('"__proto__":'));
      }),
    );
    // biome-ignore lint/suspicious/noSparseArray: a hole is the case
    for (const value of [[1, , 2], undefined, { a: undefined }, new Date(1), Number.NaN, -0, 1n]) {
      expect(isExactJson(value)).toBe(false);
    }
  });
});

describe("parseDuration", () => {
  it.each([
    ["250ms", 250],
    ["1.5 h", 5_400_000],
    ["1M", 60_000],
    ["0s", 0],
    ["2w", 1_209_600_000],
  ])("%s is %d ms", (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
  });

  it.each(["", "5", "m", "-1s", "1 year", "1  s"])("refuses %j", (text) => {
    expect(() => parseDuration(text)).toThrow(`Invalid duration format: ${text}`);
  });
});
