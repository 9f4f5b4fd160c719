import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KeptOutput } from "./kept-output";

function outputOf(pieces: readonly string[]): KeptOutput {
  const output = new KeptOutput();
  for (const piece of pieces) output.add(piece);
  return output;
}

describe("the output that is kept of a command", () => {
  it("is all of a short one, however it came", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" })), (pieces) => {
        const output = outputOf(pieces);
        expect([output.text(), output.whole(), output.cut]).toEqual([pieces.join(""), pieces.join(""), false]);
      }),
    );
  });

  it("is head and tail of a long one, with the number of what is missing between them", () => {
    const output = outputOf(["first", "x".repeat(1_500_000), "last"]);
    const text = output.text();
    expect(output.cut).toBe(true);
    expect(text.startsWith("firstx")).toBe(true);
    expect(text.endsWith("xlast")).toBe(true);
    expect(text).toContain("\n… 500009 characters left out …\n");
    expect(output.whole()).toHaveLength(1_500_009);
  });

  it("never ends or begins with half a character", () => {
    const text = outputOf(["x", "🎉".repeat(600_000)]).text();
    expect(text).not.toMatch(/[\ud800-\udfff]/u);
  });

  it("is bounded also for a command that never stops printing, and says so", () => {
    const output = outputOf(Array.from({ length: 20 }, () => "y".repeat(1_000_000)));
    expect(output.whole().length).toBeLessThan(8_001_000);
    expect(output.whole()).toContain("printed more than is kept");
    expect(output.text().length).toBeLessThan(1_001_000);
  });
});
