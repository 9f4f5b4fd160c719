import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { utf8Length } from "@/lib/core/call/truncate-text";
import { HeadAndTail } from "./head-and-tail";

function take(limit: number, pieces: readonly Uint8Array[]): HeadAndTail {
  const kept = new HeadAndTail(limit);
  for (const piece of pieces) kept.write(piece);
  return kept;
}

const bytes = (text: string) => new TextEncoder().encode(text);

describe("HeadAndTail", () => {
  it("gives output within the limit unchanged, however it came", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" }), { maxLength: 20 }), (texts) => {
        const whole = texts.join("");
        fc.pre(utf8Length(whole) <= 400);
        expect(take(400, texts.map(bytes)).text()).toBe(new TextDecoder().decode(bytes(whole)));
      }),
    );
  });

  it("keeps the first and the last of more, says how much is missing, and stays within the limit", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 2, maxLength: 12 }), (sizes) => {
        const whole = Array.from({ length: sizes.reduce((a, b) => a + b, 0) }, (_, index) => index % 10).join("");
        fc.pre(whole.length > 500);
        let at = 0;
        const pieces = sizes.map((size) => {
          at += size;
          return bytes(whole.slice(at - size, at));
        });
        const text = take(500, pieces).text();
        const [head = "", mark = "", tail = ""] = text.split("\n");
        expect(whole.startsWith(head) && whole.endsWith(tail)).toBe(true);
        expect(head.length).toBe(200);
        expect(tail.length).toBe(200);
        expect(mark).toBe(`[… ${whole.length - 400} bytes cut out of ${whole.length} bytes …]`);
        expect(utf8Length(text)).toBeLessThanOrEqual(500);
      }),
    );
  });

  it("never cuts a character in two", () => {
    const text = take(300, [bytes("€".repeat(1000))]).text();
    expect(text).not.toContain("\uFFFD");
    expect(text).toMatch(/^€+\n\[… \d+ bytes cut out of 3000 bytes …\]\n€+$/);
  });
});
