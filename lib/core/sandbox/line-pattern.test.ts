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

  test("a plain text is recognised, so that files without it are never decoded", () => {
    expect(compileLinePattern("needle in hay", true).literal).toBe("needle in hay");
    expect(compileLinePattern("needle", false).literal).toBeUndefined();
    expect(compileLinePattern("a.b", true).literal).toBeUndefined();
  });

  test("looking around is never tried over line ends", () => {
    for (const pattern of ["a(?=b)", "a(?!b)", "(?<=a)b", "(?<!a)b"]) {
      expect(compileLinePattern(pattern, true).wholeText).toBeUndefined();
    }
    expect(compileLinePattern("(?<name>a)b$", true).wholeText).toBeDefined();
  });
});
