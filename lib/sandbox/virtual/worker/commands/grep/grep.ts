import { readFailure } from "../command-input";
import { RegexSyntaxError } from "../regex/parse-posix";
import { RegexTooCostly } from "../regex/posix-regex";
import { globPattern } from "../tool/glob-pattern";
import { hasEscapedBytes } from "../tool/lossless-text";
import { type ToolRun, textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";
import { GrepMatcher } from "./grep-matcher";
import { type GrepOptions, grepOptions } from "./grep-options";
import { PerlSyntaxError } from "./perl-regex";

/** Of a stream nobody knows how many lines it has. */
const WIDEST_NUMBER = 19;
const SHOWN = {
  match: "\x1b[01;31m\x1b[K",
  name: "\x1b[35m\x1b[K",
  number: "\x1b[32m\x1b[K",
  separator: "\x1b[36m\x1b[K",
  end: "\x1b[m\x1b[K",
};

export const grepCommands = ["grep", "egrep", "fgrep"].map((name) =>
  textTool(name, (run, given) => runGrep(run, name, given)),
);

async function runGrep(run: ToolRun, name: string, given: string[]): Promise<void> {
  let options: GrepOptions;
  try {
    options = grepOptions(name, given);
  } catch (error) {
    if (!(error instanceof ToolFailure) || error.message !== "") throw error;
    run.warn("Usage: grep [OPTION]... PATTERNS [FILE]...\nTry 'grep --help' for more information.\n");
    run.exitCode = 2;
    return;
  }
  try {
    for (const file of options.patternFiles) {
      const text = await run.tryRead(file, 2);
      if (text === undefined) throw new ToolFailure("", 2);
      if (text !== "") options.patterns.push(...text.replace(/\n$/, "").split("\n"));
    }
    await new GrepRun(run, options).all();
  } catch (error) {
    if (error instanceof PerlSyntaxError || error instanceof RegexSyntaxError || error instanceof RegexTooCostly) {
      throw new ToolFailure(error.message, 2);
    }
    throw error;
  }
}

class GrepRun {
  private readonly matcher: GrepMatcher;
  private readonly included: ((name: string) => boolean)[];
  private numberWidth = WIDEST_NUMBER;
  private readonly excluded: ((name: string) => boolean)[];
  private readonly excludedDirectories: ((name: string) => boolean)[];
  private selected = false;
  private failed = false;
  private done = false;
  private names = false;

  constructor(
    private readonly run: ToolRun,
    private readonly options: GrepOptions,
  ) {
    this.matcher = new GrepMatcher(options);
    this.included = options.include.map((pattern) => globPattern(pattern));
    this.excluded = options.exclude.map((pattern) => globPattern(pattern));
    this.excludedDirectories = options.excludeDirectories.map((pattern) => globPattern(pattern));
  }

  async all(): Promise<void> {
    const { options } = this;
    const recursive = options.recursive !== "no";
    const operands = options.operands.length > 0 ? options.operands : [recursive ? "." : "-"];
    this.names = options.names ?? (operands.length > 1 || recursive);
    if (options.names === undefined && recursive && operands.length === 1 && options.operands.length === 1) {
      this.names = await this.isDirectory(operands[0] as string);
    }
    const bare = recursive && options.operands.length === 0;
    for (const operand of operands) {
      await this.operand(operand, bare);
      if (this.done) break;
    }
    this.run.exitCode = this.failed && !(options.quiet && this.selected) ? 2 : this.selected ? 0 : 1;
  }

  private async isDirectory(name: string): Promise<boolean> {
    return this.run.context.fs.stat(this.run.path(name)).then(
      (stat) => stat.isDirectory,
      () => false,
    );
  }

  private async operand(name: string, bare: boolean): Promise<void> {
    if (name === "-") {
      this.numberWidth = WIDEST_NUMBER;
      this.search(this.options.label, this.run.stdin());
      return;
    }
    if (await this.isDirectory(name)) {
      if (this.options.recursive !== "no") {
        const base = name.replace(/\/+$/, "").split("/").at(-1) ?? name;
        if (!bare && this.excludedDirectories.some((matches) => matches(base) || matches(name.replace(/\/+$/, ""))))
          return;
        await this.directory(name, bare ? "" : name.endsWith("/") ? name : `${name}/`);
      } else if (!this.options.skipDirectories) this.complain(name, "Is a directory");
      return;
    }
    // An operand is searched whatever --include says only when it is not under -r; GNU applies the globs to both.
    if (this.isLeftOut(name.split("/").at(-1) ?? name)) return;
    await this.file(name);
  }

  private async directory(name: string, prefix: string): Promise<void> {
    const { fs } = this.run.context;
    const path = this.run.path(name === "" ? "." : name);
    for (const entry of (await fs.readdirWithFileTypes?.(path)) ?? []) {
      this.run.step();
      const child = prefix + entry.name;
      const follows = entry.isSymbolicLink && this.options.recursive === "follow";
      if (entry.isSymbolicLink && !follows) continue;
      if (entry.isDirectory || (follows && (await this.isDirectory(child)))) {
        if (!this.excludedDirectories.some((matches) => matches(entry.name))) await this.directory(child, `${child}/`);
      } else if (!this.isLeftOut(entry.name)) await this.file(child);
      if (this.done) return;
    }
  }

  private isLeftOut(base: string): boolean {
    if (this.excluded.some((matches) => matches(base))) return true;
    return this.included.length > 0 && !this.included.some((matches) => matches(base));
  }

  private async file(name: string): Promise<void> {
    let text: string;
    try {
      text = await this.run.read(name);
    } catch (error) {
      this.complain(name, readFailure(error));
      return;
    }
    const size = new TextEncoder().encode(this.options.initialTab ? text : "").length;
    this.numberWidth = String(size + (this.options.numbers ? 1 : 0)).length;
    this.search(name, text);
  }

  private complain(name: string, reason: string): void {
    // A directory that is not searched is a warning only.
    if (reason !== "Is a directory") this.failed = true;
    if (!this.options.silent || reason === "Is a directory") this.run.warn(`grep: ${name}: ${reason}\n`);
  }

  private search(name: string, text: string): void {
    const { options } = this;
    const binary =
      options.binary !== "text" && ((text.includes("\0") && options.lineEnd === "\n") || hasEscapedBytes(text));
    if (binary && options.binary === "skip") {
      if (options.list === "other") this.run.print(`${this.shownName(name)}${options.nullNames ? "\0" : "\n"}`);
      return;
    }
    const lines = text.split(options.lineEnd);
    if (lines.at(-1) === "") lines.pop();
    const silent = options.quiet || options.list !== undefined || options.count;
    let count = 0;
    let printedTo = -1;
    let pendingAfter = 0;
    let offset = 0;
    const offsets = options.offsets ? byteOffsets(lines) : undefined;
    for (let at = 0; at < lines.length; at += 1) {
      this.run.step();
      const line = lines[at] as string;
      const isMatch = count < options.maximum && this.matcher.test(line) !== options.invert;
      offset = offsets?.[at] ?? 0;
      if (isMatch) {
        count += 1;
        this.selected ||= options.list !== "other";
        if (options.quiet) {
          this.done = true;
          return;
        }
        if (options.list !== undefined) break;
        if (binary && !options.count) {
          this.run.warn(`grep: ${name}: binary file matches\n`);
          return;
        }
        if (silent) continue;
        const from = Math.max(printedTo + 1, at - options.before);
        const hasContext = options.before > 0 || options.after > 0;
        if (
          hasContext &&
          !options.onlyMatching &&
          printedTo >= 0 &&
          from > printedTo + 1 &&
          options.groupSeparator !== undefined
        ) {
          this.run.print(`${this.separator(options.groupSeparator)}\n`);
        }
        if (!options.onlyMatching) {
          for (let before = from; before < at; before += 1) {
            this.line(name, lines[before] as string, before, "-", offsets?.[before] ?? 0);
          }
        }
        this.matched(name, line, at, offset);
        printedTo = at;
        pendingAfter = options.after;
      } else if (pendingAfter > 0 && !silent) {
        pendingAfter -= 1;
        if (!options.onlyMatching) this.line(name, line, at, "-", offset);
        printedTo = at;
      } else if (count >= options.maximum) break;
    }
    this.summary(name, count);
  }

  private summary(name: string, count: number): void {
    const { options } = this;
    if (options.list !== undefined) {
      const isListed = count > 0 === (options.list === "matching");
      if (isListed) this.run.print(`${this.shownName(name)}${options.nullNames ? "\0" : "\n"}`);
      if (isListed && options.list === "other") this.selected = true;
      return;
    }
    if (!options.count) return;
    const prefix = this.names ? this.shownName(name) + (options.nullNames ? "\0" : this.separator(":")) : "";
    this.run.print(`${prefix}${count}\n`);
  }

  private matched(name: string, line: string, at: number, offset: number): void {
    const { options } = this;
    if (!options.onlyMatching) {
      this.line(name, options.color && !options.invert ? this.colored(line) : line, at, ":", offset);
      return;
    }
    if (options.invert) return;
    for (const { start, end } of this.matches(line)) {
      const found = line.slice(start, end);
      const shown = options.color ? `${SHOWN.match}${found}${SHOWN.end}` : found;
      this.line(name, shown, at, ":", offset + new TextEncoder().encode(line.slice(0, start)).length);
    }
  }

  private colored(line: string): string {
    let shown = "";
    let last = 0;
    for (const { start, end } of this.matches(line)) {
      shown += `${line.slice(last, start)}${SHOWN.match}${line.slice(start, end)}${SHOWN.end}`;
      last = end;
    }
    return shown + line.slice(last);
  }

  private *matches(line: string): Generator<{ start: number; end: number }> {
    let from = 0;
    while (from <= line.length) {
      this.run.step();
      const found = this.matcher.next(line, from);
      if (found === undefined) return;
      if (found.end > found.start) yield found;
      from = found.end > found.start ? found.end : found.end + 1;
    }
  }

  private line(name: string, text: string, at: number, mark: ":" | "-", offset: number): void {
    const { options } = this;
    let prefix = "";
    if (this.names) prefix += this.shownName(name) + (options.nullNames ? "\0" : this.separator(mark));
    if (options.numbers) prefix += this.shownNumber(at + 1) + this.separator(mark);
    if (options.offsets) prefix += this.shownNumber(offset) + this.separator(mark);
    if (options.initialTab && prefix !== "") prefix += "\t";
    this.run.print(prefix + text + options.lineEnd);
  }

  private shownName(name: string): string {
    return this.options.color ? `${SHOWN.name}${name}${SHOWN.end}` : name;
  }

  private shownNumber(value: number): string {
    // As wide as any number of this file can be, so that what follows stands in line.
    const text = this.options.initialTab ? String(value).padStart(this.numberWidth) : String(value);
    return this.options.color ? `${SHOWN.number}${text}${SHOWN.end}` : text;
  }

  private separator(text: string): string {
    return this.options.color ? `${SHOWN.separator}${text}${SHOWN.end}` : text;
  }
}

function byteOffsets(lines: readonly string[]): number[] {
  const encoder = new TextEncoder();
  let offset = 0;
  return lines.map((line) => {
    const here = offset;
    offset += encoder.encode(line).length + 1;
    return here;
  });
}
