/** One piece of a regular expression's source, read from left to right. */
export interface PatternAtom {
  kind: "character" | "escape" | "class" | "any" | "open" | "close" | "or" | "anchor";
  source: string;
  /** The quantifier that follows, such as `*`, `+?` or `{2,}`; empty without one. */
  quantifier: string;
}

const ATOM =
  /\\(?:u\{[^}]*\}|[pP]\{[^}]*\}|k<[^>]*>|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|c[A-Za-z]|\d+|.)|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<[^>]*>|[a-z-]*:))?|./suy;
const QUANTIFIER = /(?:[*+?]|\{\d+(?:,\d*)?\})\??/uy;

/** The atoms of a pattern that compiles; every character of the source is in exactly one of them. */
export function patternAtoms(source: string): PatternAtom[] {
  const atoms: PatternAtom[] = [];
  for (let at = 0; at < source.length; ) {
    ATOM.lastIndex = at;
    const text = ATOM.exec(source)?.[0] ?? (source[at] as string);
    at += text.length;
    const kind = kindOf(text);
    QUANTIFIER.lastIndex = at;
    const quantifier = kind === "open" || kind === "or" ? "" : (QUANTIFIER.exec(source)?.[0] ?? "");
    at += quantifier.length;
    atoms.push({ kind, source: text, quantifier });
  }
  return atoms;
}

function kindOf(text: string): PatternAtom["kind"] {
  switch (text[0]) {
    case "\\":
      return "escape";
    case "[":
      return text.length > 1 ? "class" : "character";
    case "(":
      return "open";
    case ")":
      return "close";
    case "|":
      return "or";
    case ".":
      return "any";
    case "^":
    case "$":
      return "anchor";
    default:
      return "character";
  }
}
