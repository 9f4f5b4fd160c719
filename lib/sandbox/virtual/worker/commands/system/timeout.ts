import type { ExecResult } from "just-bash/browser";
import { carriesOutput } from "../../interpreter/interpreter";
import { signalName, signalNumber } from "../../interpreter/signals";
import { parseOptions } from "../tool/parse-options";
import { helpHint, quoted } from "../tool/quoted";
import { toolCommand } from "../tool/tool-command";
import { ToolFailure } from "../tool/tool-failure";
import { afterWorking, durationOf } from "./duration";
import { LinkedStop } from "./linked-stop";
import { runProgram } from "./run-program";

const OWN_FAILURE = 125;
const TIMED_OUT = 124;
const BY_SIGNAL = 128;
const KILL = 9;

/**
 * `timeout [-s SIGNAL] [-k DURATION] [-v] [--preserve-status] [--foreground] DURATION COMMAND [ARG…]`. Whatever the signal,
 * the command ends at once, a shell after its traps for the signal and for its end, also one that ignores the signal: that
 * one exits as by KILL where `-k` would kill it later.
 */
export const timeout = toolCommand("timeout", async (given, context) => {
  const parsed = parseOptions(given, {
    name: "timeout",
    short: "k:s:v",
    long: {
      "kill-after=": "k",
      "signal=": "s",
      verbose: "v",
      "preserve-status": "preserve",
      foreground: "foreground",
    },
    usageExitCode: OWN_FAILURE,
    stopAtOperand: true,
  });
  const [limit, ...words] = parsed.operands;
  if (limit === undefined || words.length === 0) {
    const message = limit === undefined ? "missing operand" : `missing operand after ${quoted(limit)}`;
    throw new ToolFailure(`${message}\n${helpHint("timeout")}`, OWN_FAILURE);
  }
  for (const text of [parsed.value("k") ?? "0", limit]) {
    if (durationOf(text) === undefined) {
      throw new ToolFailure(`invalid time interval ${quoted(text)}\n${helpHint("timeout")}`, OWN_FAILURE);
    }
  }
  const signal = signalName(parsed.value("s") ?? "TERM");
  if (signal === undefined) {
    throw new ToolFailure(`${quoted(parsed.value("s") ?? "")}: invalid signal\n${helpHint("timeout")}`, OWN_FAILURE);
  }
  const milliseconds = durationOf(limit) as number;
  const isLimited = milliseconds !== 0 && milliseconds !== Number.POSITIVE_INFINITY;
  const stop = new LinkedStop(context.signal, isLimited ? milliseconds : undefined, signal);
  const callOff = isLimited ? afterWorking(milliseconds, () => stop.stop()) : () => {};
  let timedOut = false;
  let result: ExecResult;
  try {
    result = await runProgram("timeout", words, context, { signal: stop as unknown as AbortSignal });
    timedOut = stop.isOver;
  } catch (error) {
    timedOut = stop.isOver;
    if (!timedOut || context.signal?.aborted === true || !carriesOutput(error)) throw error;
    result = { stdout: error.stdout, stderr: error.stderr, exitCode: TIMED_OUT };
  } finally {
    callOff();
    stop.release();
  }
  if (!timedOut) return result;
  const code = stop.wasHeard ? result.exitCode : BY_SIGNAL + (signalNumber(signal) as number);
  const told = parsed.has("v") ? `timeout: sending signal ${signal} to command ${quoted(words[0] as string)}\n` : "";
  const killed = signal === "KILL" || (stop.wasIgnored && parsed.has("k"));
  return {
    ...result,
    stderr: result.stderr + told,
    exitCode: killed ? BY_SIGNAL + KILL : parsed.has("preserve") ? code : TIMED_OUT,
  };
});
