import { BROKEN_PIPE, PIPE_BYTES } from "../../interpreter/pipe-frame";
import { pipeOf } from "../tool/pipe-of";
import { type ToolRun, textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const FORMAT = /^((?:[^%]|%%)*)%([-+ 0#']*)(\d*)(?:\.(\d+))?([fFeEgG])((?:[^%]|%%)*)$/;
/** What one run may print; a pipe takes it only when it is whole. */
const MOST_NUMBERS = 10_000_000;

/** `seq [-w] [-s SEPARATOR] [-f FORMAT] [FIRST [STEP]] LAST` */
export const seq = textTool("seq", (run, given) => {
  const { separator, equalWidth, format, operands } = readArguments(given);
  const hint = "\nTry 'seq --help' for more information.";
  const [one, two, three] = operands;
  if (one === undefined) throw new ToolFailure(`missing operand${hint}`, 1);
  if (operands.length > 3) throw new ToolFailure(`extra operand '${operands[3]}'${hint}`, 1);
  const wrong = operands.find((operand) => !NUMBER.test(operand));
  if (wrong !== undefined) throw new ToolFailure(`invalid floating point argument: '${wrong}'${hint}`, 1);
  const [first, step, last] =
    three !== undefined && two !== undefined
      ? [one, two, three]
      : two !== undefined
        ? [one, "1", two]
        : ["1", "1", one];
  if (Number(step) === 0) throw new ToolFailure(`invalid Zero increment value: '${step}'${hint}`, 1);
  const places = Math.max(decimals(first), decimals(step));
  const count = Math.floor((Number(last) - Number(first)) / Number(step) + 1e-9) + 1;
  const enough = mostPrinted(run);
  if (count > MOST_NUMBERS && enough === undefined)
    throw new ToolFailure(`${count} numbers are more than ${MOST_NUMBERS}, which is the limit here`, 1);
  const numbers: string[] = [];
  const textOf = (index: number): string => {
    const value = Number(first) + index * Number(step);
    return format === undefined ? value.toFixed(places) : formatted(value, format);
  };
  let length = 0;
  for (let index = 0; index < count; index += 1) {
    run.step();
    const number = textOf(index);
    numbers.push(number);
    length += number.length + separator.length;
    if (enough !== undefined && index >= enough.count && length > enough.bytes) {
      run.exitCode = BROKEN_PIPE;
      break;
    }
  }
  if (numbers.length === 0) return;
  const ends = [numbers[0] as string, textOf(count - 1), Number(last).toFixed(places)];
  const width = equalWidth ? Math.max(...ends.map(({ length }) => length)) : 0;
  run.print(`${numbers.map((number) => padded(number, width)).join(separator)}\n`);
});

/** What a pipe takes whose reader ends early, and what it holds beyond that. */
function mostPrinted({ context }: ToolRun): { count: number; bytes: number } | undefined {
  const demand = pipeOf(context)?.demand;
  return demand && { count: demand.lines ?? 0, bytes: (demand.bytes ?? 0) + PIPE_BYTES };
}

function readArguments(given: readonly string[]) {
  const operands: string[] = [];
  let separator = "\n";
  let equalWidth = false;
  let format: string | undefined;
  let index = 0;
  const argumentOf = (attached: string, option: string): string => {
    if (attached !== "") return attached;
    index += 1;
    const value = given[index];
    if (value === undefined) {
      throw new ToolFailure(`option requires an argument -- '${option}'\nTry 'seq --help' for more information.`, 1);
    }
    return value;
  };
  for (; index < given.length; index += 1) {
    const argument = given[index] as string;
    // A negative number is no option.
    if (NUMBER.test(argument) || !argument.startsWith("-") || argument === "-") operands.push(argument);
    else if (argument === "--") {
      operands.push(...given.slice(index + 1));
      break;
    } else if (argument === "-w" || argument === "--equal-width") equalWidth = true;
    else if (argument.startsWith("-s")) separator = argumentOf(argument.slice(2), "s");
    else if (argument.startsWith("--separator=")) separator = argument.slice("--separator=".length);
    else if (argument.startsWith("-f")) format = argumentOf(argument.slice(2), "f");
    else if (argument.startsWith("--format=")) format = argument.slice("--format=".length);
    else {
      const what = argument.startsWith("--")
        ? `unrecognized option '${argument}'`
        : `invalid option -- '${argument[1]}'`;
      throw new ToolFailure(`${what}\nTry 'seq --help' for more information.`, 1);
    }
  }
  return { operands, separator, equalWidth, format };
}

function decimals(number: string): number {
  return /\.(\d*)$/.exec(number)?.[1]?.length ?? 0;
}

function padded(number: string, width: number): string {
  return number.startsWith("-") ? `-${number.slice(1).padStart(width - 1, "0")}` : number.padStart(width, "0");
}

function formatted(value: number, format: string): string {
  const parts = FORMAT.exec(format);
  if (parts === null) throw new ToolFailure(`format '${format}' has no % directive`, 1);
  const [, before = "", flags = "", width = "0", precision, letter = "f", after = ""] = parts;
  const places = precision === undefined ? 6 : Number(precision);
  let text: string;
  if (letter === "f" || letter === "F") text = value.toFixed(places);
  else if (letter === "e" || letter === "E") text = value.toExponential(places).replace(/e([+-])(\d)$/, "e$10$2");
  else text = String(Number(value.toPrecision(Math.max(1, places))));
  if (flags.includes("+") && value >= 0) text = `+${text}`;
  const wide = Number(width);
  if (flags.includes("-")) text = text.padEnd(wide);
  else text = flags.includes("0") ? padded(text, wide) : text.padStart(wide);
  return (before + text + after).replaceAll("%%", "%");
}
