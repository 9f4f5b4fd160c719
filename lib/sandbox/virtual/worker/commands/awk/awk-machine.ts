import { readFailure } from "../command-input";
import type { PosixRegex } from "../regex/posix-regex";
import { runCommand } from "../tool/run-command";
import type { ToolRun } from "../tool/text-tool";
import { awkFormat } from "./awk-format";
import { unescapeString } from "./awk-lexer";
import { AwkRecord, AwkRuntimeError, FieldSplitter } from "./awk-record";
import { RecordReader } from "./awk-records";
import { inputValue, numberOf, type Value, wholeNumberText } from "./awk-value";

export type AwkArray = Map<string, Value>;

const MAX_ELEMENTS = 4_000_000;

interface OutputSink {
  mode: ">" | ">>" | "|";
  pieces: string[];
  written: boolean;
}

/** The state of a running awk program: variables, record, input and output. */
export class AwkMachine {
  readonly variables: Value[] = [];
  readonly arrays = new Map<string, AwkArray>();
  /** The arguments and local variables of the function that runs. */
  frame: (Value | AwkArray)[] = [];
  returned: Value;
  exitCode = 0;
  depth = 0;
  recordCount: number = 0;
  fileRecordCount: number = 0;
  readonly splitter = new FieldSplitter();
  readonly record: AwkRecord;
  readonly text: Readonly<Record<string, string>> & Record<string, string> = {
    FS: " ",
    OFS: " ",
    ORS: "\n",
    RS: "\n",
    SUBSEP: "\x1c",
    CONVFMT: "%.6g",
    OFMT: "%.6g",
    FPAT: "",
    FIELDWIDTHS: "",
  };
  /** Which of `FS`, `FPAT` and `FIELDWIDTHS` was set last and rules. */
  splitsBy: "FS" | "FPAT" | "FIELDWIDTHS" = "FS";
  seed = 0;
  randomState = 0x9e3779b9;

  private readonly names = new Map<string, number>();
  private readonly outputs = new Map<string, OutputSink>();
  private readonly inputs = new Map<string, RecordReader>();
  private readonly commandCodes = new Map<string, number>();
  private pending: string[] = [];
  private main: RecordReader | undefined;
  private nextArgument = 1;
  private anyInput = false;
  onFile: { begin: () => Promise<void>; end: () => Promise<void> } | undefined;

  constructor(readonly run: ToolRun) {
    this.record = new AwkRecord(
      (text) => this.splitFields(text),
      () => this.text.OFS as string,
      (value) => this.textOf(value),
    );
  }

  slot(name: string): number {
    const known = this.names.get(name);
    if (known !== undefined) return known;
    const slot = this.names.size;
    this.names.set(name, slot);
    this.variables[slot] = undefined;
    return slot;
  }

  array(name: string): AwkArray {
    let array = this.arrays.get(name);
    if (array === undefined) {
      array = new Map();
      this.arrays.set(name, array);
    }
    return array;
  }

  element(array: AwkArray, key: string): Value {
    const value = array.get(key);
    if (value === undefined && !array.has(key)) this.setElement(array, key, undefined);
    return value;
  }

  setElement(array: AwkArray, key: string, value: Value): void {
    if (array.size >= MAX_ELEMENTS && !array.has(key)) {
      throw new AwkRuntimeError(`an array would hold more than ${MAX_ELEMENTS} elements`);
    }
    array.set(key, value);
  }

  textOf(value: Value): string {
    if (typeof value === "string") return value;
    if (typeof value === "number") return this.numberText(value, this.text.CONVFMT as string);
    return value === undefined ? "" : value.text;
  }

  outputText(value: Value): string {
    return typeof value === "number" ? this.numberText(value, this.text.OFMT as string) : this.textOf(value);
  }

  format(format: string, values: readonly Value[]): string {
    return awkFormat(format, values, (value) => this.textOf(value));
  }

  private numberText(value: number, format: string): string {
    if (Number.isInteger(value) && value < 1e15 && value > -1e15) return String(value === 0 ? 0 : value);
    return wholeNumberText(value) ?? awkFormat(format, [value], String);
  }

  regex(source: string): PosixRegex {
    return this.splitter.regex(source);
  }

  /** An assignment as it stands on the command line: `-v name=value` or an operand. */
  assignText(name: string, text: string): void {
    this.assignSpecial(name, inputValue(unescapeString(text)));
  }

  /** Sets a variable by name, with what that means for those that awk itself reads. */
  assignSpecial(name: string, value: Value): void {
    switch (name) {
      case "NF":
        this.record.setFieldCount(Math.trunc(numberOf(value)));
        return;
      case "NR":
        this.recordCount = numberOf(value);
        return;
      case "FNR":
        this.fileRecordCount = numberOf(value);
        return;
      case "IGNORECASE":
        this.splitter.ignoreCase = numberOf(value) !== 0;
        this.variables[this.slot(name)] = value;
        return;
      case "FS":
      case "FPAT":
      case "FIELDWIDTHS":
        // The record that is read already is split by what ruled then.
        this.record.fieldCount();
        this.splitsBy = name;
        this.text[name] = this.textOf(value);
        return;
    }
    if (Object.hasOwn(this.text, name)) this.text[name] = this.textOf(value);
    else this.variables[this.slot(name)] = value;
  }

  private splitFields(text: string): string[] {
    if (this.splitsBy === "FPAT") return this.splitter.matches(text, this.regex(this.text.FPAT as string));
    if (this.splitsBy === "FIELDWIDTHS") return byWidths(text, this.text.FIELDWIDTHS as string);
    return this.splitter.split(text, this.text.FS as string, this.text.RS === "");
  }

  // Input

  /** Reads the next record of the files named as operands; false at the end of the last. */
  async nextRecord(): Promise<boolean> {
    const text = this.nextRecordNow() ?? (await this.nextRecordOfNextFile());
    if (text === undefined) return false;
    this.record.setText(text);
    return true;
  }

  /** The next record of the file that is open, counted; undefined at its end. */
  nextRecordNow(): string | undefined {
    const text = this.main?.next(this.text.RS as string, (source) => this.regex(source));
    if (text === undefined) return undefined;
    this.recordCount += 1;
    this.fileRecordCount += 1;
    if (this.text.RS !== "\n") this.variables[this.slot("RT")] = this.main?.ended;
    return text;
  }

  private async nextRecordOfNextFile(): Promise<string | undefined> {
    for (;;) {
      if (!(await this.openNext())) return undefined;
      const text = this.nextRecordNow();
      if (text !== undefined) return text;
    }
  }

  async skipFile(): Promise<void> {
    await this.closeMain();
  }

  private async closeMain(): Promise<void> {
    if (this.main !== undefined) {
      this.main = undefined;
      await this.onFile?.end();
    }
  }

  private async openNext(): Promise<boolean> {
    await this.closeMain();
    const operands = this.array("ARGV");
    for (;;) {
      if (this.nextArgument >= numberOf(this.variables[this.slot("ARGC")])) {
        if (this.anyInput) return false;
        this.anyInput = true;
        await this.open("-", "");
        return true;
      }
      const operand = this.textOf(operands.get(String(this.nextArgument)));
      this.nextArgument += 1;
      if (operand === "") continue;
      const assignment = /^([A-Za-z_][A-Za-z_0-9]*)=(.*)$/s.exec(operand);
      if (assignment !== null) {
        this.assignText(assignment[1] as string, assignment[2] as string);
        continue;
      }
      this.anyInput = true;
      if (await this.open(operand, operand)) return true;
    }
  }

  private async open(name: string, shown: string): Promise<boolean> {
    let text: string;
    try {
      text = await this.run.read(name);
    } catch (error) {
      const reason = readFailure(error);
      if (reason === "Is a directory") {
        this.run.warn(`awk: warning: command line argument \`${name}' is a directory: skipped\n`);
        return false;
      }
      this.run.warn(`awk: fatal: cannot open file \`${name}' for reading: ${reason}\n`);
      throw new AwkExit(2);
    }
    this.main = new RecordReader(text);
    this.variables[this.slot("FILENAME")] = shown;
    this.fileRecordCount = 0;
    await this.onFile?.begin();
    return true;
  }

  /** `getline < file`: the next record, undefined at the end, null when the file cannot be read. */
  async lineOfFile(name: string): Promise<string | undefined | null> {
    let reader = this.inputs.get(name);
    if (reader === undefined) {
      try {
        reader = new RecordReader(await this.run.read(name));
      } catch (error) {
        this.variables[this.slot("ERRNO")] = readFailure(error);
        return null;
      }
      this.inputs.set(name, reader);
    }
    return reader.next(this.text.RS as string, (source) => this.regex(source));
  }

  async lineOfCommand(command: string): Promise<string | undefined> {
    const key = `|${command}`;
    let reader = this.inputs.get(key);
    if (reader === undefined) {
      this.flushStandard();
      const outcome = await runCommand(this.run, command);
      this.commandCodes.set(key, outcome.exitCode);
      reader = new RecordReader(outcome.stdout);
      this.inputs.set(key, reader);
    }
    return reader.next(this.text.RS as string, (source) => this.regex(source));
  }

  // Output

  print(text: string): void {
    this.pending.push(text);
  }

  printTo(mode: ">" | ">>" | "|", target: string, text: string): void {
    if (mode !== "|") {
      if (target === "/dev/stdout" || target === "-") {
        this.print(text);
        return;
      }
      if (target === "/dev/stderr") {
        this.run.warn(text);
        return;
      }
      if (target === "") throw new AwkRuntimeError("expression for `>' redirection has null string value");
    }
    const key = mode === "|" ? `|${target}` : target;
    let sink = this.outputs.get(key);
    if (sink === undefined) {
      if (mode === "|") this.flushStandard();
      sink = { mode, pieces: [], written: false };
      this.outputs.set(key, sink);
    }
    sink.pieces.push(text);
  }

  flushStandard(): void {
    this.run.print(this.pending.join(""));
    this.pending = [];
  }

  async flushFiles(): Promise<void> {
    for (const [target, sink] of this.outputs) if (sink.mode !== "|") await this.writeSink(target, sink);
  }

  async system(command: string): Promise<number> {
    this.flushStandard();
    await this.flushFiles();
    const outcome = await runCommand(this.run, command);
    this.run.print(outcome.stdout);
    return outcome.exitCode;
  }

  /** `close(name)`: the exit code of a command, 0 for a file, -1 when nothing of that name is open. */
  async close(name: string): Promise<number> {
    let code = -1;
    for (const key of [name, `|${name}`]) {
      if (this.inputs.delete(key)) code = this.commandCodes.get(key) ?? 0;
      const sink = this.outputs.get(key);
      if (sink === undefined) continue;
      this.outputs.delete(key);
      code = sink.mode === "|" ? await this.finishPipe(name, sink) : await this.writeSink(name, sink);
    }
    return code;
  }

  async finish(): Promise<void> {
    for (const key of [...this.outputs.keys()]) await this.close(key.startsWith("|") ? key.slice(1) : key);
    this.flushStandard();
  }

  private async finishPipe(command: string, sink: OutputSink): Promise<number> {
    const outcome = await runCommand(this.run, command, { stdin: sink.pieces.join("") });
    this.run.print(outcome.stdout);
    return outcome.exitCode;
  }

  private async writeSink(target: string, sink: OutputSink): Promise<number> {
    const text = sink.pieces.join("");
    try {
      await this.run.write(target, text, { append: sink.written || sink.mode === ">>" });
    } catch (error) {
      throw new AwkRuntimeError(`cannot redirect to \`${target}': ${readFailure(error)}`);
    }
    sink.written = true;
    sink.pieces = [];
    return 0;
  }
}

/** `exit`, also from within a function. */
export class AwkExit extends Error {
  override name = "AwkExit";

  constructor(readonly code: number | undefined) {
    super("exit");
  }
}

/** `next` or `nextfile` from within a function. */
export class AwkNext extends Error {
  override name = "AwkNext";

  constructor(readonly file: boolean) {
    super("next");
  }
}

function byWidths(text: string, widths: string): string[] {
  const fields: string[] = [];
  let at = 0;
  for (const part of widths.trim().split(/[ \t]+/)) {
    const [skip, width] = part.includes(":") ? part.split(":") : ["0", part];
    at += Number(skip);
    if (at >= text.length) break;
    const end = width === "*" ? text.length : at + Number(width);
    fields.push(text.slice(at, end));
    at = end;
  }
  return fields;
}
