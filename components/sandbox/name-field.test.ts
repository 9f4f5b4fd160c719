import { describe, expect, it } from "vitest";
import { nameProblem } from "./name-field";

describe("nameProblem", () => {
  it.each(["a", "a b.txt", ".env", "src/deep/a.ts", "日本語", "👍🏽.md", "a:b|c", "..."])("takes %j", (name) => {
    expect(nameProblem(name)).toBeUndefined();
  });
  it.each(["/a", "..", "a/../b", "./a", "a//b", "a/", " a", "a ", "a\0b", "é".repeat(128)])(
    "refuses %j with a fix",
    (name) => {
      expect(nameProblem(name)).toMatch(/\. \S/);
    },
  );
});
