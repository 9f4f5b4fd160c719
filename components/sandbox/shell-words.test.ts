import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isIncomplete, openWord, quoteRest } from "./shell-words";

describe("openWord", () => {
  it("reads back whatever quoteRest wrote, in every quote", () => {
    const printable = fc.string({ unit: "grapheme" }).filter((text) => !/[\n\0]/.test(text));
    fc.assert(
      fc.property(printable, fc.constantFrom("" as const, "'" as const, '"' as const), (text, quote) => {
        expect(openWord(`cat ${quote}${quoteRest(text, quote)}`).text).toBe(text);
      }),
    );
  });
});

describe("isIncomplete", () => {
  it.each([
    "echo 'a",
    'echo "a',
    "echo \\",
    "for i in 1 2; do",
    "if true; then",
    "f() {",
    "function f {",
    "(cd src",
    "cat <<EOF",
    "cat <<EOF\ntext",
    "cat <<-'END'\n\ttext",
    "case $x in",
    "case $x in a) echo a;;",
    "echo $(ls",
    "while read x\ndo echo $x",
  ])("asks for more after %j", (line) => expect(isIncomplete(line)).toBe(true));

  it.each([
    "",
    "echo it\\'s",
    "echo 'a' \"b'c\"",
    "for i in 1 2; do echo $i; done",
    "if true; then echo; fi",
    "f() { echo; }",
    "cat <<EOF\ntext\nEOF",
    "cat <<-END\n\ttext\n\tEND",
    "case $x in a) echo a;; *) echo b;; esac",
    "echo do then {",
    "echo done # it's (",
    "function f { echo; }",
    "while true; do if true; then echo; fi; done | sort",
    "cat <<< word",
    "echo \\\\",
    `echo \${x:-{}`,
  ])("takes %j as whole", (line) => expect(isIncomplete(line)).toBe(false));
});
