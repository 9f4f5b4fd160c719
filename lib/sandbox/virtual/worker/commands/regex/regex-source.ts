import { sourceOf } from "./char-set";
import type { Assertion, RegexNode } from "./regex-node";

export type Dialect = "js" | "re2";

const WORD_CHARACTER = "[\\p{L}\\p{Nd}_]";
const JS_ASSERTIONS: Readonly<Record<Assertion, string>> = {
  lineStart: "^",
  lineEnd: "$",
  bufferStart: "(?<![^])",
  bufferEnd: "(?![^])",
  word: `(?:(?<=${WORD_CHARACTER})(?!${WORD_CHARACTER})|(?<!${WORD_CHARACTER})(?=${WORD_CHARACTER}))`,
  notWord: `(?:(?<=${WORD_CHARACTER})(?=${WORD_CHARACTER})|(?<!${WORD_CHARACTER})(?!${WORD_CHARACTER}))`,
  wordStart: `(?<!${WORD_CHARACTER})(?=${WORD_CHARACTER})`,
  wordEnd: `(?<=${WORD_CHARACTER})(?!${WORD_CHARACTER})`,
};
const RE2_ASSERTIONS: Readonly<Partial<Record<Assertion, string>>> = {
  lineStart: "^",
  lineEnd: "$",
  bufferStart: "\\A",
  bufferEnd: "\\z",
  word: "\\b",
  notWord: "\\B",
};

/** The expression in another dialect, or undefined when that dialect has no words for it. */
export function regexSource(node: RegexNode, dialect: Dialect): string | undefined {
  switch (node.kind) {
    case "set":
      return sourceOf(node.set, dialect);
    case "any":
      return dialect === "js" ? "[^]" : "(?s:.)";
    case "assertion":
      return dialect === "js" ? JS_ASSERTIONS[node.what] : RE2_ASSERTIONS[node.what];
    case "reference":
      return dialect === "js" ? `(?:\\${node.index})` : undefined;
    case "group": {
      const body = regexSource(node.body, dialect);
      return body === undefined ? undefined : `(${body})`;
    }
    case "repeat": {
      const body = regexSource(node.body, dialect);
      if (body === undefined) return undefined;
      return `(?:${body})${quantifier(node.minimum, node.maximum)}`;
    }
    case "alternatives":
    case "sequence": {
      const parts = node.items.map((item) => regexSource(item, dialect));
      if (parts.includes(undefined)) return undefined;
      return node.kind === "sequence" ? parts.join("") : `(?:${parts.join("|")})`;
    }
  }
}

function quantifier(minimum: number, maximum: number): string {
  if (maximum === Number.POSITIVE_INFINITY) return minimum === 0 ? "*" : minimum === 1 ? "+" : `{${minimum},}`;
  if (minimum === 0 && maximum === 1) return "?";
  return minimum === maximum ? `{${minimum}}` : `{${minimum},${maximum}}`;
}
