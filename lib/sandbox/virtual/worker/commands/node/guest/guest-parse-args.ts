import { codedError } from "./guest-host";

type Value = string | boolean;
interface OptionRule {
  type: "string" | "boolean";
  short?: string;
  multiple?: boolean;
  default?: Value | Value[];
}
interface Settings {
  args?: string[];
  options?: Record<string, OptionRule>;
  strict?: boolean;
  allowPositionals?: boolean;
  allowNegative?: boolean;
  tokens?: boolean;
}
interface OptionToken {
  kind: "option";
  name: string;
  rawName: string;
  index: number;
  value: string | undefined;
  inlineValue: boolean | undefined;
}
type Token =
  | OptionToken
  | { kind: "positional"; index: number; value: string }
  | { kind: "option-terminator"; index: number };

const wrong = (code: string, message: string) => codedError(code, message, TypeError);

/** `util.parseArgs`. */
export function parseArgs(settings: Settings, given: readonly string[]): unknown {
  const { args = given, options = {}, strict = true, allowNegative = false } = settings;
  const { allowPositionals = !strict } = settings;
  for (const [name, rule] of Object.entries(options)) {
    if (rule.type !== "string" && rule.type !== "boolean") {
      throw wrong(
        "ERR_INVALID_ARG_TYPE",
        `The "options.${name}.type" property must be of type 'string' or 'boolean'. Received ${String(rule.type)}`,
      );
    }
  }
  const tokens = tokensOf(args, options);
  const values: Record<string, unknown> = Object.create(null);
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") {
      if (!allowPositionals) {
        throw wrong(
          "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL",
          `Unexpected argument '${token.value}'. This command does not take positional arguments`,
        );
      }
      positionals.push(token.value);
    } else if (token.kind === "option") store(token, { options, strict, allowNegative, allowPositionals, values });
  }
  for (const [name, rule] of Object.entries(options)) {
    if (rule.default !== undefined && values[name] === undefined) values[name] = rule.default;
  }
  return { values, positionals, ...(settings.tokens === true ? { tokens } : {}) };
}

function tokensOf(args: readonly string[], options: Record<string, OptionRule>): Token[] {
  const tokens: Token[] = [];
  const nameOf = (short: string) => Object.entries(options).find(([, rule]) => rule.short === short)?.[0] ?? short;
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index] as string;
    const next = args[index + 1];
    const add = (name: string, rawName: string, inline?: string) => {
      const token: OptionToken = {
        kind: "option",
        name,
        rawName,
        index,
        value: inline,
        inlineValue: inline === undefined ? undefined : true,
      };
      if (inline === undefined && options[name]?.type === "string" && next !== undefined) {
        token.value = next;
        token.inlineValue = false;
        index += 1;
      }
      tokens.push(token);
    };
    if (word === "--") {
      tokens.push({ kind: "option-terminator", index });
      for (let rest = index + 1; rest < args.length; rest += 1) {
        tokens.push({ kind: "positional", index: rest, value: args[rest] as string });
      }
      break;
    }
    if (word.startsWith("--")) {
      const [, name = "", inline] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
      add(name, `--${name}`, inline);
    } else if (/^-./.test(word)) {
      const letters = [...word.slice(1)];
      for (const [at, letter] of letters.entries()) {
        const name = nameOf(letter);
        const rest = letters.slice(at + 1).join("");
        if (options[name]?.type === "string" && rest !== "") {
          add(name, `-${letter}`, rest);
          break;
        }
        if (at < letters.length - 1) {
          tokens.push({ kind: "option", name, rawName: `-${letter}`, index, value: undefined, inlineValue: undefined });
        } else add(name, `-${letter}`);
      }
    } else tokens.push({ kind: "positional", index, value: word });
  }
  return tokens;
}

interface Parsing {
  options: Record<string, OptionRule>;
  strict: boolean;
  allowNegative: boolean;
  allowPositionals: boolean;
  values: Record<string, unknown>;
}

function store(token: OptionToken, { options, strict, allowNegative, allowPositionals, values }: Parsing): void {
  let { name } = token;
  let value: Value = token.value ?? true;
  if (allowNegative && !Object.hasOwn(options, name) && name.startsWith("no-")) {
    name = name.slice("no-".length);
    value = false;
  }
  const rule = Object.hasOwn(options, name) ? options[name] : undefined;
  if (strict) {
    if (rule === undefined) {
      const hint = allowPositionals
        ? `. To specify a positional argument starting with a '-', place it at the end of the command after '--', as in '-- "${token.rawName}"`
        : "";
      throw wrong("ERR_PARSE_ARGS_UNKNOWN_OPTION", `Unknown option '${token.rawName}'${hint}`);
    }
    const shown = `${rule.short === undefined ? "" : `-${rule.short}, `}--${name}`;
    if (rule.type === "string" && token.value === undefined) {
      throw wrong("ERR_PARSE_ARGS_INVALID_OPTION_VALUE", `Option '${shown} <value>' argument missing`);
    }
    if (rule.type === "boolean" && token.value !== undefined) {
      throw wrong("ERR_PARSE_ARGS_INVALID_OPTION_VALUE", `Option '${shown}' does not take an argument`);
    }
    if (token.inlineValue === false && /^-./.test(token.value ?? "")) {
      const example = token.rawName.startsWith("--")
        ? `'${token.rawName}=-XYZ'`
        : `'--${name}=-XYZ' or '${token.rawName}-XYZ'`;
      throw wrong(
        "ERR_PARSE_ARGS_INVALID_OPTION_VALUE",
        `Option '${token.rawName}' argument is ambiguous.\nDid you forget to specify the option argument for '${token.rawName}'?\nTo specify an option argument starting with a dash use ${example}.`,
      );
    }
  }
  if (name === "__proto__") return;
  if (rule?.multiple === true) {
    const before = values[name] as Value[] | undefined;
    values[name] = [...(before ?? []), value];
  } else values[name] = value;
}
