import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FileTree } from "./file-tree";
import { grepFiles } from "./grep-files";

const encoder = new TextEncoder();
const limits = { timeMs: 60_000, now: () => 0, refuseExponential: false };

function treeOf(files: Record<string, string>): FileTree {
  const tree = new FileTree();
  for (const [path, text] of Object.entries(files)) tree.write(path, encoder.encode(text), { parents: true });
  return tree;
}

/** What the words of the contract say: each line by itself, as it stands between two line feeds. */
function lineByLine(text: string, expression: RegExp): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines.flatMap((line, index) => {
    const whole = line.replace(/\r$/, "");
    return expression.test(whole) ? [`${index + 1}:${whole}`] : [];
  });
}

const atom = fc.constantFrom(
  ...[
    "a",
    "b",
    "ab",
    "é",
    "🎉",
    " ",
    ".",
    "\\.",
    "\\s",
    "\\S",
    "\\w",
    "\\W",
    "\\d",
    "\\D",
    "\\b",
    "^",
    "$",
    "[ab]",
    "[^a]",
  ],
  ...[
    "[^]",
    "[\\s,]",
    "[\\W]",
    "[a-z]",
    "[\\t-b]",
    "(?:ab)",
    "(a|b)",
    "(?=b)",
    "(?!a)",
    "(?<=a)",
    "(?<!b)",
    "\\t",
    "\\x61",
    "k",
    "sk",
  ],
  ...["(?:a|)", "\\n", "\r", "-", "(?:(?:a)b)", "\\(", "[)]", "[|]", "[\\]]"],
);
const quantifier = fc.constantFrom("", "", "", "", "*", "+", "?", "*?", "{2}", "{0,1}", "{1,}");
const piece = fc
  .tuple(atom, quantifier)
  .map(([one, many]) => (/^[\^$]$|^\\b$|^\(\?<?[=!]/.test(one) ? one : one + many));
const pattern = fc
  .array(fc.oneof({ weight: 9, arbitrary: piece }, { weight: 1, arbitrary: fc.constant("|") }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((pieces) => pieces.join(""));
const line = fc
  .array(
    fc.constantFrom(
      "a",
      "b",
      "ab",
      "é",
      "🎉",
      " ",
      ".",
      "\t",
      "1",
      ",",
      "\r",
      "\u2028",
      "(",
      "|",
      "]",
      "A",
      "ſ",
      "K",
      "k",
      "S",
    ),
    {
      maxLength: 8,
    },
  )
  .map((characters) => characters.join(""));
const text = fc
  .tuple(fc.array(fc.tuple(line, fc.constantFrom("\n", "\r\n")), { maxLength: 12 }), line)
  .map(([lines, last]) => lines.map((one) => one.join("")).join("") + last);

describe("a search in files", () => {
  it("finds the lines that match by themselves, whatever the pattern lets it pass over", async () => {
    await fc.assert(
      fc.asyncProperty(pattern, text, fc.boolean(), async (source, content, caseSensitive) => {
        const expected = lineByLine(content, new RegExp(source, caseSensitive ? "u" : "iu"));
        const { matches } = await grepFiles(treeOf({ "/w/f": content }), "/w", source, { caseSensitive }, limits);
        expect(matches.map((match) => `${match.line}:${match.text}`)).toEqual(expected);
      }),
      { numRuns: 3000 },
    );
  });

  it("stops by its own clock while it searches", async () => {
    const tree = treeOf({ "/w/f": "aaaa\n".repeat(100_000) });
    let now = 0;
    const search = grepFiles(
      tree,
      "/w",
      "a",
      { limit: 1e6 },
      { timeMs: 100, now: () => now++, refuseExponential: false },
    );
    await expect(search).rejects.toMatchObject({ code: "timeout" });
  });

  it("does not take the mark at the beginning of a file for a part of its first line", async () => {
    const { matches } = await grepFiles(treeOf({ "/w/f": "\uFEFFfirst\n\uFEFFsecond" }), "/w", "^.", {}, limits);
    expect(matches.map((match) => match.text)).toEqual(["first", "\uFEFFsecond"]);
  });

  it("takes time in proportion to the text for a pattern that could run over all of it", async () => {
    const tree = treeOf({ "/w/f": `${"ab\n".repeat(300_000)}` });
    const before = performance.now();
    expect((await grepFiles(tree, "/w", "a[^x]*y", {}, limits)).matches).toEqual([]);
    expect((await grepFiles(tree, "/w", "\\w\\s*y|b[^]*z", {}, limits)).matches).toEqual([]);
    expect(performance.now() - before).toBeLessThan(5000);
  });
});
