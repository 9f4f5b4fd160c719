import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CANARY, CANARY_BEGIN, CANARY_END, canaryRedactor } from "../testing/canary";
import { HeadAndTail } from "./head-and-tail";
import { RedactedOutput } from "./redacted-output";

function taken(pieces: readonly string[], { limit, isCut }: { limit: number; isCut: boolean }): string {
  const kept = new HeadAndTail(limit);
  const output = new RedactedOutput(kept, canaryRedactor.stream());
  for (const piece of pieces) output.write(Buffer.from(piece));
  output.settle({ isCut });
  return kept.text();
}

describe("output without secrets", () => {
  it("keeps no half of a value, wherever a cut or the end goes through it", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 180, max: 220 }),
        fc.integer({ min: 180, max: 220 }),
        fc.nat(15),
        (head, tail, end) => {
          const pieces = ["x".repeat(head), CANARY, "x".repeat(2_000), CANARY, "x".repeat(tail), CANARY.slice(0, end)];
          const text = taken(pieces, { limit: 500, isCut: true });
          expect(text).toContain("bytes cut out");
          expect(text).not.toContain(CANARY_BEGIN);
          expect(text).not.toContain(CANARY_END);
        },
      ),
    );
  });

  it("is what came in, however it came, when there is no secret in it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), fc.nat(40), (text, at) => {
        const bytes = Buffer.from(text);
        const kept = new HeadAndTail(1_000);
        const output = new RedactedOutput(kept, canaryRedactor.stream());
        output.write(bytes.subarray(0, at));
        output.write(bytes.subarray(at));
        output.settle({ isCut: false });
        expect(kept.text()).toBe(new TextDecoder().decode(bytes));
        expect(output.bytes).toBe(bytes.length);
      }),
    );
  });

  it("gives the end of a whole output, and not the beginning of a value at the end of a cut one", () => {
    expect(taken(["said can"], { limit: 500, isCut: false })).toBe("said can");
    expect(taken(["said can"], { limit: 500, isCut: true })).toBe("said ");
  });
});
