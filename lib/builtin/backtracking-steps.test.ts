import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backtrackingSteps } from "./backtracking-steps";

const QUICK = 50_000_000;

describe("backtrackingSteps", () => {
  it.each([
    "^(a+)+$",
    "(a|a)*b",
    "(a|a){40}b",
    "(x+x+)+y",
    "(?:a|b|ab)*c",
    "(?=(a+)+$)",
    "([a-z]+)*1",
    "(a*)*",
    "(.)\\1*b",
  ])("sees that %s may try everything", (pattern) => {
    expect(backtrackingSteps(pattern, 100)).toBeGreaterThan(QUICK);
  });

  it.each(["a*a*a*b", "\\s+$", ".*=.*;", "(.)x\\1"])("sees that %s is slow on a long text only", (pattern) => {
    expect(backtrackingSteps(pattern, 1_000_000)).toBeGreaterThan(QUICK);
    expect(backtrackingSteps(pattern, 30)).toBeLessThan(QUICK);
  });

  it.each(["\\d+", "[a-z]", "(\\w)-(\\w)", "colou?r", "a|b|c", "^x{3,5}y", "[^,]*"])(
    "knows that %s is quick on any text",
    (pattern) => {
      expect(backtrackingSteps(pattern, 1_000_000)).toBeLessThan(QUICK * 10);
      expect(backtrackingSteps(pattern, 100_000)).toBeLessThan(QUICK);
    },
  );

  it("never throws", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."ab()[]{}|*+?\\^$.1,<>:=!k-") }), (pattern) => {
        expect(backtrackingSteps(pattern, 10)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it("is right: what it calls quick ends quickly on the texts that hurt most", () => {
    const piece = fc.constantFrom("a", "a*", "a+", "a?", "(a|b)", "(a|a){2}", "[ab]*", "(?:a*b)?", "(a+)", "b");
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), (pieces) => {
        const pattern = `${pieces.join("")}c`;
        const text = "a".repeat(200);
        if (backtrackingSteps(pattern, text.length) > QUICK) return;
        const began = performance.now();
        new RegExp(pattern).test(text);
        expect(performance.now() - began).toBeLessThan(3000);
      }),
    );
  });
});
