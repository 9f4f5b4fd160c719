import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RegexSyntaxError } from "./parse-posix";
import { PosixRegex, RegexTooCostly } from "./posix-regex";

const extended = (pattern: string, options = {}) =>
  new PosixRegex(pattern, { extended: true, escapes: "none", ...options });
const basic = (pattern: string, options = {}) =>
  new PosixRegex(pattern, { extended: false, escapes: "none", ...options });

function matched(regex: PosixRegex, text: string): string | undefined {
  const found = regex.exec(text);
  return found === undefined ? undefined : text.slice(found.start, found.end);
}

const letters = fc.constantFrom("a", "b", ".", "[ab]", "[^a]");
const expression = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    letters,
    fc.tuple(tie("node"), tie("node")).map(([left, right]) => left + right),
    fc.tuple(tie("node"), tie("node")).map(([left, right]) => `(${left}|${right})`),
    fc.tuple(tie("node"), fc.constantFrom("*", "+", "?", "{1,2}")).map(([body, times]) => `(${body})${times}`),
  ),
})).node;

/** The leftmost longest match, found by trying every part of the text. */
function byTrying(pattern: string, text: string): string | undefined {
  const whole = new RegExp(`^(?:${pattern.replaceAll(".", "[^]")})$`);
  for (let start = 0; start <= text.length; start += 1) {
    for (let end = text.length; end >= start; end -= 1) {
      if (whole.test(text.slice(start, end))) return text.slice(start, end);
    }
  }
  return undefined;
}

describe("PosixRegex", () => {
  it("finds the leftmost match and there the longest, as POSIX asks", () => {
    fc.assert(
      fc.property(expression, fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 7 }), (pattern, text) => {
        expect(matched(extended(pattern), text)).toBe(byTrying(pattern, text));
      }),
      { numRuns: 400 },
    );
  });

  it.each([
    ["foo|foobar", "a foobar", "foobar"],
    ["[[:alpha:]]+", "12 é\u00fcx!", "é\u00fcx"],
    ["[]x]+", "a]x]b", "]x]"],
    ["\\<[a-z]+\\>", "1a b", "b"],
    ["(.)\\1", "hello", "ll"],
    ["a{2}", "aaa", "aa"],
    ["a|*b", "b", "b"],
  ])("reads the extended expression %s", (pattern, text, expected) => {
    expect(matched(extended(pattern), text)).toBe(expected);
  });

  it.each([
    ["a\\+", "caab", "aa"],
    ["*a", "x*a", "*a"],
    ["\\(a\\)\\1", "aab", "aa"],
    ["a\\{2,\\}", "aaa", "aaa"],
    ["a+", "aa+", "a+"],
    ["x\\|ab", "cab", "ab"],
    ["a^b$c", "a^b$c", "a^b$c"],
  ])("reads the basic expression %s", (pattern, text, expected) => {
    expect(matched(basic(pattern), text)).toBe(expected);
  });

  it.each([
    ["[a", "Unmatched [, [^, [:, [., or [="],
    ["(a", "Unmatched ( or \\("],
    ["[b-a]", "Invalid range end"],
    ["a\\", "Trailing backslash"],
    ["[[:nosuch:]]", "Invalid character class name"],
  ])("refuses %s in the words of the real tools", (pattern, message) => {
    expect(() => extended(pattern)).toThrow(new RegexSyntaxError(message));
  });

  it("refuses a back reference inside a repetition that it could not bound", () => {
    expect(() => extended("((a+)+\\2)+$").exec("a".repeat(5_000))).toThrow(RegexTooCostly);
  });
});
