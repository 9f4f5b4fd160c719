import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Hunk, hunkLines, hunksOf, splitLines, withHunks, withoutHunks } from "./workspace-hunks";

/** Lines that repeat, are empty, hold CR, combining marks and astral characters; with and without a last ending. */
const line = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom("a", "b", "", "  c", "\r", "é", "e\u0301", "👩‍👩‍👧", "\u2028", "\ufeff") },
  fc.string({ unit: "grapheme", maxLength: 6 }).map((text) => text.replaceAll("\n", "")),
);
const text = fc
  .tuple(fc.array(fc.tuple(line, fc.constantFrom("\n", "\n", "\r\n")), { maxLength: 30 }), fc.option(line, { nil: "" }))
  .map(([lines, last]) => `${lines.flat().join("")}${last}`);
/** A text and an edited copy of it, which is what a hunk is about; and sometimes two that have nothing in common. */
const pair = fc.oneof(
  fc.tuple(text, text),
  fc
    .tuple(text, fc.array(fc.tuple(fc.nat(40), fc.constantFrom("drop", "put", "double"), line), { maxLength: 6 }))
    .map(([old, edits]): [string, string] => {
      const lines = splitLines(old);
      for (const [place, kind, put] of edits) {
        const at = place % (lines.length + 1);
        if (kind === "drop") lines.splice(at, 1);
        else if (kind === "put") lines.splice(at, 0, `${put}\n`);
        else lines.splice(at, 0, ...lines.slice(at, at + 2));
      }
      return [old, lines.join("")];
    }),
);
const many = { numRuns: 1000 };

/** How the two sides stand after one hunk was accepted or declined; what is left is compared anew, as the screen does. */
function decide(sides: { before: string; after: string }, hunk: Hunk, accept: boolean) {
  return accept
    ? { before: withHunks(sides.before, [hunk]), after: sides.after }
    : { before: sides.before, after: withoutHunks(sides.after, [hunk]) };
}

describe("hunks", () => {
  it("give the new text when all are taken, and the old one when all are taken back", () => {
    fc.assert(
      fc.property(pair, ([before, after]) => {
        const { hunks } = hunksOf(before, after);
        expect(withHunks(before, hunks)).toBe(after);
        expect(withoutHunks(after, hunks)).toBe(before);
        expect(hunks.length === 0).toBe(before === after);
      }),
      many,
    );
  });

  it("mean the same from either side: taking some of them is taking the others back", () => {
    fc.assert(
      fc.property(pair, fc.infiniteStream(fc.boolean()), ([before, after], choices) => {
        const { hunks } = hunksOf(before, after);
        const taken = hunks.filter(() => choices.next().value);
        const left = hunks.filter((hunk) => !taken.includes(hunk));
        expect(withHunks(before, taken)).toBe(withoutHunks(after, left));
        expect(withHunks(before, [...taken].reverse())).toBe(withHunks(before, taken));
      }),
      many,
    );
  });

  it("decided one after another in any order, leave two equal sides with what was taken and without what was declined", () => {
    fc.assert(
      fc.property(pair, fc.infiniteStream(fc.tuple(fc.nat(), fc.boolean())), ([before, after], choices) => {
        const first = hunksOf(before, after).hunks;
        let sides = { before, after };
        let decided = 0;
        const accepted: boolean[] = [];
        for (;;) {
          const { hunks } = hunksOf(sides.before, sides.after);
          if (hunks.length === 0) break;
          const [place, accept] = choices.next().value as [number, boolean];
          sides = decide(sides, hunks[place % hunks.length] as Hunk, accept);
          accepted.push(accept);
          decided += 1;
          // Comparing anew may split a hunk, never make work without end.
          expect(decided).toBeLessThanOrEqual(splitLines(before).length + splitLines(after).length);
        }
        expect(sides.before).toBe(sides.after);
        if (accepted.every(Boolean)) expect(sides.after).toBe(after);
        if (!accepted.some(Boolean)) expect(sides.before).toBe(before);
        if (first.length === 1) expect([before, after]).toContain(sides.after);
      }),
      many,
    );
  });

  it("count lines and draw them as a unified diff does, also where the last one has no ending", () => {
    const { hunks, added, removed } = hunksOf("a\nb\r\nc", "a\nB\r\nc\n");
    expect([added, removed]).toEqual([2, 2]);
    expect(hunks.map(hunkLines)).toEqual(["-b\r\n-c\n\\ No newline at end of file\n+B\r\n+c"]);
  });

  it("keep changes that stand apart apart, and join neighbours", () => {
    const before = Array.from({ length: 20 }, (_, index) => `${index}\n`).join("");
    const apart = before.replace("2\n", "two\n").replace("\n15\n", "\nfifteen\n");
    expect(hunksOf(before, apart).hunks).toHaveLength(2);
    expect(hunksOf(before, before.replace("\n2\n", "\ntwo\n").replace("\n5\n", "\nfive\n")).hunks).toHaveLength(1);
  });

  it("treat an empty file, a first line and a file that became empty", () => {
    expect(hunksOf("", "").hunks).toEqual([]);
    expect(hunksOf("", "x").hunks).toHaveLength(1);
    expect(hunksOf("x\n", "").hunks).toHaveLength(1);
  });

  it("are one whole hunk when the texts cannot be compared in time", () => {
    const before = Array.from({ length: 3000 }, (_, index) => `${index}\n`).join("");
    const after = Array.from({ length: 3000 }, (_, index) => `${index * 7 + 1}x\n`).join("");
    const { hunks, gaveUp } = hunksOf(before, after, 0);
    expect([hunks.length, gaveUp]).toEqual([1, true]);
    expect(withHunks(before, hunks)).toBe(after);
  });
});
