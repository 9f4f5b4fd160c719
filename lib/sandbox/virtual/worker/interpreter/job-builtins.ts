import type { BackgroundProcess } from "./background-process";
import { builtinFailed, printed } from "./builtin-outcome";
import type { InterpreterContext, Outcome } from "./interpreter";
import { orStopped, processesOf } from "./process-table";
import { signalNumber } from "./signals";

interface Job {
  number: number;
  process: BackgroundProcess;
}

/** The background commands of this very shell. */
function jobsOf(context: InterpreterContext): Job[] {
  const processes = processesOf(context);
  return (context.state.jobs ?? []).flatMap((id, index) => {
    const process = processes.get(id);
    return process === undefined || process.disowned ? [] : [{ number: index + 1, process }];
  });
}

/** A new job takes the number after the last one that is not forgotten. */
export function addJob(context: InterpreterContext, id: number): void {
  const processes = processesOf(context);
  const jobs = [...(context.state.jobs ?? [])];
  while (jobs.length > 0 && processes.get(jobs.at(-1) ?? 0)?.told) jobs.pop();
  context.state.jobs = [...jobs, id];
}

/** `%1`, `%%`, `%+`, `%-`, `%name`, `%?text`. */
export function findJob(context: InterpreterContext, specification: string): BackgroundProcess | undefined {
  const jobs = jobsOf(context).filter(({ process }) => process.exitCode === undefined || !process.told);
  const name = specification.slice(1);
  if (name === "" || name === "%" || name === "+") return jobs.at(-1)?.process;
  if (name === "-") return (jobs.at(-2) ?? jobs.at(-1))?.process;
  if (/^\d+$/.test(name)) return jobs.find(({ number }) => number === Number(name))?.process;
  const fits = name.startsWith("?")
    ? (command: string) => command.includes(name.slice(1))
    : (command: string) => command.startsWith(name);
  return jobs.find(({ process }) => fits(process.command))?.process;
}

/** Waiting ends early when a signal with a trap comes for this shell. */
async function waitFor(context: InterpreterContext, process: BackgroundProcess): Promise<number> {
  await orStopped(context.state.signal, process.ended);
  process.told = true;
  return process.exitCode ?? 0;
}

/** What the commands that were waited for have printed, when somebody reads it. */
function withPrinted(context: InterpreterContext, exitCode: number, stderr = ""): Outcome {
  const given = context.capture?.take() ?? { stdout: "", stderr: "" };
  return { stdout: given.stdout, stderr: given.stderr + stderr, exitCode };
}

export async function wait(context: InterpreterContext, given: readonly string[]): Promise<Outcome> {
  const targets = [...given];
  let next = false;
  let variable: string | undefined;
  while (targets[0]?.startsWith("-")) {
    const option = targets.shift();
    if (option === "-n") next = true;
    else if (option === "-p") variable = targets.shift();
    else if (option === "-f") continue;
    else if (option === "--") break;
    else return builtinFailed("wait", `${option}: invalid option`, 2);
  }
  if (targets.length === 0 && !next) {
    for (const { process } of jobsOf(context)) await waitFor(context, process);
    return withPrinted(context, 0);
  }
  const processes: BackgroundProcess[] = [];
  let exitCode = 127;
  let stderr = "";
  for (const target of targets) {
    const process = target.startsWith("%") ? findJob(context, target) : childOf(context, target);
    if (process !== undefined) processes.push(process);
    else if (target.startsWith("%")) stderr += `bash: wait: ${target}: no such job\n`;
    else if (/^\d+$/.test(target)) stderr += `bash: wait: pid ${target} is not a child of this shell\n`;
    else return builtinFailed("wait", `\`${target}': not a pid or valid job spec`, 1);
    if (process === undefined) exitCode = 127;
    else if (!next) exitCode = await waitFor(context, process);
  }
  if (!next) return withPrinted(context, exitCode, stderr);
  const candidates = targets.length > 0 ? processes : jobsOf(context).map(({ process }) => process);
  const open = candidates.filter((process) => !process.told);
  if (open.length === 0) return withPrinted(context, 127, stderr);
  await orStopped(context.state.signal, Promise.race(open.map(({ ended }) => ended)));
  const first = open.find((process) => process.exitCode !== undefined) as BackgroundProcess;
  first.told = true;
  if (variable !== undefined) context.state.env.set(variable, String(first.id));
  return withPrinted(context, first.exitCode ?? 0, stderr);
}

function childOf(context: InterpreterContext, target: string): BackgroundProcess | undefined {
  const process = processesOf(context).get(Number(target));
  return process?.parentId === context.state.bashPid ? process : undefined;
}

export function jobs(context: InterpreterContext, given: readonly string[]): Outcome {
  const options = given.filter((argument) => argument.startsWith("-")).join("");
  const wrong = /[^-lnprs]/.exec(options);
  if (wrong !== null) return builtinFailed("jobs", `-${wrong[0]}: invalid option`, 2);
  const all = jobsOf(context).filter(({ process }) => !process.told);
  const current = all.at(-1)?.number;
  const previous = all.at(-2)?.number;
  const wanted = given.filter((argument) => argument.startsWith("%"));
  let text = "";
  for (const { number, process } of all) {
    if (wanted.length > 0 && !wanted.some((one) => findJob(context, one) === process)) continue;
    const running = process.exitCode === undefined;
    if ((options.includes("r") && !running) || options.includes("s")) continue;
    if (options.includes("p")) {
      text += `${process.id}\n`;
      continue;
    }
    const mark = number === current ? "+" : number === previous ? "-" : " ";
    const id = options.includes("l") ? `${process.id} ` : "";
    text += `[${number}]${mark}  ${id}${stateOf(process).padEnd(24)}${process.command}${running ? " &" : ""}\n`;
  }
  for (const { process } of all) if (process.exitCode !== undefined) process.told = true;
  return printed(text);
}

function stateOf(process: BackgroundProcess): string {
  if (process.exitCode === undefined) return "Running";
  if (process.signalName === "TERM") return "Terminated";
  if (process.signalName === "KILL") return "Killed";
  if (process.signalName !== undefined) return `Signal ${signalNumber(process.signalName)}`;
  return process.exitCode === 0 ? "Done" : `Exit ${process.exitCode}`;
}

export function disown(context: InterpreterContext, given: readonly string[]): Outcome {
  const targets = given.filter((argument) => !argument.startsWith("-"));
  const all = given.includes("-a") || given.includes("-r");
  if (targets.length === 0 && !all) targets.push("%%");
  let stderr = "";
  for (const target of targets) {
    const process = target.startsWith("%") ? findJob(context, target) : childOf(context, target);
    if (process === undefined) stderr += `bash: disown: ${target === "%%" ? "current" : target}: no such job\n`;
    else process.disowned = true;
  }
  if (all) for (const { process } of jobsOf(context)) process.disowned = true;
  return { stdout: "", stderr, exitCode: stderr === "" ? 0 : 1 };
}
