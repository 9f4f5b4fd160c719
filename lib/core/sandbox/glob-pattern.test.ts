import fc from "fast-check";
import picomatch from "picomatch";
import { describe, expect, test } from "vitest";
import { compileGlob, compilePathGlob, matchesGlob } from "./glob-pattern";

const name = fc.constantFrom("a", "b", "ab", "ba", "a.ts", "b.js", ".env", "aXb", "x-y", "é", "🎉");
const piece = fc.constantFrom("a", "b", "*", "?", "[ab]", "[^a]", "[a-c]", ".", "ts", "{a,b}", "{a.ts,*.js}", "é", "X");
const segment = fc.oneof(
  { weight: 3, arbitrary: fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join("")) },
  { weight: 1, arbitrary: fc.constant("**") },
);

/** Where the other engine has rules of its own: dots as path parts, and stars that meet. */
function comparable(pattern: string): boolean {
  return !/(^|\/)\.{1,2}(\/|$)|[*?\]}]\*\*|\*\*[^/]|[^/]\*\*|\{[^}]*\*\*|\*\*$|(^|\/)[*?[{]*\*[^/]*$/.test(pattern);
}

describe("glob patterns", () => {
  test("agree with an independent engine wherever the two languages are the same", () => {
    fc.assert(
      fc.property(
        fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join("/")),
        fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/")),
        (pattern, path) => {
          fc.pre(comparable(pattern) && !/[🎉é]/u.test(path + pattern));
          const other = picomatch(pattern, { dot: true, strictSlashes: true });
          expect({ pattern, path, matches: matchesGlob(compileGlob(pattern), path) }).toEqual({
            pattern,
            path,
            matches: other(path),
          });
        },
      ),
      { numRuns: 3000 },
    );
  });

  test("a name matches itself when every special character is escaped", () => {
    fc.assert(
      fc.property(
        fc
          .string({ unit: "grapheme", minLength: 1 })
          .filter((text) => !/[/\0]/.test(text) && text !== "." && text !== ".."),
        (text) => {
          const escaped = text.replace(/[\\*?[\]{},!]/g, "\\$&");
          expect(matchesGlob(compileGlob(escaped), text)).toBe(true);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test.each([
    ["{a,{b,c}}d", ["ad", "bd", "cd"], ["d", "{a,{b,c}}d"]],
    ["{a}", ["{a}"], ["a"]],
    ["{a,b", ["{a,b"], ["a", "b"]],
    ["[]a]", ["]", "a"], ["b"]],
    ["[a", ["[a"], ["a"]],
    ["[^a]", ["b"], ["a"]],
    ["a\\*", ["a*"], ["ab"]],
    ["?", ["🎉", "é"], ["ab", ""]],
    ["**/**/a", ["a", "x/a", "x/y/z/a"], ["b"]],
    ["a/**/b", ["a/b", "a/x/b"], ["a", "b"]],
    ["a/**", ["a/b", "a/b/c"], ["a"]],
  ])("%s", (pattern, matching, others) => {
    const compiled = compileGlob(pattern);
    expect(matching.filter((path) => !matchesGlob(compiled, path))).toEqual([]);
    expect(others.filter((path) => matchesGlob(compiled, path))).toEqual([]);
  });

  test.each([
    ["app/[id]/page.tsx", ["app/[id]/page.tsx", "app/i/page.tsx", "app/d/page.tsx"], ["app/id/page.tsx"]],
    ["app/[...slug]/*.tsx", ["app/[...slug]/a.tsx", "app/s/a.tsx"], ["app/slug/a.tsx"]],
    ["**/{[id],x}/p", ["a/[id]/p", "i/p", "x/p"], ["[x]/p", "id/p"]],
    ["\\[id]", ["[id]"], ["i", "\\[id]"]],
  ])("as the path of a search, %s is also the name with its brackets", (pattern, matching, others) => {
    const compiled = compilePathGlob(pattern);
    expect(matching.filter((path) => !matchesGlob(compiled, path))).toEqual([]);
    expect(others.filter((path) => matchesGlob(compiled, path))).toEqual([]);
  });

  test("any text either compiles or is refused with a code, and matching ends", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."ab*?[]{},!\\/.-^") }), fc.string(), (pattern, path) => {
        try {
          matchesGlob(compileGlob(pattern), path);
        } catch (error) {
          expect(error).toMatchObject({ name: "SandboxError", code: "invalid-pattern" });
        }
      }),
      { numRuns: 2000 },
    );
  });
});
