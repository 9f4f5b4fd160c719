import { carriesOutput, type InterpreterContext, type Outcome, parts } from "./interpreter";
import { processesOf } from "./process-table";

/** A reader of output: $( ), the next command of a pipe, a redirection, a command that runs another one. */
export class Capture {
  /** What background commands have printed since somebody asked. */
  private stdout = "";
  private stderr = "";

  add(outcome: Pick<Outcome, "stdout" | "stderr">): void {
    this.stdout += outcome.stdout;
    this.stderr += outcome.stderr;
  }

  take(): { stdout: string; stderr: string } {
    const { stdout, stderr } = this;
    this.stdout = "";
    this.stderr = "";
    return { stdout, stderr };
  }
}

const TO_A_READER = new Set([">", ">>", ">|", "&>", "&>>", ">&", "<>"]);

interface Redirection {
  operator: string;
  fdVariable?: string;
}

/** Runs what somebody reads: nothing of it is sent, and the reader waits also for the background commands that write to it. */
export async function captured(context: InterpreterContext, run: () => Promise<Outcome>): Promise<Outcome> {
  const { live, capture } = context;
  const reader = new Capture();
  context.live = undefined;
  context.capture = reader;
  try {
    return await readToTheEnd(context, reader, run);
  } finally {
    context.live = live;
    context.capture = capture;
  }
}

export async function readToTheEnd(
  context: InterpreterContext,
  reader: Capture,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  const processes = processesOf(context);
  try {
    const outcome = await run();
    if (!processes.anyFor(reader)) return withAdded(outcome, reader);
    await processes.waitForReader(reader, context.state.signal);
    return withAdded(outcome, reader);
  } catch (error) {
    if (carriesOutput(error)) {
      if (processes.anyFor(reader)) await processes.waitForReader(reader, context.state.signal);
      const { stdout, stderr } = reader.take();
      error.stdout += stdout;
      error.stderr += stderr;
    }
    throw error;
  }
}

function withAdded(outcome: Outcome, reader: Capture): Outcome {
  const { stdout, stderr } = reader.take();
  if (stdout === "" && stderr === "") return outcome;
  const { exitCode } = outcome;
  return { exitCode, stdout: parts().text(outcome) + stdout, stderr: outcome.stderr + stderr };
}

/** Runs a command whose output a redirection may take. */
export function redirected(
  context: InterpreterContext,
  command: { redirections?: readonly Redirection[] },
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  const redirections = command.redirections ?? [];
  const read = redirections.some(({ operator, fdVariable }) => TO_A_READER.has(operator) || fdVariable !== undefined);
  return read ? captured(context, run) : run();
}

/** As {@link captured}, and whatever it changes of the shell itself ends with it. */
export async function substituted(context: InterpreterContext, run: () => Promise<Outcome>): Promise<Outcome> {
  const putBack = isolateShell(context);
  // bash leaves `set -e` outside of $( ) unless it is told otherwise.
  if (!context.state.options.posix) context.state.options.errexit = false;
  try {
    return await captured(context, run);
  } finally {
    putBack();
  }
}

/** The stage of a pipe: a subshell whose output the next stage reads. */
export async function staged(
  context: InterpreterContext,
  last: boolean,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  const putBack = last && context.state.shoptOptions.lastpipe ? () => {} : isolateShell(context);
  try {
    return await (last ? run() : captured(context, run));
  } finally {
    putBack();
  }
}

/** Variables are put back by the interpreter itself. */
function isolateShell({ state }: InterpreterContext): () => void {
  const { cwd, functions, options, shoptOptions, readonlyVars, exportedVars, directoryStack, traps, jobs } = state;
  state.functions = new Map(functions);
  state.options = { ...options };
  state.shoptOptions = { ...shoptOptions };
  state.readonlyVars = new Set(readonlyVars);
  state.exportedVars = new Set(exportedVars);
  state.directoryStack = directoryStack === undefined ? undefined : [...directoryStack];
  state.traps = traps?.inSubshell();
  return () => {
    Object.assign(state, {
      cwd,
      functions,
      options,
      shoptOptions,
      readonlyVars,
      exportedVars,
      directoryStack,
      traps,
      jobs,
    });
  };
}
