import { type CharSet, namedClass, negate, singleCharacter, WORD } from "./char-set";
import type { RegexNode } from "./regex-node";

/** A regular expression that the real tool refuses, in its words. */
export class RegexSyntaxError extends Error {
  override name = "RegexSyntaxError";
}

export interface PosixSyntax {
  extended: boolean;
  /** `grep` and `find` know no `\n` or `\t`; `sed` does; in `awk` a backslash also escapes inside brackets. */
  escapes: "none" | "sed" | "awk";
}

export interface ParsedRegex {
  root: RegexNode;
  groups: number;
  hasReferences: boolean;
}

const MAX_REPEAT = 32767;
const CONTROL: Readonly<Record<string, string>> = { n: "\n", t: "\t", f: "\f", v: "\v", a: "\x07", r: "\r" };

export function parsePosix(pattern: string, syntax: PosixSyntax): ParsedRegex {
  return new PosixParser([...pattern], syntax).parse();
}

class PosixParser {
  private at = 0;
  private groups = 0;
  private depth = 0;
  private hasReferences = false;
  private readonly closed = new Set<number>();

  constructor(
    private readonly text: readonly string[],
    private readonly syntax: PosixSyntax,
  ) {}

  parse(): ParsedRegex {
    const root = this.alternatives();
    if (this.at < this.text.length) throw new RegexSyntaxError("Unmatched ) or \\)");
    return { root, groups: this.groups, hasReferences: this.hasReferences };
  }

  /** Whether the operator `letter` stands here: bare in an extended expression, behind a backslash in a basic one. */
  private isOperator(letter: string, at = this.at): boolean {
    if (this.syntax.extended) return this.text[at] === letter;
    return this.text[at] === "\\" && this.text[at + 1] === letter;
  }

  private skipOperator(): void {
    this.at += this.syntax.extended ? 1 : 2;
  }

  private alternatives(): RegexNode {
    const items = [this.sequence()];
    while (this.isOperator("|")) {
      this.skipOperator();
      items.push(this.sequence());
    }
    return items.length === 1 ? (items[0] as RegexNode) : { kind: "alternatives", items };
  }

  private endsBranch(at: number): boolean {
    if (at >= this.text.length || this.isOperator("|", at)) return true;
    if (!this.isOperator(")", at)) return false;
    return this.depth > 0 || !this.syntax.extended;
  }

  private sequence(): RegexNode {
    const items: RegexNode[] = [];
    while (!this.endsBranch(this.at)) {
      const starts = items.every((item) => item.kind === "assertion" && item.what === "lineStart");
      const item = this.repeated(this.atom(starts), starts);
      items.push(item);
    }
    return items.length === 1 ? (items[0] as RegexNode) : { kind: "sequence", items };
  }

  private repeated(atom: RegexNode, starts: boolean): RegexNode {
    let node = atom;
    for (;;) {
      const bounds = this.quantifier(starts && node.kind === "assertion");
      if (bounds === undefined) return node;
      const [minimum, maximum] = bounds;
      node = { kind: "repeat", body: node, minimum, maximum };
    }
  }

  private quantifier(literalStar: boolean): [number, number] | undefined {
    const here = this.text[this.at];
    if (here === "*" && !(literalStar && !this.syntax.extended)) {
      this.at += 1;
      return [0, Number.POSITIVE_INFINITY];
    }
    if (this.isOperator("+")) {
      this.skipOperator();
      return [1, Number.POSITIVE_INFINITY];
    }
    if (this.isOperator("?")) {
      this.skipOperator();
      return [0, 1];
    }
    return this.isOperator("{") ? this.interval() : undefined;
  }

  private interval(): [number, number] | undefined {
    const from = this.at + (this.syntax.extended ? 1 : 2);
    const rest = this.text.slice(from, from + 16).join("");
    const found = (this.syntax.extended ? /^(\d*)(,?)(\d*)\}/ : /^(\d*)(,?)(\d*)\\\}/).exec(rest);
    if (found === null || (found[1] === "" && found[2] === "")) {
      if (this.syntax.extended) return undefined;
      throw new RegexSyntaxError(rest.includes("\\}") ? "Invalid content of \\{\\}" : "Unmatched \\{");
    }
    const [whole, low = "", comma, high = ""] = found;
    const minimum = Number(low || 0);
    const maximum = comma === "" ? minimum : high === "" ? Number.POSITIVE_INFINITY : Number(high);
    if (maximum < minimum) throw new RegexSyntaxError("Invalid content of \\{\\}");
    if (Math.max(minimum, Number.isFinite(maximum) ? maximum : 0) > MAX_REPEAT) {
      throw new RegexSyntaxError("Regular expression too big");
    }
    this.at = from + whole.length;
    return [minimum, maximum];
  }

  private atom(starts: boolean): RegexNode {
    const { extended } = this.syntax;
    const letter = this.text[this.at] as string;
    if (letter === "[") return { kind: "set", set: this.bracket() };
    if (letter === ".") {
      this.at += 1;
      return { kind: "any" };
    }
    if (this.isOperator("(")) return this.group();
    if (letter === "^" && (extended || starts)) {
      this.at += 1;
      return { kind: "assertion", what: "lineStart" };
    }
    if (letter === "$" && (extended || this.endsBranch(this.at + 1))) {
      this.at += 1;
      return { kind: "assertion", what: "lineEnd" };
    }
    if (letter === "*" && extended && starts) {
      this.at += 1;
      return { kind: "sequence", items: [] };
    }
    if (extended && starts && (letter === "+" || letter === "?")) {
      this.at += 1;
      return { kind: "sequence", items: [] };
    }
    if (letter === "\\") return this.escape();
    this.at += 1;
    return literal(letter);
  }

  private group(): RegexNode {
    this.skipOperator();
    this.groups += 1;
    const index = this.groups;
    this.depth += 1;
    if (this.depth > 250) throw new RegexSyntaxError("Regular expression too big");
    const body = this.alternatives();
    this.depth -= 1;
    if (!this.isOperator(")")) throw new RegexSyntaxError("Unmatched ( or \\(");
    this.skipOperator();
    this.closed.add(index);
    return { kind: "group", body, index };
  }

  private escape(): RegexNode {
    const letter = this.text[this.at + 1];
    if (letter === undefined) throw new RegexSyntaxError("Trailing backslash");
    this.at += 2;
    switch (letter) {
      case "w":
        return { kind: "set", set: WORD };
      case "W":
        return { kind: "set", set: negate(WORD) };
      case "s":
        return { kind: "set", set: namedClass("space") as CharSet };
      case "S":
        return { kind: "set", set: negate(namedClass("space") as CharSet) };
      case "b":
        return { kind: "assertion", what: "word" };
      case "y":
        if (this.syntax.escapes === "awk") return { kind: "assertion", what: "word" };
        return literal(letter);
      case "B":
        return { kind: "assertion", what: "notWord" };
      case "<":
        return { kind: "assertion", what: "wordStart" };
      case ">":
        return { kind: "assertion", what: "wordEnd" };
      case "`":
        return { kind: "assertion", what: "bufferStart" };
      case "'":
        return { kind: "assertion", what: "bufferEnd" };
    }
    if (/[1-9]/.test(letter) && this.syntax.escapes !== "awk") {
      const index = Number(letter);
      if (!this.closed.has(index)) throw new RegexSyntaxError("Invalid back reference");
      this.hasReferences = true;
      return { kind: "reference", index };
    }
    const character = this.escapedCharacter(letter);
    return literal(character ?? letter);
  }

  /** The character of `\n`, `\x41` … where the tool knows them; `this.at` stands behind the letter. */
  private escapedCharacter(letter: string): string | undefined {
    if (this.syntax.escapes === "none") return undefined;
    if (Object.hasOwn(CONTROL, letter)) return CONTROL[letter];
    const number = (digits: RegExp, base: number): string | undefined => {
      const found = digits.exec(this.text.slice(this.at, this.at + 3).join(""))?.[0];
      if (!found) return undefined;
      this.at += found.length;
      return String.fromCodePoint(Number.parseInt(found, base) & 0xff);
    };
    if (letter === "x") return number(/^[0-9a-fA-F]{1,2}/, 16);
    if (this.syntax.escapes === "awk") {
      if (letter === "b") return "\b";
      if (!/[0-7]/.test(letter)) return undefined;
      this.at -= 1;
      return number(/^[0-7]{1,3}/, 8);
    }
    if (letter === "d") return number(/^[0-9]{1,3}/, 10);
    if (letter === "o") return number(/^[0-7]{1,3}/, 8);
    if (letter === "c" && this.text[this.at] !== undefined) {
      this.at += 1;
      return String.fromCharCode((this.text[this.at - 1] as string).toUpperCase().charCodeAt(0) ^ 0x40);
    }
    return undefined;
  }

  private bracket(): CharSet {
    const result: CharSet = { ranges: [], properties: [], negated: false };
    const unmatched = (): never => {
      throw new RegexSyntaxError("Unmatched [, [^, [:, [., or [=");
    };
    this.at += 1;
    if (this.text[this.at] === "^") {
      result.negated = true;
      this.at += 1;
    }
    let first = true;
    for (;;) {
      const letter = this.text[this.at] ?? unmatched();
      if (letter === "]" && !first) break;
      first = false;
      if (letter === "[" && this.text[this.at + 1] === ":") {
        this.addClass(result, unmatched);
        continue;
      }
      const from = this.bracketCharacter(unmatched);
      const ranged =
        this.text[this.at] === "-" && this.text[this.at + 1] !== undefined && this.text[this.at + 1] !== "]";
      if (!ranged) {
        result.ranges.push([from, from]);
        continue;
      }
      this.at += 1;
      const to = this.bracketCharacter(unmatched);
      if (to < from) throw new RegexSyntaxError("Invalid range end");
      result.ranges.push([from, to]);
    }
    this.at += 1;
    return result;
  }

  private addClass(result: CharSet, unmatched: () => never): void {
    const end = this.text.indexOf("]", this.at);
    if (end < 0 || this.text[end - 1] !== ":") unmatched();
    const found = namedClass(this.text.slice(this.at + 2, end - 1).join(""));
    if (found === undefined) throw new RegexSyntaxError("Invalid character class name");
    result.ranges.push(...found.ranges);
    result.properties.push(...found.properties);
    this.at = end + 1;
  }

  private bracketCharacter(unmatched: () => never): number {
    const letter = this.text[this.at] ?? unmatched();
    const next = this.text[this.at + 1];
    this.at += 1;
    if (letter === "[" && (next === "." || next === "=")) {
      const character = this.text[this.at + 1] ?? unmatched();
      if (this.text[this.at + 2] !== next || this.text[this.at + 3] !== "]") unmatched();
      this.at += 4;
      return character.codePointAt(0) ?? 0;
    }
    if (letter !== "\\" || this.syntax.escapes === "none" || next === undefined) return letter.codePointAt(0) ?? 0;
    if (this.syntax.escapes === "sed" && !/[ntfvardoxc]/.test(next)) return letter.codePointAt(0) ?? 0;
    this.at += 1;
    return (this.escapedCharacter(next) ?? next).codePointAt(0) ?? 0;
  }
}

function literal(character: string): RegexNode {
  return { kind: "set", set: singleCharacter(character) };
}
