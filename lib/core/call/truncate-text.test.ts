import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { truncateText, utf8Length, wellFormed } from "./truncate-text";

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 400 }),
  fc.string({ unit: fc.constantFrom("a", "é", "語", "👩‍👩‍👧", "\n"), maxLength: 400 }),
);

describe("truncateText", () => {
  it("keeps a text within both limits and cuts no character in half", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 100, max: 600 }), fc.integer({ min: 3, max: 60 }), (whole, bytes, lines) => {
        const kept = truncateText(whole, { bytes, lines });
        expect(kept.bytes).toBe(Buffer.byteLength(whole));
        if (!kept.truncated) {
          expect(kept.text).toBe(whole);
          return;
        }
        expect(Buffer.byteLength(kept.text)).toBeLessThanOrEqual(bytes);
        expect(kept.text.split("\n").length).toBeLessThanOrEqual(lines + 2);
        expect(wellFormed(kept.text)).toBe(kept.text);
        const [head, tail] = kept.text.split(/\n\[… .* cut out of \d+ bytes …\]\n/s);
        expect(whole.startsWith(head ?? "?")).toBe(true);
        expect(whole.endsWith(tail ?? "?")).toBe(true);
      }),
    );
  });

  it("keeps head and tail of a 5 MB text and says how much is missing", () => {
    const kept = truncateText(`first\n${"x".repeat(5_000_000)}\nlast`);
    expect(kept.truncated).toBe(true);
    expect(kept.text.startsWith("first\nxxx")).toBe(true);
    expect(kept.text.endsWith("xxx\nlast")).toBe(true);
    expect(kept.text).toContain("cut out of 5000011 bytes");
    expect(utf8Length(kept.text)).toBeLessThanOrEqual(51_200);
  });

  it("keeps the first and last of too many lines", () => {
    const lines = Array.from({ length: 5000 }, (_, index) => `line ${index + 1}`);
    const kept = truncateText(lines.join("\n"));
    expect(kept.text.startsWith("line 1\nline 2\n")).toBe(true);
    expect(kept.text.endsWith("\nline 4999\nline 5000")).toBe(true);
    expect(kept.text.split("\n").length).toBeLessThanOrEqual(2000);
  });

  it("leaves a text at the limit alone", () => {
    expect(truncateText("x".repeat(51_200)).truncated).toBe(false);
    expect(truncateText("x".repeat(51_201)).truncated).toBe(true);
  });
});
