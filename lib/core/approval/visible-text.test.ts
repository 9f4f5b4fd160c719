import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countHiddenInValue, visibleParts } from "./visible-text";

const labels = (text: string) => visibleParts(text).flatMap(({ label }) => label ?? []);

describe("visibleParts", () => {
  const attacks: [string, string, string][] = [
    ["zero width space in a command", "rm\u200b -rf", "U+200B"],
    ["right-to-left override", "cat \u202etxt.exe", "U+202E"],
    ["direction isolate", "a\u2066b\u2069", "U+2066"],
    ["line separator", "echo ok\u2028rm -rf /", "U+2028"],
    ["tag characters", "ok\u{e0072}\u{e006d}", "U+E0072"],
    ["variation selector beyond the basic plane", "ok\u{e0100}", "U+E0100"],
    ["variation selectors as a carrier behind an emoji", "😀\ufe00\ufe01", "U+FE00"],
    ["a second variation selector behind an emoji", "❤\ufe0f\ufe0f", "U+FE0F"],
    ["zero width joiner between letters", "ad\u200dmin", "U+200D"],
    ["terminal escape", "\u001b[2K\u001b[1A", "U+001B"],
    ["carriage return that overwrites a line", "rm -rf /\recho ok", "U+000D"],
    ["backspace", "safe\b\b\b\b", "U+0008"],
    ["null", "a\u0000b", "U+0000"],
    ["soft hyphen", "pass\u00adword", "U+00AD"],
    ["no-break space that is not an argument separator", "rm\u00a0-rf", "U+00A0"],
    ["Hangul filler as a name", "const \u3164 = 1", "U+3164"],
    ["blank Braille pattern", "a\u2800b", "U+2800"],
    ["byte order mark inside", "a\ufeffb", "U+FEFF"],
    ["word joiner", "a\u2060b", "U+2060"],
    ["combining grapheme joiner", "a\u034fb", "U+034F"],
    ["lone surrogate", "a\ud800b", "U+D800"],
    ["private use", "a\ue000b", "U+E000"],
    ["next line control", "a\u0085b", "U+0085"],
    ["spaces that push the end out of view", `ls${" ".repeat(400)}; rm -rf /`, "400 spaces"],
    ["line breaks that push the end out of view", `ls${"\n".repeat(60)}rm -rf /`, "60 line breaks"],
    ["marks heaped on a letter", `a${"\u0301".repeat(30)}`, "26 more marks"],
  ];
  it.each(attacks)("labels a %s", (_name, text, label) => {
    expect(labels(text)).toContain(label);
    expect(countHiddenInValue(text)).toBeGreaterThan(0);
  });

  it.each([
    ["plain text", "rm -rf ./build && echo done"],
    ["indented lines", "if (a) {\n\t\treturn 1;\r\n}\n"],
    ["accents, composed or not", "café cafe\u0301"],
    ["other scripts", "日本語 العربية हिन्दी ไทย"],
    ["emoji with joiners, selectors and tones", "👩‍💻 ❤️ 👍🏽 🏳️‍🌈 1️⃣"],
    ["nothing", ""],
  ])("leaves %s alone", (_name, text) => {
    expect(visibleParts(text)).toEqual([{ text }]);
  });

  it("names what it labels", () => {
    expect(visibleParts("a\u202eb")[1]).toEqual({ text: "\u202e", label: "U+202E", title: "right-to-left override" });
    expect(visibleParts("\u{e0041}")[0]?.title).toBe("tag character");
  });

  it("counts what hides in the members and keys of a value", () => {
    expect(countHiddenInValue(["rm\u200b", { "a\u202e": [1, null, "b\u0000c\u0000"] }])).toBe(4);
    expect(countHiddenInValue({ path: "src/x.ts", all: true })).toBe(0);
  });

  it("keeps every character of any text", () => {
    const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 });
    const anything = fc.oneof(
      fc.string({ unit: "binary" }),
      units.map((codes) => String.fromCharCode(...codes)),
    );
    fc.assert(
      fc.property(anything, (text) => {
        expect(
          visibleParts(text)
            .map((part) => part.text)
            .join(""),
        ).toBe(text);
      }),
    );
  });

  it("leaves no invisible character unlabelled in any mixture of attacks and text", () => {
    const invisible = [..."\u200b\u200c\u200d\u200e\u202e\u2066\u2060\u00ad\u3164\ufe0f\u001b\u0000\u{e0041}\u{e0100}"];
    const pieces = fc.array(fc.oneof(fc.constantFrom(...invisible), fc.constantFrom("a", "1", " ", "é", "漢", "\n")));
    fc.assert(
      fc.property(pieces, (list) => {
        const shown = visibleParts(list.join("")).filter(({ label }) => label === undefined);
        for (const { text } of shown) for (const hidden of invisible) expect(text).not.toContain(hidden);
      }),
    );
  });

  it("takes time that grows with the text only", () => {
    const text = `${" ".repeat(200_000)}${"\u0301".repeat(200_000)}${"a\u200d".repeat(50_000)}`;
    expect(visibleParts(text).length).toBeGreaterThan(50_000);
  });
});
