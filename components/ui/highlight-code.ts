export type TokenKind = "plain" | "comment" | "string" | "keyword" | "number" | "type";

export interface CodeToken {
  kind: TokenKind;
  text: string;
}

const KEYWORDS = new Set(
  (
    "as async await break case catch class const continue default delete do else enum export extends false finally for " +
    "from function if implements import in instanceof interface let new null of private protected public readonly return " +
    "satisfies static super switch this throw true try type typeof undefined var void while yield"
  ).split(" "),
);

/** One expression, tried in order at every place: comments, strings, numbers, words; everything else is plain. */
const TOKEN =
  /(\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|("(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?:\\[\s\S]|[^`\\])*`?)|(\b\d[\w.]*)|([A-Za-z_$][\w$]*)/g;

/**
 * Light colouring for TypeScript, JavaScript and JSON, without an editor: the text of all tokens of a line, joined, is the
 * line itself. Other languages come back as plain lines.
 */
export function highlightCode(text: string, language: "typescript" | "json" | "plain"): CodeToken[][] {
  if (language === "plain") return text.split("\n").map((line) => [{ kind: "plain", text: line }]);
  const lines: CodeToken[][] = [[]];
  const push = (kind: TokenKind, piece: string) => {
    piece.split("\n").forEach((part, index) => {
      if (index > 0) lines.push([]);
      if (part !== "") lines.at(-1)?.push({ kind, text: part });
    });
  };
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    if (match.index > end) push("plain", text.slice(end, match.index));
    push(kindOf(match), match[0]);
    end = match.index + match[0].length;
  }
  if (end < text.length) push("plain", text.slice(end));
  return lines;
}

function kindOf(match: RegExpMatchArray): TokenKind {
  if (match[1] !== undefined) return "comment";
  if (match[2] !== undefined) return "string";
  if (match[3] !== undefined) return "number";
  if (KEYWORDS.has(match[0])) return "keyword";
  return /^[A-Z]/.test(match[0]) ? "type" : "plain";
}

export function languageOfPath(path: string): "typescript" | "json" | "plain" {
  if (/\.(?:[cm]?[jt]s|[jt]sx)$/i.test(path)) return "typescript";
  return /\.jsonc?$/i.test(path) ? "json" : "plain";
}
