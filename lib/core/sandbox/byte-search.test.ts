import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { byteSearch } from "./byte-search";

const encode = (text: string) => new TextEncoder().encode(text);

/** Every place the cursor gives when it is asked on from each. */
function places(texts: string[], ignoreCase: boolean, data: string): number[] {
  const next = byteSearch(texts, ignoreCase)(encode(data));
  const found: number[] = [];
  for (let at = next(0); at >= 0; at = next(at + 1)) found.push(at);
  return found;
}

describe("looking for texts in bytes", () => {
  test("finds every occurrence, those that overlap too, in the order of their places", () => {
    expect(places(["aa"], false, "aaaa")).toEqual([0, 1, 2]);
    expect(places(["b", "ab"], false, "xabb")).toEqual([1, 2, 3]);
    expect(places(["é"], false, "eé")).toEqual([1]);
    expect(places(["none"], false, "")).toEqual([]);
  });

  test("takes letters of both cases for equal when asked, and no other signs", () => {
    expect(places(["a@z"], true, "A@Z a`z a@z")).toEqual([0, 8]);
    expect(places(["a"], false, "A")).toEqual([]);
  });

  test("agrees with indexOf on any bytes", () => {
    const text = fc.stringMatching(/^[abAé🎉 ]{0,40}$/u);
    const wanted = fc.array(fc.stringMatching(/^[abAé]{1,4}$/u), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(wanted, text, (texts, data) => {
        const haystack = Buffer.from(data);
        const expected = new Set<number>();
        for (const one of texts) {
          for (let at = haystack.indexOf(one); at >= 0; at = haystack.indexOf(one, at + 1)) expected.add(at);
        }
        expect(places(texts, false, data)).toEqual([...expected].sort((left, right) => left - right));
      }),
    );
  });

  test("stays quick on a text that is made to be slow", () => {
    const before = performance.now();
    places([`b${"a".repeat(1999)}`], false, "a".repeat(2_000_000));
    expect(performance.now() - before).toBeLessThan(3000);
  });
});
