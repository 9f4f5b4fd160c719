import type { PosixRegex } from "../regex/posix-regex";

/** The records of one input, one after the other. */
export class RecordReader {
  /** What ended the last record: `RT`. */
  ended = "";
  private at = 0;

  constructor(private readonly text: string) {}

  /** The next record under the separator `RS`, or undefined at the end. */
  next(separator: string, regexOf: (source: string) => PosixRegex): string | undefined {
    const { text } = this;
    if (separator === "\n") return this.upTo(text.indexOf("\n", this.at), 1);
    if (separator === "") return this.paragraph();
    if (separator.length === 1 && separator !== "\\") return this.upTo(text.indexOf(separator, this.at), 1);
    if (this.at >= text.length) return undefined;
    const regex = regexOf(separator);
    let found = regex.exec(text, this.at);
    // An empty separator separates nothing.
    while (found !== undefined && found.end === found.start) found = regex.exec(text, found.end + 1);
    return found === undefined ? this.upTo(-1, 0) : this.upTo(found.start, found.end - found.start);
  }

  private upTo(end: number, length: number): string | undefined {
    if (this.at >= this.text.length) return undefined;
    if (end < 0) {
      const rest = this.text.slice(this.at);
      this.at = this.text.length;
      this.ended = "";
      return rest;
    }
    const record = this.text.slice(this.at, end);
    this.ended = this.text.slice(end, end + length);
    this.at = end + length;
    return record;
  }

  private paragraph(): string | undefined {
    while (this.text[this.at] === "\n") this.at += 1;
    if (this.at >= this.text.length) return undefined;
    const end = this.text.indexOf("\n\n", this.at);
    if (end < 0) {
      const rest = this.text.slice(this.at);
      this.at = this.text.length;
      this.ended = rest.endsWith("\n") ? "\n" : "";
      return rest.endsWith("\n") ? rest.slice(0, -1) : rest;
    }
    const record = this.text.slice(this.at, end);
    let after = end;
    while (this.text[after] === "\n") after += 1;
    this.ended = this.text.slice(end, after);
    this.at = after;
    return record;
  }
}
