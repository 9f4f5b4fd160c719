import { defineCommand, type ExecResult, type ResolvedCommandContext } from "just-bash/browser";
import { failed } from "./command-result";

const WITH_VALUE = new Set(["e", "f", "m", "A", "B", "C"]);
const LONG_WITH_VALUE = new Set(["--include", "--exclude", "--exclude-dir", "--max-count", "--regexp"]);

interface GrepArguments {
  arguments: string[];
  withFilename: boolean;
  quietErrors: boolean;
}

/** `grep` with the options that the built-in refuses: `-H -s -I --color --binary-files=… --include GLOB`. */
export const grepCommands = ["grep", "egrep", "fgrep"].map((name) =>
  defineCommand(name, async (given, context) => run(name, given, context)),
);

async function run(name: string, given: string[], context: ResolvedCommandContext): Promise<ExecResult> {
  if (context.origCommand === undefined) return failed(name, "not available", 127);
  const parsed = normalise(given);
  // A second file makes the built-in print names, and this one never matches.
  const extra = parsed.withFilename ? ["/dev/null"] : [];
  const result = await context.origCommand([...parsed.arguments, ...extra]);
  if (!parsed.quietErrors) return result;
  const stderr = result.stderr.replace(/^.*(No such file or directory|Is a directory)\n/gm, "");
  return { ...result, stderr };
}

function normalise(given: readonly string[]): GrepArguments {
  const result: GrepArguments = { arguments: [], withFilename: false, quietErrors: false };
  const kept = result.arguments;
  for (let index = 0; index < given.length; index += 1) {
    const argument = given[index] as string;
    if (argument === "--") {
      kept.push(...given.slice(index));
      break;
    }
    if (argument === "--with-filename") result.withFilename = true;
    else if (argument === "--no-messages") result.quietErrors = true;
    else if (/^--(color|colour|binary-files)(=|$)/.test(argument) || argument === "--text") continue;
    else if (LONG_WITH_VALUE.has(argument) && index + 1 < given.length) {
      index += 1;
      kept.push(`${argument}=${given[index]}`);
    } else if (/^-[A-Za-z]/.test(argument)) {
      const { cluster, takesNext } = shortOptions(argument, result);
      if (cluster !== "-") kept.push(cluster);
      if (takesNext && index + 1 < given.length) {
        index += 1;
        kept.push(given[index] as string);
      }
    } else kept.push(argument);
  }
  return result;
}

function shortOptions(argument: string, result: GrepArguments): { cluster: string; takesNext: boolean } {
  let cluster = "-";
  for (let at = 1; at < argument.length; at += 1) {
    const option = argument[at] as string;
    if (WITH_VALUE.has(option)) {
      const value = argument.slice(at + 1);
      return { cluster: cluster + option + value, takesNext: value === "" };
    }
    if (option === "H") result.withFilename = true;
    else if (option === "s") result.quietErrors = true;
    else if (option !== "I" && option !== "a") cluster += option;
  }
  return { cluster, takesNext: false };
}
