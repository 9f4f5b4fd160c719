import { RE2JS } from "re2js";
import type { RegexMatch } from "../regex/posix-regex";

/** An expression of `grep -P` that this shell cannot follow. */
export class PerlSyntaxError extends Error {
  override name = "PerlSyntaxError";
}

const REFUSED: readonly [RegExp, string][] = [
  [/\(\?>|[*+?}]\+/, "possessive and atomic groups are not supported"],
  [/\(\?(?:R|&|P>|[0-9+])/, "recursion is not supported"],
  [/\(\*/, "verbs are not supported"],
  [/\\[CGRX]/, "this escape is not supported"],
  [/\(\?\|/, "branch reset groups are not supported"],
];
const POSIX_CLASSES: Readonly<Record<string, string>> = {
  alpha: "\\p{L}",
  digit: "0-9",
  alnum: "\\p{L}0-9",
  upper: "\\p{Lu}",
  lower: "\\p{Ll}",
  space: "\\s",
  blank: " \\t",
  punct: "!-\\/:-@\\[-`{-~",
  xdigit: "0-9A-Fa-f",
  word: "\\w",
  cntrl: "\\x00-\\x1f\\x7f",
  print: " -~\\u{a0}-\\u{10ffff}",
  graph: "!-~\\u{a1}-\\u{10ffff}",
};
/** A quantifier over a group that itself holds one, or over alternatives: the search may double with each character. */
const NESTED = /\((?:[^()\\]|\\.)*(?:[*+]|\{\d+,\}|\|)(?:[^()\\]|\\.)*\)(?:[*+]|\{\d+,)/;
const LONGEST_FOR_NESTED = 25;

/**
 * A Perl expression: in a linear engine where that knows its words, otherwise (look-around, back references) in JavaScript's.
 * There a nested repetition is searched in short lines only; the search of a longer one is refused.
 */
export class PerlRegex {
  private readonly linear: RE2JS | undefined;
  private readonly native: RegExp;
  private readonly nested: boolean;
  /** `\K`: the match begins where this group ends. */
  private readonly keeps: boolean;

  constructor(pattern: string, ignoreCase: boolean) {
    for (const [words, reason] of REFUSED)
      if (words.test(pattern.replace(/\\\\|\[[^\]]*\]/g, ""))) throw new PerlSyntaxError(reason);
    const inline = /^\(\?([imsx]+)\)/.exec(pattern);
    const flags = inline?.[1] ?? "";
    if (flags.includes("x")) throw new PerlSyntaxError("the flag x is not supported");
    const translated = translate(inline === null ? pattern : pattern.slice(inline[0].length));
    this.keeps = translated.keeps;
    const insensitive = ignoreCase || flags.includes("i");
    try {
      this.native = new RegExp(translated.source, `gu${insensitive ? "i" : ""}${flags.includes("s") ? "s" : ""}`);
    } catch (error) {
      throw new PerlSyntaxError(error instanceof Error ? error.message.replace(/^.*: /, "") : String(error));
    }
    this.nested = NESTED.test(pattern);
    this.linear = this.nested && !this.keeps ? linearForm(pattern, insensitive) : undefined;
  }

  test(text: string): boolean {
    return this.exec(text) !== undefined;
  }

  exec(text: string, from = 0): RegexMatch | undefined {
    if (this.linear !== undefined) {
      const matcher = this.linear.matcher(text);
      if (!matcher.find(from)) return undefined;
      return { start: matcher.start(), end: matcher.end(), groups: [matcher.group() ?? ""] };
    }
    if (this.nested && text.length > LONGEST_FOR_NESTED) {
      throw new PerlSyntaxError("a nested repetition with look-around or back references is too costly on this line");
    }
    this.native.lastIndex = from;
    const found = this.native.exec(text);
    if (found === null) return undefined;
    const end = found.index + found[0].length;
    const start = this.keeps ? found.index + (found.groups?.kept ?? "").length : found.index;
    return { start, end, groups: found };
  }
}

function linearForm(pattern: string, insensitive: boolean): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern.replace(/\(\?<(?![=!])/g, "(?P<"), insensitive ? RE2JS.CASE_INSENSITIVE : 0);
  } catch {
    return undefined;
  }
}

/** In the words of JavaScript with the flag `u`, which refuses needless escapes. */
function translate(pattern: string): { source: string; keeps: boolean } {
  let keeps = false;
  let inBracket = false;
  let source = "";
  for (let at = 0; at < pattern.length; at += 1) {
    const letter = pattern[at] as string;
    if (letter === "\\") {
      at += 1;
      const next = pattern[at];
      if (next === undefined) throw new PerlSyntaxError("\\ at end of pattern");
      if (next === "K" && !inBracket) {
        source = `(?<kept>${source})`;
        keeps = true;
      } else if (next === "Q") {
        const end = pattern.indexOf("\\E", at);
        source += pattern.slice(at + 1, end < 0 ? undefined : end).replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
        at = end < 0 ? pattern.length : end + 1;
      } else source += escapeSource(next, pattern.slice(at), inBracket);
      if (next === "x" && pattern[at + 1] === "{") at = pattern.indexOf("}", at);
      continue;
    }
    if (inBracket) {
      const named = /^\[:(\^?)([a-z]+):\]/.exec(pattern.slice(at));
      if (named !== null) {
        source += POSIX_CLASSES[named[2] as string] ?? "";
        at += named[0].length - 1;
      } else if (letter === "]") {
        inBracket = false;
        source += letter;
      } else source += letter === "[" ? "\\[" : letter;
      continue;
    }
    if (letter === "[") {
      inBracket = true;
      source += letter;
      if (pattern[at + 1] === "^") {
        source += "^";
        at += 1;
      }
      if (pattern[at + 1] === "]") {
        source += "\\]";
        at += 1;
      }
      continue;
    }
    if (letter === "{" && !/^\{\d+(,\d*)?\}/.test(pattern.slice(at))) source += "\\{";
    else if (letter === "}" && !/\{\d+(,\d*)?$/.test(pattern.slice(0, at))) source += "\\}";
    else if (letter === "]") source += "\\]";
    else if (pattern.startsWith("(?P<", at)) {
      source += "(?<";
      at += 3;
    } else if (pattern.startsWith("(?#", at)) at = pattern.indexOf(")", at);
    else source += letter;
  }
  return { source, keeps };
}

function escapeSource(letter: string, rest: string, inBracket: boolean): string {
  const braced = /^x\{([0-9a-fA-F]+)\}/.exec(rest);
  if (braced !== null) return `\\u{${braced[1]}}`;
  switch (letter) {
    case "h":
      return inBracket ? " \\t" : "[ \\t]";
    case "A":
      return "(?<![^])";
    case "Z":
    case "z":
      return "(?![^])";
    case "e":
      return "\\x1b";
    case "a":
      return "\\x07";
    case "N":
      return "[^\\n]";
    case "g":
      return "\\";
  }
  if (/[dDwWsSbBnrtfvpPuxck0-9]/.test(letter)) return `\\${letter}`;
  if (/[\^$\\.*+?()[\]{}|/]/.test(letter) || (inBracket && letter === "-")) return `\\${letter}`;
  if (/[A-Za-z]/.test(letter)) throw new PerlSyntaxError(`unrecognized character follows \\: ${letter}`);
  return letter;
}
