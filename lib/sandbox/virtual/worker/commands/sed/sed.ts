import { readFailure } from "../command-input";
import { RegexTooCostly } from "../regex/posix-regex";
import { parseOptions } from "../tool/parse-options";
import { type ToolRun, textTool } from "../tool/text-tool";
import { ToolFailure } from "../tool/tool-failure";
import { SedParser } from "./parse-sed";
import { type SedInput, SedMachine, type SedSettings } from "./sed-machine";

const USAGE = "Usage: sed [OPTION]... {script-only-if-no-other-script} [input-file]...\n";

export const sed = textTool("sed", async (run, given) => {
  try {
    await runSed(run, given);
  } catch (error) {
    if (error instanceof RegexTooCostly) throw new ToolFailure(error.message, 1);
    throw error;
  }
});

async function runSed(run: ToolRun, given: string[]): Promise<void> {
  const { options, operands } = parseOptions(given, {
    name: "sed",
    short: "ne:f:Eri::szul:b",
    long: {
      quiet: "n",
      silent: "n",
      "expression=": "e",
      "file=": "f",
      "regexp-extended": "E",
      "in-place=?": "i",
      separate: "s",
      "null-data": "z",
      unbuffered: "u",
      "line-length=": "l",
      posix: "posix",
      sandbox: "sandbox",
      debug: "debug",
      "follow-symlinks": "follow-symlinks",
      binary: "b",
      version: "version",
      help: "help",
    },
    hint: USAGE.trimEnd(),
  });
  const settings: SedSettings = { quiet: false, lineEnd: "\n", posix: false, sandboxed: false, wrap: 70 };
  const scripts: { text: string; where: string }[] = [];
  let extended = false;
  let separate = false;
  let inPlace: string | undefined;
  for (const { name, value } of options) {
    if (name === "n") settings.quiet = true;
    else if (name === "e") scripts.push({ text: value, where: `-e expression #${scripts.length + 1}` });
    else if (name === "f") scripts.push({ text: await scriptFile(run, value), where: `file ${value} line 1` });
    else if (name === "E" || name === "r") extended = true;
    else if (name === "i") inPlace = value;
    else if (name === "s") separate = true;
    else if (name === "z") settings.lineEnd = "\0";
    else if (name === "l") settings.wrap = Number(value);
    else if (name === "posix") settings.posix = true;
    else if (name === "sandbox") settings.sandboxed = true;
    else if (name === "version") {
      run.print("sed (GNU sed) 4.9, as this shell implements it\n");
      return;
    } else if (name === "help") {
      run.print(USAGE);
      return;
    } else if (name === "debug") throw new ToolFailure("option not supported: --debug", 1);
  }
  if (scripts.length === 0) {
    const script = operands.shift();
    if (script === undefined) {
      run.warn(USAGE);
      run.exitCode = 1;
      return;
    }
    scripts.push({ text: script, where: "-e expression #1" });
  }
  const parser = new SedParser(extended);
  // A script part that ends in a backslash goes on in the next, as `-e 'a\' -e text` does.
  const joined: { text: string; where: string }[] = [];
  for (const script of scripts) {
    const last = joined.at(-1);
    if (last?.text.endsWith("\\")) last.text += `\n${script.text}`;
    else joined.push({ ...script });
  }
  for (const { text, where } of joined) {
    if (text.startsWith("#n\n") && where.includes("#1")) settings.quiet = true;
    parser.add(text, where);
  }
  const machine = new SedMachine(run, parser.finish(), settings);
  if (inPlace !== undefined) await editInPlace(run, machine, operands, inPlace, settings);
  else {
    const inputs = await readInputs(run, operands.length === 0 ? ["-"] : operands, settings);
    if (separate) {
      for (const input of inputs) {
        const { output, finished } = await machine.process([input]);
        run.print(output);
        if (!finished) break;
        machine.restartNumbers();
      }
    } else run.print((await machine.process(inputs)).output);
  }
  await machine.writeFiles();
  run.exitCode = machine.exitCode === 0 ? run.exitCode : machine.exitCode;
}

async function scriptFile(run: ToolRun, name: string): Promise<string> {
  try {
    return await run.read(name);
  } catch (error) {
    throw new ToolFailure(`couldn't open file ${name}: ${readFailure(error)}`, 1);
  }
}

async function readInputs(run: ToolRun, names: readonly string[], settings: SedSettings): Promise<SedInput[]> {
  const inputs: SedInput[] = [];
  for (const name of names) {
    const input = await readInput(run, name, settings, "read");
    if (input !== undefined) inputs.push(input);
  }
  return inputs;
}

async function readInput(
  run: ToolRun,
  name: string,
  settings: SedSettings,
  purpose: "read" | "edit",
): Promise<SedInput | undefined> {
  let text: string;
  try {
    text = await run.read(name);
  } catch (error) {
    const reason = readFailure(error);
    if (reason === "Is a directory") {
      run.complain(
        purpose === "edit" ? `couldn't edit ${name}: not a regular file` : `read error on ${name}: ${reason}`,
        4,
      );
    } else run.complain(`can't read ${name}: ${reason}`, 2);
    return undefined;
  }
  const lines = text === "" ? [] : text.split(settings.lineEnd);
  const unended = lines.length > 0 && lines.at(-1) !== "";
  if (!unended) lines.pop();
  return { lines, unended, name };
}

async function editInPlace(
  run: ToolRun,
  machine: SedMachine,
  names: readonly string[],
  suffix: string,
  settings: SedSettings,
): Promise<void> {
  if (names.length === 0) throw new ToolFailure("no input files", 1);
  for (const name of names) {
    const input = await readInput(run, name, settings, "edit");
    if (input === undefined) continue;
    const { output, finished } = await machine.process([input]);
    try {
      if (suffix !== "") await run.context.fs.cp(run.path(name), run.path(backupName(name, suffix)));
      await run.write(name, output);
    } catch (error) {
      throw new ToolFailure(`couldn't open temporary file for ${name}: ${readFailure(error)}`, 4);
    }
    if (!finished) return;
    machine.restartNumbers();
  }
}

/** `file` with the suffix, or where the suffix has `*`, with that replaced by the file's name. */
function backupName(name: string, suffix: string): string {
  if (!suffix.includes("*")) return name + suffix;
  const slash = name.lastIndexOf("/");
  const backup = suffix.replaceAll("*", name.slice(slash + 1));
  return backup.includes("/") ? backup : name.slice(0, slash + 1) + backup;
}
