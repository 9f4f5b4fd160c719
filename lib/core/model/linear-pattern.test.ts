import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseLinearPattern } from "./linear-pattern";

function matches(source: string, text: string): boolean {
  const parsed = parseLinearPattern(source);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  return parsed.value.test(text);
}

/** Patterns of every kind that scripts know, so that the engine of the platform can be asked for the truth. */
const pattern: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(
      "a",
      "b",
      "c",
      "0",
      ".",
      "\\d",
      "\\w",
      "\\s",
      "\\W",
      "[ab]",
      "[^a]",
      "[a-c0]",
      "\\b",
      "^",
      "$",
      "\\.",
    ),
    fc.tuple(tie("node"), tie("node")).map((nodes) => nodes.join("")),
    fc.tuple(tie("node"), tie("node")).map((nodes) => `(${nodes.join("|")})`),
    fc
      .tuple(tie("node"), fc.constantFrom("*", "+", "?", "*?", "{2}", "{1,3}", "{0,}"))
      .map(([node, repeat]) => `(?:${node})${repeat}`),
  ),
})).node;

describe("a pattern of a script", () => {
  it("finds what the platform's own engine finds, whatever the case", () => {
    fc.assert(
      fc.property(pattern, fc.string({ unit: fc.constantFrom(..."abcABC01 .\n"), maxLength: 12 }), (source, text) => {
        expect(matches(source, text), `/${source}/ on ${JSON.stringify(text)}`).toBe(
          new RegExp(source, "i").test(text),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ["(a+)+b", `${"a".repeat(5_000)}c`],
    ["(a|a)*b", "a".repeat(5_000)],
    ["a*a*a*a*a*b", "a".repeat(5_000)],
    ["(.*)*x", "y".repeat(5_000)],
  ])("is not hung by /%s/", (source, text) => {
    expect(matches(source, text)).toBe(false);
  });

  it.each([
    ["(a", "`(` has no `)`"],
    ["a)", "`)` has no `(`"],
    ["[a", "`[` has no `]`"],
    ["*a", "nothing stands before `*`"],
    ["(?<=a)b", "look-around"],
    ["(a)\\1", "\\1 is not supported"],
    ["a{1,999}", "repeats more than 100 times"],
    ["((((a{99}){99}){99}){99})", "too large"],
    ["a\\", "ends too early"],
  ])("refuses /%s/ in words", (source, words) => {
    const parsed = parseLinearPattern(source);
    expect(parsed.ok ? "" : parsed.problem.message).toContain(words);
  });

  it("reads or refuses any text, and never throws", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."ab()[]{}*+?|\\^$.-,19d") }), (source) => {
        const parsed = parseLinearPattern(source);
        if (parsed.ok) expect(typeof parsed.value.test("ab19")).toBe("boolean");
      }),
    );
  });
});
