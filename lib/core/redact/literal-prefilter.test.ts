import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LiteralPrefilter } from "./literal-prefilter";

const unit = fc.constantFrom("a", "b", "A", "B", "é", "🎉", "-", " ");
const text = (options: fc.StringConstraints) => fc.string({ unit, ...options });

describe("a prefilter", () => {
  it("passes over no place at which a literal begins, nor the end of a piece where one might", () => {
    fc.assert(
      fc.property(
        fc.array(text({ minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
        text({ maxLength: 20 }),
        fc.boolean(),
        (written, whole, anyCase) => {
          const lower = (some: string) => some.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
          const literals = anyCase ? written.map(lower) : written;
          const folded = anyCase ? lower(whole) : whole;
          const prefilter = new LiteralPrefilter(literals, { anyCase });
          const found = new Set<number>();
          for (let at = prefilter.next(whole, 0); at < whole.length; at = prefilter.next(whole, at + 1)) found.add(at);
          for (let at = 0; at < whole.length; at += 1) {
            const rest = folded.slice(at);
            if (literals.some((literal) => literal.startsWith(rest) || rest.startsWith(literal)))
              expect(found).toContain(at);
          }
        },
      ),
    );
  });

  it("passes over what shares only its first letter with a literal", () => {
    const prefilter = new LiteralPrefilter(["sk-"], { anyCase: true });
    expect(prefilter.next("so is SL sK", 0)).toBe(9);
    expect(prefilter.next("so is", 0)).toBe(4);
    expect(prefilter.next("so is.", 0)).toBe(6);
  });
});
