import { builtinFailed, printed } from "./builtin-outcome";
import { type InterpreterContext, type Outcome, parts } from "./interpreter";
import { findJob } from "./job-builtins";
import { processesOf } from "./process-table";
import { signalName, signalNumber, signalTable } from "./signals";

export function kill(context: InterpreterContext, given: readonly string[]): Outcome {
  const targets = [...given];
  let signal: string | undefined = "TERM";
  const option = targets[0] ?? "";
  if (option === "-l" || option === "-L") return list(targets.slice(1));
  if (option === "-s" || option === "-n") {
    targets.shift();
    const name = targets.shift();
    if (name === undefined) return builtinFailed("kill", `${option}: option requires an argument`, 2);
    signal = name === "0" ? "0" : signalName(name);
    if (signal === undefined) return builtinFailed("kill", `${name}: invalid signal specification`);
  } else if (option === "--") targets.shift();
  else if (/^-./.test(option)) {
    targets.shift();
    signal = option === "-0" ? "0" : signalName(option.slice(1));
    if (signal === undefined) return builtinFailed("kill", `${option.slice(1)}: invalid signal specification`);
  }
  if (targets[0] === "--") targets.shift();
  if (targets.length === 0) {
    return builtinFailed(
      "kill",
      "usage: kill [-s sigspec | -n signum | -sigspec] pid | jobspec ... or kill -l [sigspec]",
      2,
    );
  }
  const failures = targets.map((target) => send(context, target, signal ?? "TERM")).filter((text) => text !== "");
  return { stdout: "", stderr: failures.join(""), exitCode: failures.length < targets.length ? 0 : 1 };
}

/** The empty text, or why it could not be sent. */
function send(context: InterpreterContext, target: string, signal: string): string {
  const { state } = context;
  if (target.startsWith("%")) {
    const job = findJob(context, target);
    if (job === undefined) return `bash: kill: ${target}: no such job\n`;
    if (signal !== "0") job.kill(signal);
    return "";
  }
  if (!/^-?\d+$/.test(target)) return `bash: kill: ${target}: arguments must be process or job IDs\n`;
  const id = Math.abs(Number(target));
  if (id === state.bashPid || id === state.virtualPid || id === 0) {
    if (signal !== "0") signalShell(context, id, signal);
    return "";
  }
  const process = processesOf(context).get(id);
  if (process === undefined || process.exitCode !== undefined) {
    return `bash: kill: (${target}) - No such process\n`;
  }
  if (signal !== "0") process.kill(signal);
  return "";
}

const IGNORED_BY_DEFAULT = new Set(["CHLD", "CONT", "URG", "WINCH"]);

function signalShell(context: InterpreterContext, id: number, signal: string): void {
  const { state } = context;
  const main = processesOf(context).main ?? context;
  const itself = id === state.bashPid || (main === context && state.bashPid === state.virtualPid);
  const target = itself ? state : main.state;
  const action = signal === "KILL" ? undefined : target.traps?.get(signal);
  if (action === "" || (action === undefined && IGNORED_BY_DEFAULT.has(signal))) return;
  if (action === undefined && itself) throw parts().exit(128 + (signalNumber(signal) ?? 15));
  target.pendingSignals = [...(target.pendingSignals ?? []), signal];
}

function list(wanted: readonly string[]): Outcome {
  if (wanted.length === 0) return printed(signalTable());
  let stdout = "";
  for (const one of wanted) {
    const number = /^\d+$/.test(one) && Number(one) > 128 ? String(Number(one) - 128) : one;
    const name = signalName(number);
    if (name === undefined) return builtinFailed("kill", `${one}: invalid signal specification`);
    stdout += `${/^\d+$/.test(one) ? name : signalNumber(name)}\n`;
  }
  return printed(stdout);
}
