import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeLines } from "./merge-lines";

const names = { ours: "HEAD", theirs: "topic" };
const lines = fc.array(fc.constantFrom("a\n", "b\n", "c\n", "d\n", "e\n"), { maxLength: 12 });

describe("mergeLines", () => {
  it("takes the side that changed when the other is the base", () => {
    fc.assert(
      fc.property(lines, lines, (base, side) => {
        expect(mergeLines(base, side, base, names)).toEqual({ lines: side, conflicts: 0 });
        expect(mergeLines(base, base, side, names)).toEqual({ lines: side, conflicts: 0 });
        expect(mergeLines(base, side, side, names)).toEqual({ lines: side, conflicts: 0 });
      }),
    );
  });

  it("keeps both sides whole: each is what its parts between markers and the lines outside of them make", () => {
    fc.assert(
      fc.property(lines, lines, (ours, theirs) => {
        const merged = mergeLines([], ours, theirs, names);
        const pick = (wanted: "ours" | "theirs") => {
          let part: "both" | "ours" | "theirs" = "both";
          return merged.lines.filter((line) => {
            if (line.startsWith("<<<<<<< ")) part = "ours";
            else if (line === "=======\n") part = "theirs";
            else if (line.startsWith(">>>>>>> ")) part = "both";
            else return part === "both" || part === wanted;
            return false;
          });
        };
        fc.pre(ours.length > 0 && theirs.length > 0);
        expect(pick("ours")).toEqual(ours);
        expect(pick("theirs")).toEqual(theirs);
      }),
    );
  });

  it("marks lines without an end as lines of their own", () => {
    expect(mergeLines(["a"], ["b"], ["c"], names).lines.join("")).toBe("<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> topic\n");
  });

  it("ends its markers as the text ends its lines", () => {
    expect(mergeLines(["a\r\n"], ["b\r\n"], ["c\r\n"], names).lines.join("")).toBe(
      "<<<<<<< HEAD\r\nb\r\n=======\r\nc\r\n>>>>>>> topic\r\n",
    );
  });
});
