import type { Command } from "just-bash/browser";
import { parseOptions } from "../tool/parse-options";
import { helpHint, quoted } from "../tool/quoted";
import { toolCommand } from "../tool/tool-command";
import { ToolFailure } from "../tool/tool-failure";
import { runProgram } from "./run-program";

const OWN_FAILURE = 125;

/** `nice [-n N] [COMMAND…]`: there is one process, so it runs as it would without. */
const nice: Command = toolCommand("nice", async (given, context) => {
  const parsed = parseOptions(given, {
    name: "nice",
    short: "n:",
    long: { "adjustment=": "n" },
    digits: true,
    usageExitCode: OWN_FAILURE,
    stopAtOperand: true,
  });
  const adjustment = parsed.value("n") ?? "10";
  if (!/^[+-]?\d+$/.test(adjustment)) throw new ToolFailure(`invalid adjustment ${quoted(adjustment)}`, OWN_FAILURE);
  if (parsed.operands.length > 0) return runProgram("nice", parsed.operands, context);
  if (parsed.has("n"))
    throw new ToolFailure(`a command must be given with an adjustment\n${helpHint("nice")}`, OWN_FAILURE);
  return { stdout: "0\n", stderr: "", exitCode: 0 };
});

/** `nohup COMMAND…`: nothing hangs up here, and output that is no terminal's stays where it goes. */
const nohup: Command = toolCommand("nohup", async (given, context) => {
  const { operands } = parseOptions(given, {
    name: "nohup",
    short: "",
    usageExitCode: OWN_FAILURE,
    stopAtOperand: true,
  });
  if (operands.length === 0) throw new ToolFailure(`missing operand\n${helpHint("nohup")}`, OWN_FAILURE);
  return runProgram("nohup", operands, context);
});

/** `stdbuf -i MODE -o MODE -e MODE COMMAND…`: what a command prints is shown at once in any mode. */
const stdbuf: Command = toolCommand("stdbuf", async (given, context) => {
  const parsed = parseOptions(given, {
    name: "stdbuf",
    short: "i:o:e:",
    long: { "input=": "i", "output=": "o", "error=": "e" },
    usageExitCode: OWN_FAILURE,
    stopAtOperand: true,
  });
  if (parsed.operands.length === 0) throw new ToolFailure(`missing operand\n${helpHint("stdbuf")}`, OWN_FAILURE);
  if (parsed.options.length === 0) {
    throw new ToolFailure(`you must specify a buffering mode option\n${helpHint("stdbuf")}`, OWN_FAILURE);
  }
  return runProgram("stdbuf", parsed.operands, context);
});

/** Commands that run another one, in a way that makes no difference here. */
export const wrappingCommands: Command[] = [nice, nohup, stdbuf];
