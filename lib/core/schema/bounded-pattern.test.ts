import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { boundedPattern } from "./bounded-pattern";

describe("boundedPattern", () => {
  it("agrees with the engine's own expressions", () => {
    const sources = [
      "^a+$",
      "b",
      "^(ab|cd)*x$",
      "^(a+)+$",
      "^[a-c]{2,3}$",
      "[^ab]\\d",
      "^(?:a|B)+$",
      "A.",
      "^a?b*$|c",
      "(a|b){2}",
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...sources),
        fc.string({ unit: fc.constantFrom(..."abcdxAB1 \n"), maxLength: 8 }),
        (source, text) => {
          expect(boundedPattern(source)?.matches(text)).toBe(new RegExp(source, "u").test(text));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it.each(["^(a+)+$", "^(a|a)*$", "^(a|ab)*c$", "(x+x+)+y", "^(([a-z])+.)+[A-Z]([a-z])+$", "^.*.*.*.*=$"])(
    "decides %s on a long text in bounded time",
    (source) => {
      const started = performance.now();
      expect(boundedPattern(source)?.matches(`${"a".repeat(20_000)}!`)).toBe(false);
      expect(performance.now() - started).toBeLessThan(5_000);
    },
  );

  it("decides nothing where it could not be bounded", () => {
    expect(boundedPattern("^(\\w+)\\1+$")).toMatchObject({ isRisky: true });
    expect(boundedPattern("^(\\w+)\\1+$")?.matches("abab")).toBeUndefined();
    expect(boundedPattern("(")).toBeUndefined();
  });

  it("takes the patterns that Zod writes", () => {
    for (const schema of [
      z.email(),
      z.uuid(),
      z.iso.datetime(),
      z.iso.date(),
      z.base64(),
      z.ipv4(),
      z.e164(),
      z.cuid2(),
      z.nanoid(),
    ]) {
      const { pattern } = z.toJSONSchema(schema);
      expect(boundedPattern(String(pattern))?.isRisky, String(pattern)).toBe(false);
    }
    const { pattern } = z.toJSONSchema(z.email());
    expect(boundedPattern(String(pattern))?.matches("someone@example.com")).toBe(true);
    expect(boundedPattern(String(pattern))?.matches("someone@@example.com")).toBe(false);
  });
});
