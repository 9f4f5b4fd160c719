import type { Command } from "just-bash/browser";
import { parseOptions } from "../tool/parse-options";
import { helpHint, quoted } from "../tool/quoted";
import { toolCommand } from "../tool/tool-command";
import { ToolFailure } from "../tool/tool-failure";
import { runProgram } from "./run-program";
import { splitWords } from "./split-words";

const OWN_FAILURE = 125;

/** `env [-i] [-u NAME] [-0] [-C DIR] [-S TEXT] [NAME=VALUE…] [COMMAND [ARG…]]` */
const env: Command = toolCommand("env", async (given, context) => {
  const parsed = parseOptions(await spreadOut(given, context.env), {
    name: "env",
    short: "iu:0C:v",
    long: {
      "ignore-environment": "i",
      "unset=": "u",
      null: "0",
      "chdir=": "C",
      debug: "v",
      "default-signal=?": "signal",
      "ignore-signal=?": "signal",
      "block-signal=?": "signal",
    },
    usageExitCode: OWN_FAILURE,
    stopAtOperand: true,
  });
  if (parsed.has("signal", "v")) {
    throw new ToolFailure("the options for signals and -v are not supported in the embedded shell", OWN_FAILURE);
  }
  let { operands } = parsed;
  const empty = parsed.has("i") || operands[0] === "-";
  if (operands[0] === "-") operands = operands.slice(1);
  const variables = new Map(empty ? [] : Object.entries(context.exportedEnv ?? {}));
  for (const name of parsed.values("u")) {
    if (name === "" || name.includes("="))
      throw new ToolFailure(`cannot unset ${quoted(name)}: Invalid argument`, OWN_FAILURE);
    variables.delete(name);
  }
  let at = 0;
  for (; operands[at]?.includes("="); at += 1) {
    const [name = "", ...value] = (operands[at] as string).split("=");
    variables.set(name, value.join("="));
  }
  const words = operands.slice(at);
  const directory = parsed.value("C");
  if (words.length === 0) {
    if (directory !== undefined)
      throw new ToolFailure(`must specify command with --chdir (-C)\n${helpHint("env")}`, OWN_FAILURE);
    const end = parsed.has("0") ? "\0" : "\n";
    const stdout = [...variables].map(([name, value]) => `${name}=${value}${end}`).join("");
    return { stdout, stderr: "", exitCode: 0 };
  }
  if (parsed.has("0"))
    throw new ToolFailure(`cannot specify --null (-0) with command\n${helpHint("env")}`, OWN_FAILURE);
  const cwd = context.fs.resolvePath(context.cwd, directory ?? ".");
  const stat = await context.fs.stat(cwd).catch(() => undefined);
  if (stat?.isDirectory !== true) {
    throw new ToolFailure(
      `cannot change directory to ${quoted(directory ?? "")}: ${stat === undefined ? "No such file or directory" : "Not a directory"}`,
      OWN_FAILURE,
    );
  }
  return runProgram("env", words, context, { env: variables, cwd });
});

/** The words of `-S`, in its place. */
async function spreadOut(given: readonly string[], variables: ReadonlyMap<string, string>): Promise<string[]> {
  for (const [index, argument] of given.entries()) {
    const attached = /^(?:-[iv0]*S|--split-string=)(.+)$/s.exec(argument)?.[1];
    const apart = /^(?:-[iv0]*S|--split-string)$/.test(argument) ? given[index + 1] : undefined;
    const flags = /^-([iv0]+)S/.exec(argument)?.[1];
    const text = attached ?? apart;
    if (text === undefined) {
      if (!argument.startsWith("-") || argument === "-") break;
      if (argument === "-u" || argument === "-C")
        return [...given.slice(0, index + 2), ...(await spreadOut(given.slice(index + 2), variables))];
      continue;
    }
    const rest = given.slice(index + (attached === undefined ? 2 : 1));
    return [
      ...given.slice(0, index),
      ...(flags === undefined ? [] : [`-${flags}`]),
      ...splitWords(text, variables),
      ...rest,
    ];
  }
  return [...given];
}

/** `printenv [-0] [NAME…]` */
const printenv: Command = toolCommand("printenv", async (given, context) => {
  const parsed = parseOptions(given, {
    name: "printenv",
    short: "0",
    long: { null: "0" },
    usageExitCode: 2,
    stopAtOperand: true,
  });
  const exported = context.exportedEnv ?? {};
  const end = parsed.has("0") ? "\0" : "\n";
  const { operands } = parsed;
  if (operands.length === 0) {
    const stdout = Object.entries(exported)
      .map(([name, value]) => `${name}=${value}${end}`)
      .join("");
    return { stdout, stderr: "", exitCode: 0 };
  }
  const found = operands.filter((name) => exported[name] !== undefined);
  const stdout = found.map((name) => exported[name] + end).join("");
  return { stdout, stderr: "", exitCode: found.length === operands.length ? 0 : 1 };
});

export const environmentCommands: Command[] = [env, printenv];
