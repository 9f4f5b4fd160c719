import { patternAtoms } from "./pattern-atoms";

/** Atoms that also match a line feed, and the same without it. */
const WITHOUT_LINE_FEED: Readonly<Record<string, string>> = {
  "\\s": "[^\\S\\n]",
  "\\W": "[^\\w\\n]",
  "\\D": "[^\\d\\n]",
};
/** Escapes that name no character which could be a line feed. */
const HARMLESS_ESCAPE = /^\\(?:[wdSbBtfv]|[^a-zA-Z0-9])$/;
const HARMLESS_CLASS = /^\[(?:\\(?:[wdStfv]|[^a-zA-Z0-9])|[^\\\p{Cc}-]|-(?=\])|(?<=\[)-|[a-zA-Z0-9]-[a-zA-Z0-9])*\]$/u;

/**
 * The same pattern for a text of many lines, in which no atom matches a line feed: with the flag `m` it matches at a place of
 * the text wherever the pattern matches at that place of the line alone. `undefined` where that cannot be said for sure.
 */
export function withinLines(source: string): string | undefined {
  let result = "";
  for (const { kind, source: text, quantifier } of patternAtoms(source)) {
    const replaced = kind === "class" ? classWithin(text) : (WITHOUT_LINE_FEED[text] ?? text);
    const looksAround = kind === "open" && /^\(\?<?[=!]/.test(text);
    const unknown = kind === "escape" && WITHOUT_LINE_FEED[text] === undefined && !HARMLESS_ESCAPE.test(text);
    if (replaced === undefined || looksAround || unknown || text === "\n") return undefined;
    result += replaced + quantifier;
  }
  return result;
}

function classWithin(text: string): string | undefined {
  if (!text.startsWith("[^")) return HARMLESS_CLASS.test(text) ? text : `(?:(?!\\n)${text})`;
  return text === "[^]" ? "[^\\n]" : `${text.slice(0, -1)}\\n]`;
}
