import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffLines } from "./diff-lines";
import { formatBytes } from "./format-bytes";
import { formatDuration } from "./format-duration";
import { highlightCode } from "./highlight-code";
import { LEVEL_SIZE, sliceRanges } from "./slice-ranges";

describe("formatDuration", () => {
  it.each([
    [0.04, "0.0 ms"],
    [0.4, "0.4 ms"],
    [12, "12 ms"],
    [1234, "1.2 s"],
    [59_000, "59 s"],
    [60_000, "1 min"],
    [185_000, "3 min 5 s"],
    [86_400_000, "24 h"],
    [259_200_000, "3 d"],
  ])("writes %s ms as %s", (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text);
  });
});

describe("formatBytes", () => {
  it.each([
    [0, "0 B"],
    [999, "999 B"],
    [1000, "1.0 kB"],
    [20_000_000, "20 MB"],
    [999_999, "1.0 MB"],
    [5e12, "5.0 TB"],
  ])("writes %s as %s", (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});

describe("highlightCode", () => {
  it("loses and adds no character, whatever the text", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 300 }),
        fc.constantFrom("typescript", "json", "plain"),
        (text, language) => {
          const joined = highlightCode(text, language as "typescript")
            .map((line) => line.map((token) => token.text).join(""))
            .join("\n");
          expect(joined).toBe(text);
        },
      ),
    );
  });

  it("tells comments, texts and words apart", () => {
    const [line] = highlightCode('const a = "x"; // 1', "typescript");
    expect(line?.filter((token) => token.kind !== "plain").map((token) => [token.kind, token.text])).toEqual([
      ["keyword", "const"],
      ["string", '"x"'],
      ["comment", "// 1"],
    ]);
  });
});

describe("sliceRanges", () => {
  it("covers everything once, in at most one level's worth of ranges", () => {
    fc.assert(
      fc.property(fc.nat(5_000_000), (length) => {
        const ranges = sliceRanges(0, length);
        expect(ranges.length).toBeLessThanOrEqual(LEVEL_SIZE);
        let end = 0;
        for (const range of ranges) {
          expect(range.start).toBe(end);
          end = range.end;
        }
        expect(end).toBe(length);
      }),
    );
  });
});

describe("diffLines", () => {
  it("gives the old text back from context and removed lines, and the new one from context and added lines", () => {
    const lines = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 6 }).map((parts) => parts.join("\n"));
    fc.assert(
      fc.property(lines, lines, (oldText, newText) => {
        const { hunks } = diffLines(oldText, newText);
        if (oldText === newText) expect(hunks).toEqual([]);
        const all = hunks.flatMap((hunk) => hunk.lines);
        for (const line of all) {
          const [text, number] = line.kind === "removed" ? [oldText, line.oldNumber] : [newText, line.newNumber];
          expect(text.split("\n")[(number ?? 0) - 1]).toBe(line.text);
        }
      }),
    );
  });

  it("counts what was added and removed", () => {
    expect(diffLines("a\nb\n", "a\nc\nd\n")).toMatchObject({ added: 2, removed: 1, gaveUp: false });
  });
});
