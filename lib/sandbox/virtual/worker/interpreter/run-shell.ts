import { readToTheEnd } from "./capture";
import { type InterpreterContext, isExit, type Outcome, parts } from "./interpreter";
import { processesOf } from "./process-table";
import { afterExit, runPending } from "./traps";

/** Runs the commands of one shell to its end: `exit` is its outcome, then its EXIT trap runs. */
export async function runShell(context: InterpreterContext, run: () => Promise<Outcome>): Promise<Outcome> {
  let outcome: Outcome;
  try {
    outcome = await run();
  } catch (error) {
    if (!isExit(error)) throw error;
    const { stdout, stderr, exitCode } = error;
    outcome = { stdout, stderr, exitCode };
  }
  return afterExit(context, await afterSignals(context, outcome));
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
