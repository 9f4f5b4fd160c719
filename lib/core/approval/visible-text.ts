import type { JsonValue } from "../errors/json-value";

export interface VisiblePart {
  /** Exactly the characters of the source; all parts joined are the source again. */
  text: string;
  /** What is drawn instead of `text`, such as `U+200B`; absent where the text shows itself. */
  label?: string;
  /** The character in words, for a tooltip and a screen reader. */
  title?: string;
}

const NAMES: Readonly<Record<number, string>> = {
  0: "null",
  7: "bell",
  8: "backspace",
  11: "vertical tab",
  12: "form feed",
  13: "carriage return",
  27: "escape",
  127: "delete",
  133: "next line",
  160: "no-break space",
  173: "soft hyphen",
  847: "combining grapheme joiner",
  1564: "Arabic letter mark",
  6158: "Mongolian vowel separator",
  8203: "zero width space",
  8204: "zero width non-joiner",
  8205: "zero width joiner",
  8206: "left-to-right mark",
  8207: "right-to-left mark",
  8232: "line separator",
  8233: "paragraph separator",
  8234: "left-to-right embedding",
  8235: "right-to-left embedding",
  8236: "pop directional formatting",
  8237: "left-to-right override",
  8238: "right-to-left override",
  8239: "narrow no-break space",
  8287: "medium mathematical space",
  8288: "word joiner",
  8294: "left-to-right isolate",
  8295: "right-to-left isolate",
  8296: "first strong isolate",
  8297: "pop directional isolate",
  10240: "blank Braille pattern",
  12288: "ideographic space",
  12644: "Hangul filler",
  65279: "byte order mark",
};

/** Emoji use a joiner, one variation selector and skin tones in sight of everyone; only there are they left alone. */
const EMOJI_SEQUENCE =
  /(?:\p{Extended_Pictographic}|[0-9#*](?=\uFE0F\u20E3))\uFE0F?\u20E3?\p{Emoji_Modifier}?(?:\u200D\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?)*/u;
/** Controls, formats, surrogates, private use, everything that is drawn as nothing, and every space that is not a space. */
const HIDDEN = /(?![\n\t ])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Zs}\u2800]/u;
/** White space long enough to push what follows out of sight. */
const LONG_SPACE = / {24,}|\t{8,}|\n{12,}/u;
/** Marks heaped on one letter until they cover the lines above and below it. */
const HEAPED_MARKS = /(?<=\p{M}{4})\p{M}+/u;
const TOKEN = new RegExp(
  `(\\r\\n)|(${EMOJI_SEQUENCE.source})|(${LONG_SPACE.source})|(${HEAPED_MARKS.source})|(${HIDDEN.source})`,
  "gu",
);

/**
 * Splits a text so that nothing in it can hide: zero-width, direction, control, tag and filler characters, white space that
 * pushes things out of view and heaps of marks come as parts of their own with a label to draw. Total over any string.
 */
export function visibleParts(text: string): VisiblePart[] {
  const parts: VisiblePart[] = [];
  let shownFrom = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [whole, , , space, marks, hidden] = match;
    if (space === undefined && marks === undefined && hidden === undefined) continue;
    if (match.index > shownFrom) parts.push({ text: text.slice(shownFrom, match.index) });
    parts.push({ text: whole, ...labelFor(whole, space !== undefined || marks !== undefined) });
    shownFrom = match.index + whole.length;
  }
  if (shownFrom < text.length || parts.length === 0) parts.push({ text: text.slice(shownFrom) });
  return parts;
}

/** Hidden parts in every text of a value, keys included. */
export function countHiddenInValue(value: JsonValue): number {
  if (typeof value === "string") return visibleParts(value).filter(({ label }) => label !== undefined).length;
  if (typeof value !== "object" || value === null) return 0;
  const members: JsonValue[] = Array.isArray(value) ? value : Object.entries(value).flat();
  return members.reduce<number>((count, member) => count + countHiddenInValue(member), 0);
}

function labelFor(text: string, isRun: boolean): { label: string; title: string } {
  const code = text.codePointAt(0) ?? 0;
  const label = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  if (!isRun) return { label, title: nameOf(code) };
  const count = [...text].length;
  if (code === 0x20) return { label: `${count} spaces`, title: `${count} spaces in a row` };
  if (code === 0x09) return { label: `${count} tabs`, title: `${count} tabs in a row` };
  if (code === 0x0a) return { label: `${count} line breaks`, title: `${count} line breaks in a row` };
  return { label: `${count} more marks`, title: `${count} combining marks heaped on one character` };
}

function nameOf(code: number): string {
  const known = NAMES[code];
  if (known !== undefined) return known;
  if (code >= 0xe0000 && code <= 0xe007f) return "tag character";
  if ((code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef)) return "variation selector";
  if (code >= 0xd800 && code <= 0xdfff) return "half of a character";
  if (code < 0x20 || (code >= 0x80 && code <= 0x9f)) return "control character";
  if (code >= 0x2000 && code <= 0x200a) return "unusual space";
  if (/^\p{Co}$/u.test(String.fromCodePoint(code))) return "private character";
  return "invisible character";
}
