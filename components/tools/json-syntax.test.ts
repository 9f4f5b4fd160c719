import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonValueOf, parseJson } from "./json-syntax";

function acceptedByPlatform(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** JSON with one character taken out, put in, or exchanged: close to valid, often not. */
const nearlyJson = fc
  .tuple(fc.json(), fc.nat(), fc.constantFrom(..."{}[]\",:0-+.eE\\ntu \n'/*x"), fc.constantFrom("cut", "put", "swap"))
  .map(([text, at, sign, change]) => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + (change === "cut" ? "" : sign) + text.slice(place + (change === "put" ? 0 : 1));
  });

describe("parseJson", () => {
  it("accepts exactly what JSON.parse accepts", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), nearlyJson), (text) => {
        expect(parseJson(text).ok).toBe(acceptedByPlatform(text));
      }),
      { numRuns: 3000 },
    );
  });

  it("reads the value that JSON.parse reads", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        const parsed = parseJson(text);
        expect(parsed.ok && jsonValueOf(text, parsed.root)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    ["{ 'a': 1 }", 1, 3, "double quotes"],
    ['{\n  "a": 1,\n}', 3, 1, "comma too many"],
    ['{ "a": undefined }', 1, 8, "undefined"],
    ['{ "a": 01 }', 1, 8, "not a number JSON can hold"],
    ['{ "a": "x }', 1, 8, "not closed"],
    ["", 1, 1, "no value yet"],
    ["{} x", 1, 4, "after the end"],
    ['{ "a": 1 // note\n}', 1, 10, "missing here"],
  ])("says where and what is wrong in %j", (text, line, column, words) => {
    const parsed = parseJson(text);
    expect(parsed).toMatchObject({ ok: false, fault: { line, column, message: expect.stringContaining(words) } });
  });

  it("refuses nesting that would exhaust the stack", () => {
    expect(parseJson("[".repeat(100_000))).toMatchObject({ ok: false });
  });
});
