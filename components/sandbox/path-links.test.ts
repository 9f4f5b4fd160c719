import { describe, expect, it } from "vitest";
import { pathLinks } from "./path-links";

const found = (text: string) =>
  pathLinks(text).map(({ path, line, start, end }) => [path, line, text.slice(start, end)]);

describe("pathLinks", () => {
  it.each<[string, unknown[]]>([
    ["src/main.ts:12: TODO", [["src/main.ts", 12, "src/main.ts:12"]]],
    ["  at run (/workspace/tools/a.ts:4:9)", [["/workspace/tools/a.ts", 4, "/workspace/tools/a.ts:4:9"]]],
    ["the whole is in /results/r-1.txt.", [["/results/r-1.txt", undefined, "/results/r-1.txt"]]],
    [
      "./a.md and ../b.md",
      [
        ["./a.md", undefined, "./a.md"],
        ["../b.md", undefined, "../b.md"],
      ],
    ],
    ["日本/語.txt:3", [["日本/語.txt", 3, "日本/語.txt:3"]]],
    ["just words and 1.5 of 3.25", []],
  ])("reads %j", (text, links) => expect(found(text)).toEqual(links));

  it("looks for no more than a person would click in one row", () => {
    expect(pathLinks("a/b ".repeat(1000))).toHaveLength(40);
  });
});
