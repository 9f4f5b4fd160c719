import { parseOptions } from "../tool/parse-options";
import { runCommand } from "../tool/run-command";
import { shellCommandLine } from "../tool/shell-quote";
import { type ToolRun, textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";
import { lineItems, quotedItems, type XargsItem } from "./xargs-input";

interface XargsOptions {
  delimiter: string | undefined;
  perCommand: number | undefined;
  linesPerCommand: number | undefined;
  replace: string | undefined;
  size: number;
  skipEmpty: boolean;
  trace: boolean;
  file: string | undefined;
  exits: boolean;
  endOfFile: string | undefined;
}

const DEFAULT_SIZE = 131_072;

/** `xargs`. Commands run one after the other, also under `-P`. */
export const xargs = textTool("xargs", async (run, given) => {
  const { options, operands } = readOptions(given);
  const input = options.file === undefined ? run.stdin() : await inputFile(run, options.file);
  const items = itemsOf(input, options);
  const command = operands.length === 0 ? ["echo"] : operands;
  if (options.replace !== undefined) {
    for (const { text } of items) {
      const words = command.map((word) => word.replaceAll(options.replace as string, () => text));
      await execute(run, words, options);
    }
    return;
  }
  if (items.length === 0 && options.skipEmpty) return;
  for (const batch of batches(items, command, options)) await execute(run, [...command, ...batch], options);
});

function readOptions(given: readonly string[]): { options: XargsOptions; operands: string[] } {
  const parsed = parseOptions(given, {
    name: "xargs",
    short: "0n:I:i::L:l::P:rts:d:a:xE:e::opS:",
    long: {
      null: "0",
      "max-args=": "n",
      "replace=?": "i",
      "max-lines=?": "l",
      "max-procs=": "P",
      "no-run-if-empty": "r",
      verbose: "t",
      "max-chars=": "s",
      "delimiter=": "d",
      "arg-file=": "a",
      exit: "x",
      "eof=?": "e",
      interactive: "p",
      "open-tty": "o",
      "show-limits": "show-limits",
      "process-slot-var=": "process-slot-var",
    },
    stopAtOperand: true,
    hint: "Try 'xargs --help' for more information.",
  });
  const options: XargsOptions = {
    delimiter: undefined,
    perCommand: undefined,
    linesPerCommand: undefined,
    replace: undefined,
    size: DEFAULT_SIZE,
    skipEmpty: false,
    trace: false,
    file: undefined,
    exits: false,
    endOfFile: undefined,
  };
  const count = (value: string, letter: string): number => {
    if (!/^[0-9]+$/.test(value)) throw new ToolFailure(`invalid number "${value}" for -${letter} option`, 1);
    if (Number(value) < 1) throw new ToolFailure(`value ${value} for -${letter} option should be >= 1`, 1);
    return Number(value);
  };
  for (const { name, value } of parsed.options) {
    switch (name) {
      case "0":
        options.delimiter = "\0";
        break;
      case "d":
        options.delimiter = delimiterOf(value);
        break;
      case "n":
        options.perCommand = count(value, "n");
        options.replace = undefined;
        options.linesPerCommand = undefined;
        break;
      case "L":
      case "l":
        options.linesPerCommand = value === "" ? 1 : count(value, name);
        options.replace = undefined;
        options.perCommand = undefined;
        break;
      case "I":
      case "i":
        options.replace = value === "" ? "{}" : value;
        options.perCommand = undefined;
        options.linesPerCommand = undefined;
        break;
      case "s":
        options.size = count(value, "s");
        break;
      case "P":
        if (!/^[0-9]+$/.test(value)) throw new ToolFailure(`invalid number "${value}" for -P option`, 1);
        break;
      case "r":
        options.skipEmpty = true;
        break;
      case "t":
        options.trace = true;
        break;
      case "a":
        options.file = value;
        break;
      case "x":
        options.exits = true;
        break;
      case "E":
      case "e":
        options.endOfFile = value === "" ? undefined : value;
        break;
      default:
        throw new ToolFailure(`option not supported: ${name}`, 1);
    }
  }
  return { options, operands: parsed.operands };
}

function delimiterOf(value: string): string {
  const escapes: Record<string, string> = {
    "\\n": "\n",
    "\\t": "\t",
    "\\0": "\0",
    "\\\\": "\\",
    "\\r": "\r",
    "\\f": "\f",
  };
  const hex = /^\\x([0-9a-fA-F]{1,2})$/.exec(value);
  if (hex !== null) return String.fromCharCode(Number.parseInt(hex[1] as string, 16));
  const octal = /^\\([0-7]{1,3})$/.exec(value);
  if (octal !== null) return String.fromCharCode(Number.parseInt(octal[1] as string, 8));
  const delimiter = escapes[value] ?? value;
  if (delimiter.length !== 1) {
    throw new ToolFailure(
      `Invalid input delimiter specification ${value}: the delimiter must be either a single character or an escape sequence starting with \\.`,
      1,
    );
  }
  return delimiter;
}

async function inputFile(run: ToolRun, name: string): Promise<string> {
  try {
    return await run.read(name);
  } catch {
    throw new ToolFailure(`Cannot open input file '${name}': No such file or directory`, 1);
  }
}

function itemsOf(input: string, options: XargsOptions): XargsItem[] {
  if (options.delimiter !== undefined) {
    const parts = input.split(options.delimiter);
    if (parts.at(-1) === "") parts.pop();
    return parts.map((text) => ({ text, endsLine: true }));
  }
  return options.replace === undefined ? quotedItems(input, options.endOfFile) : lineItems(input);
}

function* batches(items: readonly XargsItem[], command: readonly string[], options: XargsOptions): Generator<string[]> {
  const fixed = command.reduce((size, word) => size + word.length + 1, 0);
  let batch: string[] = [];
  let size = fixed;
  let lines = 0;
  for (const { text, endsLine } of items) {
    const more = text.length + 1;
    if (fixed + more > options.size) throw new ToolFailure("argument line too long", 1);
    if (batch.length > 0 && size + more > options.size) {
      yield batch;
      batch = [];
      size = fixed;
      lines = 0;
    }
    batch.push(text);
    size += more;
    if (endsLine) lines += 1;
    const isFull =
      batch.length === options.perCommand ||
      (options.linesPerCommand !== undefined && lines >= options.linesPerCommand);
    if (!isFull) continue;
    yield batch;
    batch = [];
    size = fixed;
    lines = 0;
  }
  if (batch.length > 0 || items.length === 0) yield batch;
}

async function execute(run: ToolRun, words: readonly string[], options: XargsOptions): Promise<void> {
  if (options.trace) run.warn(`${shellCommandLine(words)}\n`);
  const [command = "", ...rest] = words;
  const { stdout, exitCode } = await runCommand(run, shellCommandLine([command]), { arguments: rest });
  run.print(stdout);
  if (exitCode === 0) return;
  if (exitCode === 255) throw new ToolFailure(`${command}: exited with status 255; aborting`, 124);
  if (exitCode === 126 || exitCode === 127) throw new ToolFailure("", exitCode);
  run.exitCode = 123;
}
