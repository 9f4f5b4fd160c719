import { readToTheEnd } from "./capture";
import { type InterpreterContext, isAbort, isExit, type Outcome, type OutputError, parts } from "./interpreter";
import { processesOf } from "./process-table";
import { signalNumber } from "./signals";
import { afterExit, runAction, runPending } from "./traps";

/** Runs the commands of one shell to its end: `exit` is its outcome, then its EXIT trap runs. */
export async function runShell(context: InterpreterContext, run: () => Promise<Outcome>): Promise<Outcome> {
  let outcome: Outcome;
  try {
    outcome = await run();
  } catch (error) {
    if (isAbort(error)) outcome = await afterKill(context, error);
    else if (isExit(error)) outcome = { stdout: error.stdout, stderr: error.stderr, exitCode: error.exitCode };
    else throw error;
  }
  return afterExit(context, await afterSignals(context, outcome));
}

/**
 * A shell that a signal stopped runs its trap for it and then the one for its end, as bash does; without either it ends as it was
 * stopped. What it was about to do after its trap is not taken up again.
 */
async function afterKill(context: InterpreterContext, error: OutputError): Promise<Outcome> {
  const { traps, signal } = context.state;
  const name = signal?.killedBy;
  const number = name === undefined || name === "KILL" ? undefined : signalNumber(name);
  if (name === undefined || number === undefined || signal?.absorb === undefined) throw error;
  const action = traps?.get(name);
  if (action === "") signal.ignore?.();
  if (!action && !traps?.get("EXIT")) throw error;
  signal.absorb();
  const before = { stdout: error.stdout, stderr: error.stderr, exitCode: 128 + number };
  if (!action) return before;
  try {
    const { stdout, stderr } = await runAction(context, action);
    return { stdout: before.stdout + stdout, stderr: before.stderr + stderr, exitCode: before.exitCode };
  } catch (ended) {
    if (!isExit(ended)) throw ended;
    return { stdout: before.stdout + ended.stdout, stderr: before.stderr + ended.stderr, exitCode: ended.exitCode };
  }
}

async function afterSignals(context: InterpreterContext, outcome: Outcome): Promise<Outcome> {
  if (context.state.pendingSignals === undefined) return outcome;
  let { stdout, stderr } = { stdout: parts().text(outcome), stderr: outcome.stderr };
  let { exitCode } = outcome;
  try {
    await runPending(context, (more) => {
      stdout += parts().text(more);
      stderr += more.stderr;
    });
  } catch (error) {
    if (!isExit(error)) throw error;
    stdout += error.stdout;
    stderr += error.stderr;
    exitCode = error.exitCode;
  }
  return { stdout, stderr, exitCode };
}

const DEEPEST_SUBSHELL = 200;

/** `( … )` and scripts that are run by their name: traps and jobs of the outer shell are not theirs. */
export async function runSubshell(context: InterpreterContext, run: () => Promise<Outcome>): Promise<Outcome> {
  const { state } = context;
  state.traps = state.traps?.inSubshell(state.options);
  state.jobs = undefined;
  // The interpreter puts the old value back together with the rest of the outer shell.
  state.subshellDepth = (state.subshellDepth ?? 0) + 1;
  if (state.subshellDepth > DEEPEST_SUBSHELL) {
    throw parts().limit(`more than ${DEEPEST_SUBSHELL} subshells within each other`, "recursion");
  }
  return runShell(context, run);
}

/**
 * A whole command line (`main`), or one that a command runs: it ends when its background commands have ended, as it does for
 * somebody who reads its output from a pipe.
 */
export async function runWhole(
  context: InterpreterContext,
  run: () => Promise<Outcome>,
  main: boolean,
): Promise<Outcome> {
  const processes = processesOf(context);
  if (main) processes.main = context;
  const { capture } = context;
  if (capture !== undefined) return readToTheEnd(context, capture, () => runShell(context, run));
  const outcome = await runShell(context, run);
  if (main) {
    await processes.waitForAll(context.state.signal);
    processes.refuseOverrun();
  }
  return outcome;
}
