import { PosixRegex, type RegexMatch } from "../regex/posix-regex";
import { inputValue, numberOf, type Value } from "./awk-value";

const BLANKS = /[^ \t\n]+/g;
const MAX_FIELD = 1_000_000;

export class AwkRuntimeError extends Error {
  override name = "AwkRuntimeError";
}

/** How a text is split into fields. */
export class FieldSplitter {
  private readonly regexes = new Map<string, PosixRegex>();
  ignoreCase = false;

  /** The compiled form of an expression given as text. */
  regex(source: string): PosixRegex {
    const key = this.ignoreCase ? `i${source}` : `c${source}`;
    let regex = this.regexes.get(key);
    if (regex === undefined) {
      regex = new PosixRegex(source, { extended: true, escapes: "awk", ignoreCase: this.ignoreCase });
      if (this.regexes.size > 500) this.regexes.clear();
      this.regexes.set(key, regex);
    }
    return regex;
  }

  /** The pieces of `text` under the separator `FS`; the separators go to `between` when it is given. */
  split(text: string, separator: string | PosixRegex, paragraphs = false, between?: string[]): string[] {
    if (text === "") return [];
    if (separator === " ") {
      if (between !== undefined) {
        const inner = text.replace(/^[ \t\n]+|[ \t\n]+$/g, "");
        between.push(...(inner.match(/[ \t\n]+/g) ?? []));
      }
      return text.match(BLANKS) ?? [];
    }
    if (separator === "") return [...text];
    if (typeof separator === "string" && separator.length === 1 && separator !== "\\" && !this.ignoreCase) {
      if (separator === "\t" || !paragraphs) {
        const pieces = paragraphs ? text.split(/[\t\n]/) : text.split(separator);
        if (between !== undefined) for (let index = 1; index < pieces.length; index += 1) between.push(separator);
        return pieces;
      }
      return text.split("\n").flatMap((line) => line.split(separator));
    }
    const regex = typeof separator === "string" ? this.regex(separator) : separator;
    const lines = paragraphs ? text.split("\n") : [text];
    return lines.flatMap((line) => splitByRegex(line, regex, between));
  }

  /** The pieces that match, as `FPAT` asks. */
  matches(text: string, regex: PosixRegex): string[] {
    const found: string[] = [];
    for (const match of allMatches(regex, text)) found.push(text.slice(match.start, match.end));
    return found;
  }
}

function splitByRegex(text: string, regex: PosixRegex, between: string[] | undefined): string[] {
  const pieces: string[] = [];
  let start = 0;
  let match = regex.exec(text, 0);
  while (match !== undefined) {
    if (match.end === match.start) {
      match = regex.exec(text, match.end + 1);
      continue;
    }
    pieces.push(text.slice(start, match.start));
    between?.push(text.slice(match.start, match.end));
    start = match.end;
    match = regex.exec(text, start);
  }
  pieces.push(text.slice(start));
  return pieces;
}

/** All matches from left to right, none empty right after another. */
export function* allMatches(regex: PosixRegex, text: string): Generator<RegexMatch> {
  let at = 0;
  let lastEnd = -1;
  while (at <= text.length) {
    const match = regex.exec(text, at);
    if (match === undefined) return;
    if (match.end > match.start) {
      yield match;
      at = match.end;
      lastEnd = match.end;
      continue;
    }
    if (match.start !== lastEnd) yield match;
    const code = text.codePointAt(match.start) ?? 0;
    at = match.start + (code > 0xffff ? 2 : 1);
  }
}

/** The current record: its text and its fields, each made from the other when it is asked for. */
export class AwkRecord {
  private text = "";
  private fields: Value[] = [];
  private isSplit = true;
  private isJoined = true;
  private count = 0;

  constructor(
    private readonly splitRecord: (text: string) => string[],
    private readonly outputSeparator: () => string,
    private readonly textOf: (value: Value) => string,
  ) {}

  setText(text: string): void {
    this.text = text;
    this.isSplit = false;
    this.isJoined = true;
  }

  getText(): string {
    if (!this.isJoined) {
      const parts: string[] = [];
      for (let index = 0; index < this.count; index += 1) parts.push(this.textOf(this.fields[index]));
      this.text = parts.join(this.outputSeparator());
      this.isJoined = true;
    }
    return this.text;
  }

  fieldCount(): number {
    if (!this.isSplit) this.split();
    return this.count;
  }

  setFieldCount(count: number): void {
    if (!this.isSplit) this.split();
    if (count < 0) throw new AwkRuntimeError("NF set to negative value");
    refuseHuge(count);
    for (let index = this.count; index < count; index += 1) this.fields[index] = "";
    this.fields.length = count;
    this.count = count;
    this.isJoined = false;
  }

  /** A field as it was read: text that may look like a number. */
  getField(index: number): Value {
    if (index === 0) return inputValue(this.getText());
    if (index < 0) throw new AwkRuntimeError(`attempt to access field ${index}`);
    if (!this.isSplit) this.split();
    if (index > this.count) return undefined;
    const value = this.fields[index - 1];
    return typeof value === "string" ? inputValue(value) : value;
  }

  getFieldText(index: number): string {
    if (index === 0) return this.getText();
    if (!this.isSplit) this.split();
    const value = this.fields[index - 1];
    if (typeof value === "string") return value;
    if (index < 0) throw new AwkRuntimeError(`attempt to access field ${index}`);
    return this.textOf(value);
  }

  getFieldNumber(index: number): number {
    if (index > 0) {
      if (!this.isSplit) this.split();
      const value = this.fields[index - 1];
      return numberOf(value);
    }
    return numberOf(this.getField(index));
  }

  setField(index: number, value: Value): void {
    if (index === 0) {
      this.setText(this.textOf(value));
      return;
    }
    if (index < 0) throw new AwkRuntimeError(`attempt to access field ${index}`);
    refuseHuge(index);
    if (!this.isSplit) this.split();
    for (let at = this.count; at < index - 1; at += 1) this.fields[at] = "";
    this.fields[index - 1] = value;
    this.count = Math.max(this.count, index);
    this.isJoined = false;
  }

  private split(): void {
    this.fields = this.splitRecord(this.text);
    this.count = this.fields.length;
    this.isSplit = true;
  }
}

function refuseHuge(index: number): void {
  if (index > MAX_FIELD) throw new AwkRuntimeError(`field ${index} is beyond the ${MAX_FIELD} that this shell keeps`);
}
