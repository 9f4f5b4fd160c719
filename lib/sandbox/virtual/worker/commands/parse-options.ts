import type { ExecResult } from "just-bash/browser";

export interface OptionGrammar {
  /** As getopt writes it: `ab:` takes `-a` alone and `-b` with a value. */
  short: string;
  /** Long name → key. A name that ends with `:` takes a value, one that ends with `::` may take one (only after `=`). */
  long?: Readonly<Record<string, string>>;
  /** The exit code of a wrong option; 1 unless given. */
  exitCode?: number;
  /** Options end at the first operand, as for commands that run another one. */
  stopAtOperand?: boolean;
}

export interface ParsedOption {
  key: string;
  value: string | undefined;
}

/** The key under which operands stand among the options, for commands to which their order matters. */
export const OPERAND = "";

/** What was given, in order. */
export class ParsedOptions {
  constructor(readonly options: readonly ParsedOption[]) {}

  get operands(): string[] {
    return this.values(OPERAND);
  }

  has(...keys: string[]): boolean {
    return this.options.some(({ key }) => keys.includes(key));
  }

  /** The value given last. */
  value(key: string): string | undefined {
    return this.options.findLast((option) => option.key === key)?.value;
  }

  values(key: string): string[] {
    return this.options.flatMap((option) => (option.key === key && option.value !== undefined ? [option.value] : []));
  }

  /** Which of these was given last. */
  last(...keys: string[]): string | undefined {
    return this.options.findLast(({ key }) => keys.includes(key))?.key;
  }
}

export type OptionsResult = { ok: true; parsed: ParsedOptions } | { ok: false; failure: ExecResult };

/** Options as GNU's getopt_long reads them: clustered letters, unambiguous beginnings of long names, operands in between. */
export function parseOptions(command: string, given: readonly string[], grammar: OptionGrammar): OptionsResult {
  const options: ParsedOption[] = [];
  const takeOperands = (values: readonly string[]) => options.push(...values.map((value) => ({ key: OPERAND, value })));
  const refuse = (message: string): OptionsResult => ({
    ok: false,
    failure: {
      stdout: "",
      stderr: `${command}: ${message}\nTry '${command} --help' for more information.\n`,
      exitCode: grammar.exitCode ?? 1,
    },
  });
  for (let index = 0; index < given.length; index += 1) {
    const argument = given[index] as string;
    if (argument === "--") {
      takeOperands(given.slice(index + 1));
      break;
    }
    if (argument.startsWith("--")) {
      const [written = "", ...rest] = argument.slice(2).split("=");
      const attached = rest.length === 0 ? undefined : rest.join("=");
      const matches = longMatches(written, grammar.long ?? {});
      const [match] = matches;
      if (match === undefined) return refuse(`unrecognized option '--${written}'`);
      if (matches.length > 1) return refuse(`option '--${written}' is ambiguous`);
      const { name, key, takes } = match;
      if (takes === "none" && attached !== undefined) return refuse(`option '--${name}' doesn't allow an argument`);
      if (takes === "required" && attached === undefined) {
        index += 1;
        if (index >= given.length) return refuse(`option '--${name}' requires an argument`);
        options.push({ key, value: given[index] });
      } else options.push({ key, value: attached });
    } else if (argument.startsWith("-") && argument !== "-") {
      for (let at = 1; at < argument.length; at += 1) {
        const letter = argument[at] as string;
        const place = letter === ":" ? -1 : grammar.short.indexOf(letter);
        if (place < 0) return refuse(`invalid option -- '${letter}'`);
        if (grammar.short[place + 1] !== ":") {
          options.push({ key: letter, value: undefined });
          continue;
        }
        const attached = argument.slice(at + 1);
        if (attached === "") {
          index += 1;
          if (index >= given.length) return refuse(`option requires an argument -- '${letter}'`);
          options.push({ key: letter, value: given[index] });
        } else options.push({ key: letter, value: attached });
        break;
      }
    } else if (grammar.stopAtOperand) {
      takeOperands(given.slice(index));
      break;
    } else takeOperands([argument]);
  }
  return { ok: true, parsed: new ParsedOptions(options) };
}

interface LongOption {
  name: string;
  key: string;
  takes: "none" | "required" | "optional";
}

function longMatches(written: string, long: Readonly<Record<string, string>>): LongOption[] {
  const all = Object.entries(long).map(([spelled, key]): LongOption => {
    const name = spelled.replace(/:+$/, "");
    const takes = spelled.endsWith("::") ? "optional" : spelled.endsWith(":") ? "required" : "none";
    return { name, key, takes };
  });
  const exact = all.filter(({ name }) => name === written);
  if (exact.length > 0) return exact;
  const beginnings = all.filter(({ name }) => name.startsWith(written));
  return new Set(beginnings.map(({ key }) => key)).size === 1 ? beginnings.slice(0, 1) : beginnings;
}
