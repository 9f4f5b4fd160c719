import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { automatonSearch } from "./automaton-search";
import { lineAutomaton } from "./line-automaton";

const encoder = new TextEncoder();

function search(source: string, ignoreCase = false) {
  const automaton = lineAutomaton(source, ignoreCase);
  return automaton && automatonSearch(automaton);
}

/** The numbers of the lines that a pattern is left to look at. */
function candidates(source: string, text: string, ignoreCase = false): number[] {
  const data = encoder.encode(text);
  const placeAfter = search(source, ignoreCase)?.(data);
  if (placeAfter === undefined) throw new Error(`${source} is not searched by an automaton`);
  const found: number[] = [];
  for (let from = 0; from < data.length; ) {
    const place = placeAfter(from);
    if (place < 0) break;
    found.push(data.subarray(0, place).filter((byte) => byte === 10).length + 1);
    const newline = data.indexOf(10, place);
    if (newline < 0) break;
    from = newline + 1;
  }
  return found;
}

describe("a search for lines by an automaton", () => {
  test.each([
    ["[a-z]+[0-9]{4}", "ab12\nab1234\n1234\nab 1234\nx9999"],
    ["^\\s*\\d", "a1\n 1\n1\n\t\tb\n"],
    ["\\w+$", "a \na\na\r\n\nb"],
    ["^$", "a\n\n\r\nb\n"],
    ["^(?:a|bc){2,3}$", "a\naa\nabca\nbcbcbcbc\nbca"],
    ["(?<first>[xy])[^x]z", "xxz\nxyz\nyéz\nyz"],
    ["[.*]\\.[\\]^]", "*.]\n..^\n*x]\n"],
    ["a{0}[0-9][5-7-]", "a1\n15\n1-\n18"],
    ["日.[ー本]", "日x本\nabc\n日本本"],
  ])("%s leaves exactly the lines that match", (source, text) => {
    const lines = text.replace(/\n$/, "").split("\n");
    const expression = new RegExp(source, "u");
    const matching = lines.flatMap((line, index) => (expression.test(line.replace(/\r$/, "")) ? [index + 1] : []));
    expect(candidates(source, text)).toEqual(matching);
  });

  test("without regard to case, what equals a letter of ASCII is no less found", () => {
    expect(candidates("[k][0-9]", "k1\nK1\n\u212a1\nx1", true)).toEqual([1, 2, 3]);
    expect(candidates("[\u017f][0-9]", "s1\nS1\n\u017f1\nx1", true)).toEqual([1, 2, 3]);
  });

  test("the mark that a file may begin with is no part of its first line", () => {
    expect(candidates("^[ab]", "\uFEFFa\nb\n\uFEFFa")).toEqual([1, 2]);
  });

  test("a pattern of which too little is known, or which takes every line, is not searched so", () => {
    for (const source of ["a*", "^", "x|", "(?=a)b", "(?<!a)b", "(a)\\1", "\\p{L}", "\\x61", "\\n", "(?:a{40}){40}"]) {
      expect({ source, search: search(source) }).toEqual({ source, search: undefined });
    }
  });

  test("a pattern of more states than may be held passes over no line, and its cost stays bounded", () => {
    const source = "a[ab]{14}c";
    const lines = fc.array(
      fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 60 }).map((letters) => letters.join("")),
      { minLength: 200, maxLength: 200 },
    );
    fc.assert(
      fc.property(lines, (some) => {
        const found = new Set(candidates(source, some.join("\n")));
        const missed = some.filter((line, index) => new RegExp(source).test(line) && !found.has(index + 1));
        expect(missed).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });
});
