import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineWindow } from "./line-window";
import { textPlace } from "./text-place";

const grid = { columns: 10, widthOf: (character: string) => (/[日本]/.test(character) ? 2 : 1) };
const from = { row: 0, column: 4 };

describe("lineWindow", () => {
  it("leaves a text that fits as it is", () => {
    expect(lineWindow("one\ntwo", 5, from, 5, grid, 2)).toEqual({ text: "one\ntwo", cursor: 5 });
  });

  it("keeps the lines around the cursor of one that does not", () => {
    const text = Array.from({ length: 50 }, (_, index) => `l${index}`).join("\n");
    expect(lineWindow(text, text.indexOf("l25"), from, 3, grid, 2)).toEqual({ text: "l23\nl24\nl25", cursor: 8 });
    expect(lineWindow(text, 0, from, 3, grid, 2)).toEqual({ text: "l0\nl1\nl2", cursor: 0 });
  });

  it("keeps the characters around the cursor of a line that is taller than the terminal by itself", () => {
    const { text, cursor } = lineWindow("x".repeat(5000), 2500, from, 4, grid, 2);
    expect(text.length).toBeLessThan(30);
    expect(cursor).toBeGreaterThan(0);
    expect(cursor).toBeLessThan(text.length);
  });

  it("never takes more rows than there are, and never cuts a character in two", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "日", "🎉", "\n", " "), maxLength: 400 }),
        fc.nat(),
        fc.integer({ min: 2, max: 12 }),
        (whole, place, rows) => {
          const cursor = [...whole].slice(0, place % ([...whole].length + 1)).join("").length;
          const shown = lineWindow(whole, cursor, from, rows, grid, 2);
          expect(textPlace(shown.text, from, grid, 2).row).toBeLessThan(rows);
          expect(whole).toContain(shown.text);
          expect(() => encodeURIComponent(shown.text)).not.toThrow();
          const before = shown.text.slice(0, shown.cursor);
          expect(whole.slice(0, cursor).endsWith(before)).toBe(true);
        },
      ),
    );
  });
});
