import { Unicode11Addon } from "@xterm/addon-unicode11";
import { describe, expect, it } from "vitest";
import { providerOf } from "./start-terminal";
import { textPlace } from "./text-place";

const start = { row: 0, column: 0 };
const widths = providerOf(new Unicode11Addon());
const grid = (columns: number) => ({
  columns,
  widthOf: (character: string) => widths.wcwidth(character.codePointAt(0) ?? 0),
});

describe("textPlace", () => {
  it("goes to the next row at the edge, for wide characters one column earlier", () => {
    expect(textPlace("abcd", start, grid(5))).toEqual({ row: 0, column: 4 });
    expect(textPlace("abcde", start, grid(5))).toEqual({ row: 1, column: 0 });
    expect(textPlace("abcd日", start, grid(5))).toEqual({ row: 1, column: 2 });
    expect(textPlace("日本", { row: 2, column: 3 }, grid(5))).toEqual({ row: 3, column: 2 });
  });

  it("begins a row after a line break, behind its indent", () => {
    expect(textPlace("a\nbc", start, grid(80), 2)).toEqual({ row: 1, column: 4 });
  });

  it.each([
    ["a mark", "e\u0301", 1],
    ["an emoji", "🎉", 2],
    ["a family, as the terminal draws its members", "👨‍👩‍👧", 6],
    ["a flag, as the terminal draws its letters", "🇩🇪", 2],
    ["a Devanagari vowel", "का", 2],
  ])("counts %s as the terminal does", (_, text, column) => {
    expect(textPlace(text, start, grid(80))).toEqual({ row: 0, column });
  });
});
