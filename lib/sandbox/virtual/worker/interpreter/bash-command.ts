import type { ExecResult, ResolvedCommandContext } from "just-bash/browser";
import { failed, succeeded } from "../commands/command-result";
import { textOfByteString } from "../commands/tool/lossless-text";
import { givenFunctions } from "./exported-functions";

const VERSION = "GNU bash, version 5.2.15(1)-release (x86_64-pc-linux-gnu)\n";
const SWITCHES = /^[abefhkmnptuvxBCEHPT]$/;
/** What changes nothing here: there is no terminal and no file that a shell reads when it starts. */
const NOTHING = new Set(["--norc", "--noprofile", "--login", "--noediting", "--verbose", "--debugger"]);

type ShellRun = Parameters<NonNullable<ResolvedCommandContext["exec"]>>[1] & { rawScript: true; scriptFile?: string };

interface Started {
  script: string;
  /** Where it was read, as it was called. */
  file?: string;
  name: string;
  parameters: string[];
  /** Whether the script is what standard input holds. */
  fromInput: boolean;
}

interface Options {
  /** Commands that set them, on one line. */
  settings: string;
  command: boolean;
  input: boolean;
  rest: string[];
}

/** `bash` and `sh`: a shell of its own over the same files. */
export async function bash(
  name: string,
  given: readonly string[],
  context: ResolvedCommandContext,
): Promise<ExecResult> {
  if (given[0] === "--version") return succeeded(VERSION);
  const options = readOptions(name, given);
  if (!("settings" in options)) return options;
  const started = await start(name, options, context);
  if (!("script" in started)) return started;
  const { script, name: called, parameters, fromInput } = started;
  const environment: Record<string, string> = { ...(context.exportedEnv ?? {}) };
  const functions = givenFunctions(environment);
  Object.assign(environment, {
    IFS: " \t\n",
    PWD: context.cwd,
    0: called,
    "#": String(parameters.length),
    "@": parameters.join(" "),
  });
  environment["*"] = parameters.join(" ");
  for (const [index, value] of parameters.entries()) environment[String(index + 1)] = value;
  const source = withSettings(functions + options.settings, script);
  const run: ShellRun = {
    env: environment,
    replaceEnv: true,
    cwd: context.cwd,
    signal: context.signal,
    rawScript: true,
    scriptFile: started.file,
  };
  // A script from standard input has taken all of it.
  if (!fromInput && context.execWithInheritedStdin !== undefined) return context.execWithInheritedStdin(source, run);
  const { exec } = context;
  if (exec === undefined) return failed(name, "cannot start another shell here", 126);
  const stdin = fromInput ? "" : (context.stdin as unknown as string);
  return exec(source, { ...run, stdin, stdinKind: "bytes" });
}

/** On the first line that is no comment of the kernel's, so that lines keep their numbers. */
function withSettings(settings: string, script: string): string {
  return script.startsWith("#!") ? script.replace(/^[^\n]*/, settings) : settings + script;
}

async function start(name: string, options: Options, context: ResolvedCommandContext): Promise<Started | ExecResult> {
  const [first, ...others] = options.rest;
  if (options.command) {
    if (first === undefined) return failed(name, "-c: option requires an argument", 2);
    const [called = name, ...parameters] = others;
    return { script: first, name: called, parameters, fromInput: false };
  }
  if (options.input || first === undefined) {
    const script = textOfByteString(context.stdin as unknown as string);
    return { script, name, parameters: options.rest, fromInput: true };
  }
  const path = context.fs.resolvePath(context.cwd, first);
  try {
    if ((await context.fs.stat(path)).isDirectory) return failed(name, `${first}: Is a directory`, 126);
    return { script: await context.fs.readFile(path), file: first, name: first, parameters: others, fromInput: false };
  } catch {
    return failed(name, `${first}: No such file or directory`, 127);
  }
}

function readOptions(name: string, given: readonly string[]): Options | ExecResult {
  const rest = [...given];
  const options: Options = { settings: "", command: false, input: false, rest };
  while (/^[-+]./.test(rest[0] ?? "") || rest[0] === "-") {
    const word = rest.shift() as string;
    if (word === "--" || word === "-") break;
    if (word.startsWith("--")) {
      if (word === "--posix") options.settings += "set -o posix; ";
      else if (word === "--rcfile" || word === "--init-file") rest.shift();
      else if (!NOTHING.has(word)) return failed(name, `${word}: invalid option`, 2);
      continue;
    }
    const sign = word[0] as string;
    for (const letter of word.slice(1)) {
      if (letter === "c") options.command = true;
      else if (letter === "s") options.input = true;
      else if (letter === "i" || letter === "l") continue;
      else if (letter === "o" || letter === "O") {
        const value = rest.shift();
        if (value === undefined) return failed(name, `${sign}${letter}: option requires an argument`, 2);
        options.settings +=
          letter === "o" ? `set ${sign}o ${value}; ` : `shopt -${sign === "-" ? "s" : "u"} ${value}; `;
      } else if (SWITCHES.test(letter)) options.settings += `set ${sign}${letter}; `;
      else return failed(name, `${sign}${letter}: invalid option`, 2);
    }
  }
  return options;
}
