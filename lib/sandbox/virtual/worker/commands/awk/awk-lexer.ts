import { textOfBytes } from "../tool/lossless-text";

export type TokenKind =
  | "number"
  | "string"
  | "regex"
  | "name"
  | "call"
  | "builtin"
  | "keyword"
  | "operator"
  | "newline"
  | "end";

export interface Token {
  kind: TokenKind;
  text: string;
  value: number;
  line: number;
  /** Whether blanks stand before it. */
  spaced: boolean;
}

/** A program that is not awk; the message names the line. */
export class AwkSyntaxError extends Error {
  override name = "AwkSyntaxError";
}

const KEYWORDS = new Set([
  "BEGIN",
  "END",
  "BEGINFILE",
  "ENDFILE",
  "function",
  "func",
  "if",
  "else",
  "while",
  "do",
  "for",
  "in",
  "break",
  "continue",
  "next",
  "nextfile",
  "exit",
  "return",
  "delete",
  "print",
  "printf",
  "getline",
  "switch",
  "case",
  "default",
]);
export const BUILTINS = new Set([
  "length",
  "substr",
  "index",
  "split",
  "sub",
  "gsub",
  "gensub",
  "match",
  "sprintf",
  "toupper",
  "tolower",
  "sin",
  "cos",
  "atan2",
  "exp",
  "log",
  "sqrt",
  "int",
  "rand",
  "srand",
  "system",
  "close",
  "fflush",
  "systime",
  "strftime",
  "mktime",
  "strtonum",
  "and",
  "or",
  "xor",
  "lshift",
  "rshift",
  "compl",
  "asort",
  "asorti",
  "isarray",
  "typeof",
  "patsplit",
]);
const OPERATORS = [
  "**=",
  "&&",
  "||",
  "++",
  "--",
  "+=",
  "-=",
  "*=",
  "/=",
  "%=",
  "^=",
  "**",
  "==",
  "<=",
  ">=",
  "!=",
  "!~",
  ">>",
  "|&",
  "{",
  "}",
  "(",
  ")",
  "[",
  "]",
  ";",
  ",",
  "+",
  "-",
  "*",
  "/",
  "%",
  "^",
  "!",
  ">",
  "<",
  "|",
  "?",
  ":",
  "~",
  "$",
  "=",
];
/** After these a `/` divides; anywhere else it begins a regular expression. */
const ENDS_OPERAND = new Set(["number", "string", "regex", "name"]);

export function awkTokens(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let line = 1;
  let spaced = false;
  const fail = (message: string): never => {
    throw new AwkSyntaxError(`line:${line}: ${message}`);
  };
  const push = (kind: TokenKind, text: string, value = 0): void => {
    tokens.push({ kind, text, value, line, spaced });
    spaced = false;
  };
  const dividesHere = (): boolean => {
    const last = tokens.at(-1);
    if (last === undefined) return false;
    if (ENDS_OPERAND.has(last.kind) || (last.kind === "builtin" && last.text === "length")) return true;
    return last.kind === "operator" && [")", "]", "$", "++", "--"].includes(last.text);
  };
  while (at < source.length) {
    const letter = source[at] as string;
    if (letter === "\n") {
      push("newline", "\n");
      line += 1;
      at += 1;
    } else if (letter === " " || letter === "\t" || letter === "\r") {
      spaced = true;
      at += 1;
    } else if (letter === "\\" && /^\\\r?\n/.test(source.slice(at, at + 3))) {
      at += source[at + 1] === "\r" ? 3 : 2;
      line += 1;
      spaced = true;
    } else if (letter === "#") {
      while (at < source.length && source[at] !== "\n") at += 1;
    } else if (letter === '"') {
      const { text, end } = readString(source, at + 1, fail);
      push("string", text);
      at = end;
    } else if (letter === "/" && !dividesHere()) {
      const { text, end } = readRegex(source, at + 1, fail);
      push("regex", text);
      at = end;
    } else if (/[0-9.]/.test(letter) && /^(?:[0-9]|\.[0-9])/.test(source.slice(at, at + 2))) {
      const text =
        /^0[xX][0-9a-fA-F]+/.exec(source.slice(at))?.[0] ??
        /^(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/.exec(source.slice(at))?.[0] ??
        "";
      push("number", text, Number(text));
      at += text.length;
    } else if (/[A-Za-z_]/.test(letter)) {
      const text = /^[A-Za-z_0-9]+/.exec(source.slice(at))?.[0] ?? letter;
      at += text.length;
      if (KEYWORDS.has(text)) push("keyword", text === "func" ? "function" : text);
      else if (BUILTINS.has(text)) push("builtin", text);
      else push(source[at] === "(" ? "call" : "name", text);
    } else {
      const operator =
        OPERATORS.find((candidate) => source.startsWith(candidate, at)) ?? fail(`syntax error at or near ${letter}`);
      push("operator", operator === "**" ? "^" : operator === "**=" ? "^=" : operator);
      at += operator.length;
    }
  }
  push("newline", "\n");
  push("end", "end of file");
  return tokens;
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  "\\": "\\",
  '"': '"',
  "/": "/",
  a: "\x07",
  b: "\b",
  f: "\f",
  v: "\v",
};

function readString(source: string, from: number, fail: (message: string) => never): { text: string; end: number } {
  let end = from;
  while (end < source.length && source[end] !== '"') {
    if (source[end] === "\n") fail("unterminated string");
    end += source[end] === "\\" ? 2 : 1;
  }
  if (end >= source.length) fail("unterminated string");
  return { text: unescapeString(source.slice(from, end)), end: end + 1 };
}

/** The text of a string constant (or of a `-v` assignment): its escapes resolved. An unknown one keeps its letter. */
export function unescapeString(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(/\\(\n|[0-7]{1,3}|x[0-9a-fA-F]{1,2}|[\s\S]|$)/g, (_, code: string) => {
    if (code === "\n") return "";
    if (code === "") return "\\";
    if (/^[0-7]/.test(code)) return byteText(Number.parseInt(code, 8));
    if (/^x./.test(code)) return byteText(Number.parseInt(code.slice(1), 16));
    // A backslash before what is special in a regular expression stays, as the real one keeps it with a warning.
    return ESCAPES[code] ?? (/[.[\](){}*+?^$|&<>ywWsSBD`']/.test(code) ? `\\${code}` : code);
  });
}

function readRegex(source: string, from: number, fail: (message: string) => never): { text: string; end: number } {
  let end = from;
  let inBracket = false;
  while (end < source.length && (source[end] !== "/" || inBracket)) {
    const letter = source[end];
    if (letter === "\n") fail("unterminated regexp");
    if (letter === "\\") end += 1;
    else if (letter === "[" && !inBracket) {
      inBracket = true;
      if (source[end + 1] === "^") end += 1;
      if (source[end + 1] === "]") end += 1;
    } else if (letter === "[" && source[end + 1] === ":") {
      const close = source.indexOf(":]", end);
      if (close > 0) end = close + 1;
    } else if (letter === "]") inBracket = false;
    end += 1;
  }
  if (end >= source.length) fail("unterminated regexp");
  return { text: source.slice(from, end).replaceAll("\\/", "/"), end: end + 1 };
}

/** A byte by its number: alone it need not be text. */
function byteText(code: number): string {
  return textOfBytes(Uint8Array.of(code & 0xff));
}
