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
  /** How the tool words its hint. */
  hint?: string;
}

export interface GivenOption {
  name: string;
  value: string;
}

export interface ParsedOptions {
  options: GivenOption[];
  operands: string[];
}

/** The command line as GNU getopt_long reads it, with its words for what is wrong. Throws `ToolFailure`. */
export function parseOptions(given: readonly string[], syntax: OptionSyntax): ParsedOptions {
  const options: GivenOption[] = [];
  const operands: string[] = [];
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
      operands.push(...given.slice(index + 1));
      break;
    }
    if (argument.startsWith("--")) options.push(longOption(argument, syntax, next, fail));
    else if (argument.startsWith("-") && argument !== "-") readCluster(argument, syntax, options, next, fail);
    else if (syntax.stopAtOperand) {
      operands.push(...given.slice(index));
      break;
    } else operands.push(argument);
  }
  return { options, operands };
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
