import { describe, expect, test } from "vitest";
import { compileLinePattern, mayBacktrackExponentially } from "./line-pattern";

describe("search patterns", () => {
  test.each(["(a+)+", "(a*)*b", "(a|aa)*$", "((ab)+c)*", "(\\w+\\s?)+!", "(a{1,})+", "^(([a-z])+.)+[A-Z]"])(
    "%s may take exponential time",
    (pattern) => expect(mayBacktrackExponentially(pattern)).toBe(true),
  );

  test.each(["a+b*", "(foo|bar)", "[(+*]+", "\\(a+\\)+", "(abc)+", "import .* from", "(?:a|b)c*", "x{2,5}"])(
    "%s cannot",
    (pattern) => expect(mayBacktrackExponentially(pattern)).toBe(false),
  );

  test("a plain text is recognised, so that nothing but its places is looked at", () => {
    expect(compileLinePattern("needle in hay", true).literal).toBe("needle in hay");
    expect(compileLinePattern("needle", false).literal).toBeUndefined();
    expect(compileLinePattern("a.b", true).literal).toBeUndefined();
  });

  test("looking around, and what may name a line feed, is never tried over line ends", () => {
    for (const pattern of ["a(?=b)", "a(?!b)", "(?<=a)b", "(?<!a)b", "a\\n?b", "\\x0a", "\\p{Zl}", "(a)\\1"]) {
      expect(compileLinePattern(pattern, true).anywhere).toBeUndefined();
    }
    expect(compileLinePattern("(?<name>a)b$", true).anywhere).toBeDefined();
  });

  test("a pattern for a whole text matches nothing that holds a line feed", () => {
    for (const pattern of ["a\\s*b", "a[^x]*b", "a\\W+b", "a\\D+b", "a[\\s,]+b", "a[\t-z]+b", "a[^]+b", "a[\\W]b"]) {
      const { anywhere } = compileLinePattern(pattern, true);
      expect({ pattern, found: anywhere?.test("a\nb") }).toEqual({ pattern, found: false });
    }
  });
});
