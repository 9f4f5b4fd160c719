import { RegexSyntaxError } from "../regex/parse-posix";
import { PosixRegex } from "../regex/posix-regex";
import { ToolFailure } from "../tool/tool-failure";
import type { Address, RangeEnd, ReplacementPart, SedCommand, Selection, Substitution } from "./sed-program";

const PLAIN = new Set(["=", "d", "D", "g", "G", "h", "H", "n", "N", "p", "P", "x", "z", "F"]);
const CONTROL: Readonly<Record<string, string>> = { n: "\n", t: "\t", f: "\f", v: "\v", a: "\x07", r: "\r" };

/** The commands of a script. Throws `ToolFailure` in sed's words: `-e expression #1, char 5: …`. */
export class SedParser {
  readonly commands: SedCommand[] = [];
  private readonly open: number[] = [];
  private text = "";
  private at = 0;
  private where = "-e expression #1";

  constructor(private readonly extended: boolean) {}

  /** Adds the commands of one `-e` or `-f`. */
  add(script: string, where: string): void {
    this.text = script;
    this.at = 0;
    this.where = where;
    for (;;) {
      this.skip(/[\s;]/);
      if (this.at >= script.length) return;
      if (script[this.at] === "#") {
        this.skip(/[^\n]/);
        continue;
      }
      this.command();
    }
  }

  finish(): SedCommand[] {
    if (this.open.length > 0) {
      throw new ToolFailure(`-e expression #1, char 0: unmatched \`{'`, 1);
    }
    const labels = new Map<string, number>();
    this.commands.forEach((command, index) => {
      if (command.name === ":") labels.set(command.label, index);
    });
    for (const command of this.commands) {
      if (command.name !== "b" && command.name !== "t" && command.name !== "T") continue;
      const target = command.label === "" ? this.commands.length : labels.get(command.label);
      if (target === undefined) throw new ToolFailure(`can't find label for jump to \`${command.label}'`, 4);
      command.target = target;
    }
    return this.commands;
  }

  private fail(message: string, at = this.at): never {
    throw new ToolFailure(`${this.where}, char ${Math.min(at, this.text.length)}: ${message}`, 1);
  }

  private skip(what: RegExp): void {
    while (this.at < this.text.length && what.test(this.text[this.at] as string)) this.at += 1;
  }

  private command(): void {
    const selection = this.selection();
    this.skip(/[ \t]/);
    const name = this.text[this.at];
    if (name === undefined) this.fail("missing command");
    this.at += 1;
    const command = this.body(name as string, selection);
    const [first, second] = [selection.first !== undefined, selection.second !== undefined];
    if ((name === ":" || name === "}") && first) {
      this.fail(name === ":" ? ": doesn't want any addresses" : "} doesn't want any addresses");
    }
    if ((name === "q" || name === "Q") && second) this.fail("command only uses one address");
    this.commands.push(command);
    if (name === "{") this.open.push(this.commands.length - 1);
  }

  private selection(): Selection {
    const selection: Selection = { first: undefined, second: undefined, fromZero: false, negated: false };
    const start = this.at;
    const first = this.address();
    if (first !== undefined) {
      selection.first = first;
      this.skip(/[ \t]/);
      if (this.text[this.at] === ",") {
        this.at += 1;
        this.skip(/[ \t]/);
        const second = this.rangeEnd();
        if (second === undefined) this.fail("unexpected `,'");
        selection.second = second;
      }
      if (first.kind === "line" && first.line === 0) {
        if (selection.second?.kind !== "regex") this.fail("invalid usage of line address 0", start + 2);
        selection.fromZero = true;
      }
    }
    this.skip(/[ \t]/);
    while (this.text[this.at] === "!") {
      selection.negated = true;
      this.at += 1;
      this.skip(/[ \t]/);
    }
    return selection;
  }

  private address(): Address | undefined {
    const letter = this.text[this.at];
    if (letter === undefined) return undefined;
    if (/[0-9]/.test(letter)) {
      const line = this.number();
      if (this.text[this.at] !== "~") return { kind: "line", line };
      this.at += 1;
      return { kind: "step", first: line, step: this.number() };
    }
    if (letter === "$") {
      this.at += 1;
      return { kind: "last" };
    }
    if (letter !== "/" && letter !== "\\") return undefined;
    const delimiter = letter === "\\" ? this.text[this.at + 1] : "/";
    this.at += letter === "\\" ? 2 : 1;
    if (delimiter === undefined) this.fail("unterminated address regex");
    const source = this.delimited(delimiter as string, true) ?? this.fail("unterminated address regex");
    let flags = "";
    while (/[IM]/.test(this.text[this.at] ?? "")) {
      flags += this.text[this.at];
      this.at += 1;
    }
    return { kind: "regex", regex: this.regex(source, flags) };
  }

  private rangeEnd(): RangeEnd | undefined {
    const letter = this.text[this.at];
    if (letter !== "+" && letter !== "~") return this.address();
    this.at += 1;
    const value = this.number();
    return letter === "+" ? { kind: "count", lines: value } : { kind: "multiple", of: value };
  }

  private number(): number {
    const digits = /^[0-9]*/.exec(this.text.slice(this.at, this.at + 16))?.[0] ?? "";
    this.at += digits.length;
    return Number(digits || 0);
  }

  /** The text up to the delimiter, which an escaped delimiter is not; undefined when it does not come. */
  private delimited(delimiter: string, isRegex: boolean): string | undefined {
    let text = "";
    let inBracket = false;
    while (this.at < this.text.length) {
      const letter = this.text[this.at] as string;
      if (letter === "\\") {
        const next = this.text[this.at + 1];
        if (next === undefined) return undefined;
        if (next === delimiter && !inBracket) text += special(delimiter, isRegex) ? `\\${next}` : next;
        else if (next === "\n" && isRegex) text += "\n";
        else text += letter + next;
        this.at += 2;
        continue;
      }
      if (isRegex && inBracket) {
        if (letter === "]") inBracket = false;
        else if (letter === "[" && /[:.=]/.test(this.text[this.at + 1] ?? "")) {
          const end = this.text.indexOf(`${this.text[this.at + 1]}]`, this.at + 2);
          if (end > 0) {
            text += this.text.slice(this.at, end + 2);
            this.at = end + 2;
            continue;
          }
        }
      } else if (letter === delimiter) {
        this.at += 1;
        return text;
      } else if (isRegex && letter === "[") {
        const opening = /^\[\^?\]?/.exec(this.text.slice(this.at, this.at + 3))?.[0] ?? "[";
        // A bracket that holds the delimiter only is none when the expression would not end otherwise.
        if (this.text.indexOf("]", this.at + opening.length) >= 0) {
          inBracket = true;
          text += opening;
          this.at += opening.length;
          continue;
        }
      } else if (isRegex && letter === "\n") return undefined;
      text += letter;
      this.at += 1;
    }
    return undefined;
  }

  private regex(source: string, flags: string): PosixRegex | undefined {
    if (source === "") return undefined;
    try {
      return new PosixRegex(source, {
        extended: this.extended,
        escapes: "sed",
        ignoreCase: /[Ii]/.test(flags),
        multiline: /[Mm]/.test(flags),
      });
    } catch (error) {
      if (error instanceof RegexSyntaxError) return this.fail(error.message);
      throw error;
    }
  }

  private body(name: string, selection: Selection): SedCommand {
    const base = { ...selection, state: { active: false, until: 0 } };
    if (PLAIN.has(name)) {
      this.endOfCommand();
      return { ...base, name: name as "p" };
    }
    switch (name) {
      case "{":
        return { ...base, name, end: -1 };
      case "}": {
        const opening = this.open.pop();
        if (opening === undefined) this.fail("unexpected `}'");
        (this.commands[opening as number] as SedCommand & { name: "{" }).end = this.commands.length;
        this.endOfCommand();
        return { ...base, name };
      }
      case "a":
      case "i":
      case "c":
        return { ...base, name, text: this.insertedText() };
      case ":": {
        this.skip(/[ \t]/);
        const label = /^[^\n;]*/.exec(this.text.slice(this.at))?.[0] ?? "";
        this.at += label.length;
        if (label.trim() === "") this.fail('":" lacks a label');
        return { ...base, name, label: label.trim() };
      }
      case "b":
      case "t":
      case "T": {
        this.skip(/[ \t]/);
        const label = /^[^\s;}]*/.exec(this.text.slice(this.at))?.[0] ?? "";
        this.at += label.length;
        return { ...base, name, label, target: 0 };
      }
      case "q":
      case "Q":
      case "l":
      case "L": {
        this.skip(/[ \t]/);
        const value = /[0-9]/.test(this.text[this.at] ?? "") ? this.number() : undefined;
        this.endOfCommand();
        return { ...base, name, value };
      }
      case "r":
      case "R":
      case "w":
      case "W":
        return { ...base, name, file: this.fileName() };
      case "s":
        return { ...base, name, substitution: this.substitution() };
      case "y":
        return { ...base, name, map: this.transliteration() };
      case "e":
        this.skip(/[ \t]/);
        return { ...base, name, command: this.restOfLine() };
    }
    return this.fail(`unknown command: \`${name}'`);
  }

  private endOfCommand(): void {
    this.skip(/[ \t]/);
    const letter = this.text[this.at];
    if (letter === undefined || /[\n;}#]/.test(letter)) return;
    this.at += 1;
    this.fail("extra characters after command");
  }

  private restOfLine(): string {
    const end = this.text.indexOf("\n", this.at);
    const line = this.text.slice(this.at, end < 0 ? undefined : end);
    this.at = end < 0 ? this.text.length : end;
    return line;
  }

  private fileName(): string {
    this.skip(/[ \t]/);
    const file = this.restOfLine();
    if (file === "") this.fail("missing filename in r/R/w/W commands");
    return file;
  }

  /** The text of `a`, `i` and `c`: on the same line, or on the lines after a backslash. */
  private insertedText(): string {
    this.skip(/[ \t]/);
    if (this.at >= this.text.length) this.fail("expected \\ after `a', `c' or `i'");
    if (this.text[this.at] === "\\") {
      this.at += 1;
      const blanks = /^[ \t]*\n/.exec(this.text.slice(this.at))?.[0];
      if (blanks !== undefined) this.at += blanks.length;
      else if (this.text[this.at] === undefined) return "";
    }
    let text = "";
    while (this.at < this.text.length && this.text[this.at] !== "\n") {
      if (this.text[this.at] === "\\") {
        this.at += 1;
        const letter = this.text[this.at];
        if (letter !== undefined) text += CONTROL[letter] ?? letter;
      } else text += this.text[this.at];
      this.at += 1;
    }
    return `${text}\n`;
  }

  private substitution(): Substitution {
    const delimiter = this.text[this.at];
    if (delimiter === undefined || delimiter === "\n" || delimiter === "\\") this.fail("unterminated `s' command");
    this.at += 1;
    const source = this.delimited(delimiter as string, true) ?? this.fail("unterminated `s' command", this.text.length);
    const replacement =
      this.delimited(delimiter as string, false) ?? this.fail("unterminated `s' command", this.text.length);
    const result: Substitution = {
      regex: undefined,
      replacement: [],
      which: 1,
      all: false,
      prints: 0,
      executes: false,
      file: undefined,
    };
    let flags = "";
    let numbered = false;
    for (;;) {
      const letter = this.text[this.at];
      if (letter === undefined || /[\n;}#]/.test(letter)) break;
      if (/[ \t]/.test(letter)) {
        this.at += 1;
        continue;
      }
      if (/[0-9]/.test(letter)) {
        if (numbered) this.fail("multiple number options to `s' command", this.at + 1);
        result.which = this.number();
        numbered = true;
        if (result.which === 0) this.fail("number option to `s' command may not be zero");
        continue;
      }
      this.at += 1;
      if (letter === "g") {
        if (result.all) this.fail("multiple `g' options to `s' command");
        result.all = true;
      } else if (letter === "p") result.prints += 1;
      else if (letter === "e") result.executes = true;
      else if (/[iImM]/.test(letter)) flags += letter;
      else if (letter === "w") {
        result.file = this.fileName();
        break;
      } else this.fail("unknown option to `s'");
    }
    result.regex = this.regex(source, flags);
    result.replacement = this.replacement(replacement, result.regex?.groups);
    return result;
  }

  private replacement(text: string, groups: number | undefined): ReplacementPart[] {
    const parts: ReplacementPart[] = [];
    let literal = "";
    const push = (part: ReplacementPart): void => {
      if (literal !== "") parts.push(literal);
      literal = "";
      parts.push(part);
    };
    for (let at = 0; at < text.length; at += 1) {
      const letter = text[at] as string;
      if (letter === "&") {
        push(0);
        continue;
      }
      if (letter !== "\\") {
        literal += letter;
        continue;
      }
      at += 1;
      const next = text[at] ?? "\\";
      const cases = { U: "upper", L: "lower", E: "end", u: "upperNext", l: "lowerNext" } as const;
      if (/[0-9]/.test(next)) {
        if (groups !== undefined && Number(next) > groups)
          this.fail(`invalid reference \\${next} on \`s' command's RHS`);
        push(Number(next));
      } else if (Object.hasOwn(cases, next)) push({ case: cases[next as keyof typeof cases] });
      else {
        const numbered = /^(?:x([0-9a-fA-F]{1,2})|o([0-7]{1,3})|d([0-9]{1,3}))/.exec(text.slice(at));
        if (numbered !== null) {
          const [whole, hex, octal, decimal] = numbered;
          const code =
            hex !== undefined
              ? Number.parseInt(hex, 16)
              : octal !== undefined
                ? Number.parseInt(octal, 8)
                : Number(decimal);
          literal += String.fromCharCode(code);
          at += whole.length - 1;
        } else if (next === "c" && text[at + 1] !== undefined) {
          at += 1;
          literal += String.fromCharCode((text[at] as string).toUpperCase().charCodeAt(0) ^ 0x40);
        } else literal += CONTROL[next] ?? next;
      }
    }
    if (literal !== "") parts.push(literal);
    return parts;
  }

  private transliteration(): Map<string, string> {
    const delimiter = this.text[this.at];
    if (delimiter === undefined) this.fail("unterminated `y' command");
    this.at += 1;
    const from = this.delimited(delimiter as string, false) ?? this.fail("unterminated `y' command");
    const to = this.delimited(delimiter as string, false) ?? this.fail("unterminated `y' command");
    const [left, right] = [plainCharacters(from), plainCharacters(to)];
    if (left.length !== right.length) this.fail("strings for `y' command are different lengths");
    this.endOfCommand();
    return new Map(left.map((letter, index) => [letter, right[index] as string]));
  }
}

/** Whether an escaped delimiter keeps its backslash, so that it stays the character and does not become an operator. */
function special(delimiter: string, isRegex: boolean): boolean {
  return isRegex ? /[.*[\]^$+?(){}|]/.test(delimiter) : delimiter === "&";
}

function plainCharacters(text: string): string[] {
  const unescaped = text.replace(/\\([\s\S])/g, (whole, letter: string) => {
    if (letter === "\\") return "\\";
    return CONTROL[letter] ?? (letter === "\n" ? "\n" : whole);
  });
  return [...unescaped];
}
