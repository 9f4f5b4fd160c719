import { ToolFailure } from "./tool-failure";

export interface OptionSyntax {
  name: string;
  /** As for getopt: a letter, followed by `:` when it takes a value or `::` when it may have one written against it. */
  short: string;
  /** Long name → the letter (or name) it is reported as; a name that ends in `=` takes a value, in `=?` may have one. */
  long?: Readonly<Record<string, string>>;
  usageExitCode?: number;
  /** Options end at the first operand, as for `xargs`. */
  stopAtOperand?: boolean;
  /** Whether `-5` is given to the tool as option `-5`'s digits; each is reported as the option `digits` with its text. */
  digits?: boolean;
  /** Operands also stand among the options, as `OPERAND`, for tools to which their order matters. */
  operandsAmongOptions?: boolean;
  /** How the tool words its hint. */
  hint?: string;
}

/** The name under which operands stand among the options. */
export const OPERAND = "";

export interface GivenOption {
  name: string;
  value: string;
}

/** What was given, in order. */
export class ParsedOptions {
  constructor(
    readonly options: readonly GivenOption[],
    readonly operands: string[],
  ) {}

  has(...names: string[]): boolean {
    return this.options.some(({ name }) => names.includes(name));
  }

  /** The value given last. */
  value(name: string): string | undefined {
    return this.options.findLast((option) => option.name === name)?.value;
  }

  values(name: string): string[] {
    return this.options.filter((option) => option.name === name).map(({ value }) => value);
  }

  /** Which of these was given last. */
  last(...names: string[]): string | undefined {
    return this.options.findLast(({ name }) => names.includes(name))?.name;
  }
}

/** The command line as GNU getopt_long reads it, with its words for what is wrong. Throws `ToolFailure`. */
export function parseOptions(given: readonly string[], syntax: OptionSyntax): ParsedOptions {
  const options: GivenOption[] = [];
  const operands: string[] = [];
  const takeOperands = (values: readonly string[]): void => {
    operands.push(...values);
    if (syntax.operandsAmongOptions) options.push(...values.map((value) => ({ name: OPERAND, value })));
  };
  const fail = (message: string): never => {
    throw new ToolFailure(
      `${message}\n${syntax.hint ?? `Try '${syntax.name} --help' for more information.`}`,
      syntax.usageExitCode ?? 1,
    );
  };
  let index = 0;
  const next = (): string | undefined => {
    index += 1;
    return given[index];
  };
  for (; index < given.length; index += 1) {
    const argument = given[index] as string;
    if (argument === "--") {
      takeOperands(given.slice(index + 1));
      break;
    }
    if (argument.startsWith("--")) options.push(longOption(argument, syntax, next, fail));
    else if (argument.startsWith("-") && argument !== "-") readCluster(argument, syntax, options, next, fail);
    else if (syntax.stopAtOperand) {
      takeOperands(given.slice(index));
      break;
    } else takeOperands([argument]);
  }
  return new ParsedOptions(options, operands);
}

function readCluster(
  argument: string,
  syntax: OptionSyntax,
  options: GivenOption[],
  next: () => string | undefined,
  fail: (message: string) => never,
): void {
  for (let at = 1; at < argument.length; at += 1) {
    const letter = argument[at] as string;
    if (syntax.digits && /[0-9]/.test(letter)) {
      const digits = /^[0-9]+/.exec(argument.slice(at))?.[0] ?? letter;
      options.push({ name: "digits", value: digits });
      at += digits.length - 1;
      continue;
    }
    const place = letter === ":" ? -1 : syntax.short.indexOf(letter);
    if (place < 0) fail(`invalid option -- '${letter}'`);
    if (syntax.short[place + 1] !== ":") {
      options.push({ name: letter, value: "" });
      continue;
    }
    const attached = argument.slice(at + 1);
    if (syntax.short[place + 2] === ":" || attached !== "") options.push({ name: letter, value: attached });
    else {
      const value = next();
      if (value === undefined) fail(`option requires an argument -- '${letter}'`);
      else options.push({ name: letter, value });
    }
    return;
  }
}

function longOption(
  argument: string,
  syntax: OptionSyntax,
  next: () => string | undefined,
  fail: (message: string) => never,
): GivenOption {
  const [, written = "", assigned] = /^--([^=]*)(?:=(.*))?$/s.exec(argument) ?? [];
  const names = Object.keys(syntax.long ?? {});
  const bare = (name: string): string => name.replace(/=\??$/, "");
  const exact = names.find((name) => bare(name) === written);
  const candidates = exact === undefined ? names.filter((name) => bare(name).startsWith(written)) : [exact];
  const [first] = candidates;
  if (first === undefined) return fail(`unrecognized option '${argument}'`);
  if (new Set(candidates.map((name) => syntax.long?.[name])).size > 1) {
    const possible = candidates.map((name) => `'--${bare(name)}'`).join(" ");
    return fail(`option '${argument}' is ambiguous; possibilities: ${possible}`);
  }
  const name = syntax.long?.[first] ?? first;
  if (first.endsWith("=?")) return { name, value: assigned ?? "" };
  if (!first.endsWith("=")) {
    if (assigned !== undefined) return fail(`option '--${bare(first)}' doesn't allow an argument`);
    return { name, value: "" };
  }
  const value = assigned ?? next();
  if (value === undefined) return fail(`option '--${bare(first)}' requires an argument`);
  return { name, value };
}
