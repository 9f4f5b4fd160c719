import { automatonSearch } from "./automaton-search";
import { type ByteSearch, byteSearch } from "./byte-search";
import { lineAutomaton } from "./line-automaton";
import { requiredTexts } from "./required-text";
import { SandboxError } from "./sandbox-error";
import { withinLines } from "./within-lines";

/** A search pattern, ready to be asked about single lines. */
export interface LinePattern {
  expression: RegExp;
  /** The pattern is exactly this text. */
  literal: string | undefined;
  /** Finds the places, in the bytes of a file, of which every line that matches holds one. */
  places: ByteSearch | undefined;
  /**
   * The same pattern over a text of many lines (`g`): whatever line matches, it matches at that place of the text. It stays
   * within a line, so its cost does too. Undefined when that cannot be said of the pattern.
   */
  anywhere: RegExp | undefined;
}

const MAX_PATTERN_LENGTH = 2000;
/** Shorter texts stand in so many lines that looking for them alone rules out too few. */
const TELLING_TEXT = 3;

const POSIX_CLASSES: Readonly<Record<string, string>> = {
  alpha: "a-zA-Z",
  digit: "0-9",
  alnum: "a-zA-Z0-9",
  upper: "A-Z",
  lower: "a-z",
  space: "\\s",
  blank: " \\t",
  punct: "!-\\/:-@\\[-`{-~",
  xdigit: "0-9A-Fa-f",
  word: "\\w",
  cntrl: "\\x00-\\x1f\\x7f",
  print: "\\x20-\\x7e",
  graph: "\\x21-\\x7e",
};

/**
 * A JavaScript regular expression, with two courtesies to people who think in grep: a leading `(?i)` and POSIX classes
 * such as `[[:alpha:]]`. Unicode mode where the pattern allows it.
 */
export function compileLinePattern(pattern: string, caseSensitive: boolean): LinePattern {
  if (pattern.length > MAX_PATTERN_LENGTH) {
    throw new SandboxError("invalid-pattern", `The pattern is longer than ${MAX_PATTERN_LENGTH} characters.`);
  }
  const inline = pattern.startsWith("(?i)");
  const source = (inline ? pattern.slice(4) : pattern).replace(
    /\[:([a-z]+):\]/g,
    (whole, name: string) => POSIX_CLASSES[name] ?? whole,
  );
  const flags = caseSensitive && !inline ? "" : "i";
  const expression = compile(source, flags);
  const isLiteral = flags === "" && source !== "" && !/[\\^$.*+?()[\]{}|\n]/.test(source);
  return {
    expression,
    literal: isLiteral ? source : undefined,
    places: places(source, flags === "i"),
    anywhere: anywhere(source, expression.flags),
  };
}

function places(source: string, ignoreCase: boolean): ByteSearch | undefined {
  const texts = requiredTexts(source, ignoreCase);
  const search = texts && byteSearch(texts, ignoreCase);
  if (texts?.every((text) => text.length >= TELLING_TEXT)) return search;
  const automaton = lineAutomaton(source, ignoreCase);
  return (automaton && automatonSearch(automaton)) ?? search;
}

function anywhere(source: string, flags: string): RegExp | undefined {
  const within = withinLines(source);
  try {
    return within === undefined ? undefined : new RegExp(within, `${flags}gm`);
  } catch {
    return undefined;
  }
}

function compile(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    try {
      return new RegExp(source, flags);
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause);
      const reason = message.slice(message.lastIndexOf(": ") + 2);
      throw new SandboxError("invalid-regex", `Invalid regex: ${reason}`, { cause });
    }
  }
}

/**
 * Whether matching may take exponential time: an unbounded repetition of a group that itself holds an unbounded repetition
 * or alternatives. Errs on the side of yes; where the search cannot be killed such a pattern is refused.
 */
export function mayBacktrackExponentially(pattern: string): boolean {
  const groups: { repeats: boolean }[] = [];
  let inClass = false;
  for (let index = 0; index < pattern.length; index += 1) {
    const character = pattern[index];
    if (character === "\\") index += 1;
    else if (inClass) inClass = character !== "]";
    else if (character === "[") inClass = true;
    else if (character === "(") groups.push({ repeats: false });
    else if (character === ")") {
      const group = groups.pop();
      const outer = groups.at(-1);
      const repeated = isUnbounded(pattern, index + 1);
      if (group?.repeats && repeated) return true;
      if (outer !== undefined && (group?.repeats || repeated)) outer.repeats = true;
    } else if (character === "|" || isUnbounded(pattern, index)) {
      const group = groups.at(-1);
      if (group !== undefined) group.repeats = true;
    }
  }
  return false;
}

function isUnbounded(pattern: string, index: number): boolean {
  const character = pattern[index];
  return character === "*" || character === "+" || (character === "{" && /^\{\d+,\d*\}/.test(pattern.slice(index)));
}
