import { describe, expect, it } from "vitest";
import { textPlace } from "./text-place";

const start = { row: 0, column: 0 };

describe("textPlace", () => {
  it("goes to the next row at the edge, for wide characters one column earlier", () => {
    expect(textPlace("abcd", start, 5)).toEqual({ row: 0, column: 4 });
    expect(textPlace("abcde", start, 5)).toEqual({ row: 1, column: 0 });
    expect(textPlace("abcd日", start, 5)).toEqual({ row: 1, column: 2 });
    expect(textPlace("日本", { row: 2, column: 3 }, 5)).toEqual({ row: 3, column: 2 });
  });

  it("begins a row after a line break, behind its indent", () => {
    expect(textPlace("a\nbc", start, 80, 2)).toEqual({ row: 1, column: 4 });
  });

  it("gives marks no width", () => {
    expect(textPlace("e\u0301", start, 80)).toEqual({ row: 0, column: 1 });
  });
});
