import { OUTPUT_MODES, type OutputMode, type OutputStyle } from "./output-modes";

export type SqliteRequest =
  | { kind: "version" }
  | { kind: "refused"; message: string }
  | {
      kind: "run";
      database: string | undefined;
      commands: string[];
      style: OutputStyle;
      bail: boolean;
      readOnly: boolean;
    };

const HARMLESS = new Set(["-batch", "-noinit", "-safe"]);
const MODES = new Set<string>(OUTPUT_MODES);

export function parseSqliteArguments(given: readonly string[]): SqliteRequest {
  const style: OutputStyle = { mode: "list", header: undefined, separator: "|", nullText: "" };
  const names: string[] = [];
  const first: string[] = [];
  let bail = false;
  let readOnly = false;
  let isOver = false;
  for (let index = 0; index < given.length; index += 1) {
    const argument = given[index] as string;
    if (isOver || !argument.startsWith("-") || argument === "-") {
      names.push(argument);
      continue;
    }
    const option = argument.replace(/^--(?=.)/, "-");
    const value = () => {
      index += 1;
      return given[index] ?? "";
    };
    if (argument === "--") isOver = true;
    else if (option === "-version") return { kind: "version" };
    else if (option === "-header") style.header = true;
    else if (option === "-noheader") style.header = false;
    else if (option === "-separator") style.separator = unescaped(value());
    else if (option === "-nullvalue") style.nullText = value();
    else if (option === "-cmd") first.push(value());
    else if (option === "-bail") bail = true;
    else if (option === "-readonly") readOnly = true;
    else if (MODES.has(option.slice(1))) setMode(style, option.slice(1) as OutputMode);
    else if (!HARMLESS.has(option)) {
      return { kind: "refused", message: `Error: unknown option: ${argument}\nUse -help for a list of options.` };
    }
  }
  const [database, ...commands] = names;
  return { kind: "run", database, commands: [...first, ...commands], style, bail, readOnly };
}

export function setMode(style: OutputStyle, mode: OutputMode): void {
  style.mode = mode;
  if (mode === "csv") style.separator = ",";
  if (mode === "list") style.separator = "|";
}

export function unescaped(text: string): string {
  return text.replaceAll("\\t", "\t").replaceAll("\\n", "\n");
}
