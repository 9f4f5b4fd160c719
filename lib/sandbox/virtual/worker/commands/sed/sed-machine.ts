import { readFailure } from "../command-input";
import type { PosixRegex, RegexMatch } from "../regex/posix-regex";
import { runCommand } from "../tool/run-command";
import type { ToolRun } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";
import type { Address, ReplacementPart, SedCommand, Substitution } from "./sed-program";

export interface SedInput {
  lines: string[];
  /** The last line has no end. */
  unended: boolean;
  name: string;
}

export interface SedSettings {
  quiet: boolean;
  lineEnd: string;
  posix: boolean;
  sandboxed: boolean;
  wrap: number;
}

/** "last": the input is over and its cycle ends as usual; "over": it is over and there is nothing to end. */
type Step = "next" | "quit" | "quitSilently" | "restart" | "last" | "over";

const MAX_SPACE = 256 * 1024 * 1024;

/** Runs the commands over the lines of its inputs, which count on from one to the next. */
export class SedMachine {
  private space = "";
  private hold = "";
  private line = 0;
  private at = 0;
  private file = 0;
  private substituted = false;
  private appended: (() => Promise<void> | void)[] = [];
  private readonly written = new Map<string, string[]>();
  private readonly readers = new Map<string, string[]>();
  private lastRegex: PosixRegex | undefined;
  private output: string[] = [];
  private unended = false;
  exitCode = 0;

  constructor(
    private readonly run: ToolRun,
    private readonly commands: readonly SedCommand[],
    private readonly settings: SedSettings,
  ) {
    for (const command of commands) {
      if (command.name === "w" || command.name === "W") this.opened(command.file);
      else if (command.name === "s" && command.substitution.file !== undefined) this.opened(command.substitution.file);
    }
  }

  private opened(file: string): void {
    if (file !== "/dev/stdout" && file !== "/dev/stderr" && !this.written.has(file)) this.written.set(file, []);
  }

  private inputs: SedInput[] = [];

  /** Everything that is printed for the inputs. False when a `q` ended it. */
  async process(inputs: SedInput[]): Promise<{ output: string; finished: boolean }> {
    this.inputs = inputs;
    this.file = 0;
    this.at = 0;
    this.output = [];
    this.unended = false;
    let restarted = false;
    let finished = true;
    while (restarted || this.readLine()) {
      restarted = false;
      this.run.step();
      const step = await this.cycle();
      if (step !== "quitSilently" && step !== "over") await this.endCycle(step === "restart");
      if (step === "last" || step === "over") break;
      if (step === "quit" || step === "quitSilently") {
        finished = false;
        break;
      }
      restarted = step === "restart";
    }
    return { output: this.output.join(""), finished };
  }

  /** What the `w` commands wrote goes to its files. */
  async writeFiles(): Promise<void> {
    for (const [file, pieces] of this.written) {
      try {
        await this.run.write(file, pieces.join(""));
      } catch (error) {
        throw new ToolFailure(`couldn't open file ${file}: ${readFailure(error)}`, 4);
      }
    }
  }

  restartNumbers(): void {
    this.line = 0;
    for (const command of this.commands) command.state.active = false;
  }

  private readLine(): boolean {
    if (!this.advance()) return false;
    this.space = this.nextLine();
    return true;
  }

  private advance(): boolean {
    while (this.file < this.inputs.length && this.at >= (this.inputs[this.file] as SedInput).lines.length) {
      this.file += 1;
      this.at = 0;
    }
    return this.file < this.inputs.length;
  }

  private nextLine(): string {
    const input = this.inputs[this.file] as SedInput;
    const line = input.lines[this.at] as string;
    this.at += 1;
    this.line += 1;
    this.unended = input.unended && this.at === input.lines.length;
    return line;
  }

  private isLast(): boolean {
    let { file, at } = this;
    while (file < this.inputs.length && at >= (this.inputs[file] as SedInput).lines.length) {
      file += 1;
      at = 0;
    }
    return file >= this.inputs.length;
  }

  private print(text: string): void {
    this.endPrevious();
    this.output.push(text, this.unended ? "" : this.settings.lineEnd);
    if (this.unended) this.missingEnd = true;
  }

  /** A last line without an end gets one when more is printed after it. */
  private missingEnd = false;

  private endPrevious(): void {
    if (!this.missingEnd) return;
    this.output.push(this.settings.lineEnd);
    this.missingEnd = false;
  }

  private printRaw(text: string): void {
    if (text === "") return;
    this.endPrevious();
    this.output.push(text);
  }

  private async endCycle(silent: boolean): Promise<void> {
    if (!this.settings.quiet && !silent) this.print(this.space);
    await this.flushAppended();
  }

  private async flushAppended(): Promise<void> {
    if (this.appended.length === 0) return;
    const appended = this.appended;
    this.appended = [];
    for (const append of appended) await append();
  }

  /** Runs the commands for the line that was read. "restart" begins again without reading. */
  private async cycle(): Promise<Step> {
    let at = 0;
    while (at < this.commands.length) {
      const command = this.commands[at] as SedCommand;
      this.run.step();
      if (!this.selects(command)) {
        at = command.name === "{" ? command.end + 1 : at + 1;
        continue;
      }
      at += 1;
      switch (command.name) {
        case "s":
          if (this.substitute(command.substitution)) await this.afterSubstitution(command.substitution);
          break;
        case "b":
          at = command.target;
          break;
        case "t":
          if (this.substituted) at = command.target;
          this.substituted = false;
          break;
        case "T":
          if (!this.substituted) at = command.target;
          this.substituted = false;
          break;
        case "d":
          this.space = "";
          return this.deleted();
        case "D": {
          const end = this.space.indexOf("\n");
          if (end < 0) return this.deleted();
          this.space = this.space.slice(end + 1);
          await this.flushAppended();
          return "restart";
        }
        default: {
          const step = await this.execute(command);
          if (step !== undefined) return step;
        }
      }
      if (this.space.length > MAX_SPACE)
        throw new ToolFailure("the pattern space grows beyond what this shell holds", 1);
    }
    this.substituted = false;
    return "next";
  }

  /** The cycle ends here and nothing is printed for it. */
  private async deleted(): Promise<Step> {
    this.substituted = false;
    await this.flushAppended();
    return this.readLine() ? "restart" : "over";
  }

  private async execute(command: SedCommand): Promise<Step | undefined> {
    const { lineEnd } = this.settings;
    switch (command.name) {
      case "p":
        this.print(this.space);
        return;
      case "P": {
        const end = this.space.indexOf("\n");
        this.printRaw((end < 0 ? this.space : this.space.slice(0, end)) + lineEnd);
        return;
      }
      case "=":
        this.printRaw(`${this.line}\n`);
        return;
      case "F":
        this.printRaw(`${(this.inputs[this.file] ?? this.inputs.at(-1))?.name ?? "-"}\n`);
        return;
      case "h":
        this.hold = this.space;
        return;
      case "H":
        this.hold += `\n${this.space}`;
        return;
      case "g":
        this.space = this.hold;
        return;
      case "G":
        this.space += `\n${this.hold}`;
        return;
      case "x":
        [this.space, this.hold] = [this.hold, this.space];
        return;
      case "z":
        this.space = "";
        return;
      case "n":
        if (this.isLast()) return this.settings.posix ? "over" : "last";
        if (!this.settings.quiet) this.print(this.space);
        await this.flushAppended();
        this.readLine();
        return;
      case "N": {
        if (this.isLast()) return this.settings.posix ? "over" : "last";
        const before = this.space;
        await this.flushAppended();
        this.readLine();
        this.space = `${before}\n${this.space}`;
        return;
      }
      case "y":
        this.space = Array.from(this.space, (letter) => command.map.get(letter) ?? letter).join("");
        return;
      case "a":
        this.appended.push(() => this.printRaw(command.text));
        return;
      case "i":
        this.printRaw(command.text);
        return;
      case "c":
        if (command.negated || command.second === undefined || this.isRangeOver(command)) this.printRaw(command.text);
        this.space = "";
        return this.deleted();
      case "r":
        this.appended.push(async () => {
          const text = await this.run.read(command.file).catch(() => "");
          this.printRaw(text);
          if (text !== "" && !text.endsWith("\n")) this.missingEnd = true;
        });
        return;
      case "R": {
        const lines = await this.linesOf(command.file);
        this.appended.push(() => {
          const line = lines.shift();
          if (line !== undefined) this.printRaw(`${line}\n`);
        });
        return;
      }
      case "w":
        this.writeTo(command.file, this.space + lineEnd);
        return;
      case "W": {
        const end = this.space.indexOf("\n");
        this.writeTo(command.file, `${end < 0 ? this.space : this.space.slice(0, end)}\n`);
        return;
      }
      case "l":
        this.printRaw(visible(this.space, command.value ?? this.settings.wrap));
        return;
      case "q":
        this.exitCode = command.value ?? 0;
        return "quit";
      case "Q":
        this.exitCode = command.value ?? 0;
        return "quitSilently";
      case "e": {
        if (this.settings.sandboxed) throw new ToolFailure("e/r/w commands disabled in sandbox mode", 1);
        if (command.command === "") this.space = (await this.shell(this.space)).replace(/\n$/, "");
        else this.printRaw(await this.shell(command.command));
        return;
      }
      case "L":
        throw new ToolFailure("command not supported: L", 1);
    }
  }

  private async shell(script: string): Promise<string> {
    return (await runCommand(this.run, script)).stdout;
  }

  private async linesOf(file: string): Promise<string[]> {
    let lines = this.readers.get(file);
    if (lines === undefined) {
      const text = await this.run.read(file).catch(() => "");
      lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
      this.readers.set(file, lines);
    }
    return lines;
  }

  private writeTo(file: string, text: string): void {
    if (file === "/dev/stdout") this.printRaw(text);
    else if (file === "/dev/stderr") this.run.warn(text);
    else this.written.get(file)?.push(text);
  }

  // Addresses

  private selects(command: SedCommand): boolean {
    if (command.first === undefined) return true;
    const selected = command.second === undefined ? this.matches(command.first) : this.inRange(command);
    return selected !== command.negated;
  }

  private matches(address: Address): boolean {
    switch (address.kind) {
      case "line":
        return this.line === address.line;
      case "last":
        return this.isLast();
      case "step":
        return address.step <= 0
          ? this.line === address.first
          : this.line >= address.first && (this.line - address.first) % address.step === 0;
      case "regex":
        return this.regexOf(address.regex).test(this.space);
    }
  }

  private inRange(command: SedCommand): boolean {
    const { state, first, second } = command;
    if (first === undefined || second === undefined) return false;
    if (command.fromZero && this.line === 1 && !state.active && state.until === 0) state.active = true;
    else if (!state.active) {
      if (!this.matches(first)) return false;
      state.active = true;
      state.until = -1;
      switch (second.kind) {
        case "line":
          // An end that is passed already selects the one line.
          if (second.line <= this.line) state.active = false;
          return true;
        case "count":
          state.until = this.line + second.lines;
          if (second.lines === 0) state.active = false;
          return true;
        case "multiple":
          state.until = second.of <= 0 ? this.line : Math.ceil(this.line / second.of) * second.of;
          if (state.until <= this.line) state.active = false;
          return true;
        case "last":
          if (this.isLast()) state.active = false;
          return true;
        default:
          return true;
      }
    }
    switch (second.kind) {
      case "line":
        if (this.line >= second.line) state.active = false;
        return this.line <= second.line;
      case "count":
      case "multiple":
        if (this.line >= state.until) state.active = false;
        return true;
      default:
        if (this.matches(second)) {
          state.active = false;
          state.until = -1;
        }
        return true;
    }
  }

  private isRangeOver(command: SedCommand): boolean {
    return !command.state.active;
  }

  private regexOf(regex: PosixRegex | undefined): PosixRegex {
    if (regex !== undefined) this.lastRegex = regex;
    if (this.lastRegex === undefined)
      throw new ToolFailure("-e expression #1, char 0: no previous regular expression", 1);
    return this.lastRegex;
  }

  // Substitution

  private substitute(substitution: Substitution): boolean {
    const regex = this.regexOf(substitution.regex);
    const { space } = this;
    let match = regex.exec(space, 0);
    if (match === undefined) return false;
    const pieces: string[] = [];
    let last = 0;
    let lastEnd = -1;
    let seen = 0;
    let changed = false;
    while (match !== undefined) {
      this.run.step();
      const isEmptyAfterMatch: boolean = match.start === match.end && match.start === lastEnd;
      if (!isEmptyAfterMatch) {
        seen += 1;
        lastEnd = match.end;
        if (seen >= substitution.which) {
          pieces.push(space.slice(last, match.start), replaced(substitution.replacement, match));
          last = match.end;
          changed = true;
          if (!substitution.all) break;
        }
      }
      if (match.end > match.start) match = regex.exec(space, match.end);
      else {
        const width = (space.codePointAt(match.end) ?? 0) > 0xffff ? 2 : 1;
        match = match.end >= space.length ? undefined : regex.exec(space, match.end + width);
      }
    }
    if (!changed) return false;
    pieces.push(space.slice(last));
    this.space = pieces.join("");
    this.substituted = true;
    return true;
  }

  private async afterSubstitution({ executes, prints, file }: Substitution): Promise<void> {
    if (executes) this.space = (await this.shell(this.space)).replace(/\n$/, "");
    for (let count = 0; count < prints; count += 1) this.print(this.space);
    if (file !== undefined) this.writeTo(file, this.space + this.settings.lineEnd);
  }
}

function replaced(parts: readonly ReplacementPart[], match: RegexMatch): string {
  let text = "";
  let mode: "upper" | "lower" | undefined;
  let once: "upper" | "lower" | undefined;
  for (const part of parts) {
    if (typeof part === "object") {
      if (part.case === "end") mode = undefined;
      else if (part.case === "upper" || part.case === "lower") mode = part.case;
      else once = part.case === "upperNext" ? "upper" : "lower";
      if (part.case === "end") once = undefined;
      continue;
    }
    let piece = typeof part === "number" ? (match.groups[part] ?? "") : part;
    if (piece === "") continue;
    if (mode !== undefined) piece = cased(piece, mode);
    if (once !== undefined) {
      const [first = ""] = piece;
      piece = cased(first, once) + piece.slice(first.length);
      once = undefined;
    }
    text += piece;
  }
  return text;
}

function cased(text: string, mode: "upper" | "lower"): string {
  return mode === "upper" ? text.toUpperCase() : text.toLowerCase();
}

const VISIBLE: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\x07": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
};

/** The pattern space as `l` shows it: unambiguous, folded at `width` columns. */
function visible(text: string, width: number): string {
  const lines: string[] = [];
  let line = "";
  for (const letter of text) {
    const bytes = letter >= " " && letter <= "~" ? undefined : new TextEncoder().encode(letter);
    const shown =
      VISIBLE[letter] ??
      (bytes === undefined ? letter : Array.from(bytes, (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join(""));
    if (width > 1 && line.length + shown.length > width - 1) {
      lines.push(`${line}\\`);
      line = "";
    }
    line += shown;
  }
  lines.push(`${line}$`);
  return `${lines.join("\n")}\n`;
}
