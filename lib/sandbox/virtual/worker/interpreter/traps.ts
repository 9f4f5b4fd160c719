import { type InterpreterContext, isExit, type Outcome, parts } from "./interpreter";
import { processesOf } from "./process-table";
import { signalName, signalNumber } from "./signals";

/** What a shell has been told to do at its end, at an error, or for a signal; an empty text ignores the signal. */
export class Traps {
  private readonly actions = new Map<string, string>();
  /** Whether the ERR trap runs: it does not run for itself. */
  running = false;

  get(name: string): string | undefined {
    return this.actions.get(name);
  }

  set(name: string, action: string): void {
    this.actions.set(name, action);
  }

  remove(name: string): void {
    this.actions.delete(name);
  }

  /** In the order in which bash prints them. */
  entries(): [string, string][] {
    return [...this.actions].sort(([left], [right]) => order(left) - order(right));
  }

  /** Only what is ignored is inherited, and the ERR trap where `set -E` says so. */
  inSubshell(options: Readonly<Record<string, boolean>>): Traps {
    const inherited = new Traps();
    for (const [name, action] of this.actions) {
      if (action === "" || (name === "ERR" && options.errtrace)) inherited.set(name, action);
    }
    return inherited;
  }
}

function order(name: string): number {
  return name === "EXIT" ? 0 : (signalNumber(name) ?? 100);
}

/** `EXIT`, `ERR`, `DEBUG`, `RETURN`, or the name of a signal. */
export function trapName(given: string): string | undefined {
  const upper = given.toUpperCase();
  if (given === "0" || upper === "EXIT") return "EXIT";
  if (upper === "ERR" || upper === "DEBUG" || upper === "RETURN") return upper;
  return signalName(given);
}

/** Runs an action; `$?` is the same before and after it. */
export async function runAction(context: InterpreterContext, action: string): Promise<Outcome> {
  const { state } = context;
  const before = { code: state.lastExitCode, text: state.env.get("?"), line: state.currentLine };
  state.trapDepth = (state.trapDepth ?? 0) + 1;
  const outcome = await context.executeLive(parts().parse(action)).finally(() => {
    state.trapDepth = (state.trapDepth ?? 1) - 1;
  });
  state.lastExitCode = before.code;
  state.currentLine = before.line;
  if (before.text !== undefined) state.env.set("?", before.text);
  return outcome;
}

/** What an EXIT trap adds to the outcome of its shell. */
export async function afterExit(context: InterpreterContext, outcome: Outcome): Promise<Outcome> {
  const traps = context.state.traps;
  const action = traps?.get("EXIT");
  if (traps === undefined || action === undefined || action === "") return outcome;
  traps.remove("EXIT");
  const { state } = context;
  state.lastExitCode = outcome.exitCode;
  state.env.set("?", String(outcome.exitCode));
  state.options.errexit = false;
  try {
    return joined(outcome, await runAction(context, action), outcome.exitCode);
  } catch (error) {
    if (!isExit(error)) throw error;
    return joined(outcome, { stdout: error.stdout, stderr: error.stderr, exitCode: error.exitCode }, error.exitCode);
  }
}

function joined(first: Outcome, second: Outcome, exitCode: number): Outcome {
  return {
    stdout: parts().text(first) + parts().text(second),
    stderr: first.stderr + second.stderr,
    exitCode,
  };
}

/** The traps of signals that have come since the last command. */
export async function runPending(context: InterpreterContext, add: (outcome: Outcome) => void): Promise<void> {
  const { state } = context;
  // `$$` is the main shell also within its subshells; it hears a signal when they have ended.
  if (processesOf(context).main === context && state.bashPid !== state.virtualPid) return;
  while (state.pendingSignals !== undefined && state.pendingSignals.length > 0) {
    const [name = "", ...rest] = state.pendingSignals;
    state.pendingSignals = rest;
    const action = state.traps?.get(name);
    if (action === undefined) throw parts().exit(128 + (signalNumber(name) ?? 15));
    if (action !== "") add(await runAction(context, action));
  }
}

const FAILS_BY_ITSELF = new Set(["SimpleCommand", "Subshell", "ArithmeticCommand", "ConditionalCommand"]);

/** The ERR trap, for a statement that failed where `set -e` would end the script. */
export async function afterError(
  context: InterpreterContext,
  pipeline: { commands: { type: string }[] } | undefined,
): Promise<Outcome | undefined> {
  const { state } = context;
  const { traps } = state;
  const action = traps?.get("ERR");
  if (traps === undefined || action === undefined || action === "" || traps.running) return undefined;
  if (state.callDepth > 0 && !state.options.errtrace) return undefined;
  const [command, second] = pipeline?.commands ?? [];
  if (command === undefined || (second === undefined && !FAILS_BY_ITSELF.has(command.type))) return undefined;
  traps.running = true;
  try {
    return await runAction(context, action);
  } finally {
    traps.running = false;
  }
}
