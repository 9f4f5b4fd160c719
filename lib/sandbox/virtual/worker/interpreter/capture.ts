import type { Command } from "./command-text";
import { beginReading, hideInput, ownDescriptors } from "./descriptors";
import { carriesOutput, type InterpreterContext, isExit, type Outcome, parts } from "./interpreter";
import { LiveFrame, type OutputStream } from "./live-frame";
import { demandOf, type PipeDemand } from "./pipe-demand";
import { PipeFrame } from "./pipe-frame";
import { processesOf } from "./process-table";
import { type Redirection, redirectedStreams } from "./redirected-streams";
import { afterExit } from "./traps";

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

/** Runs what somebody reads: nothing of it is sent, and the reader waits also for the background commands that write to it. */
export async function captured(
  context: InterpreterContext,
  read: ReadonlySet<OutputStream>,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  const { live, capture } = context;
  const reader = new Capture();
  const endReading = beginReading(context, read);
  context.live = undefined;
  context.capture = reader;
  try {
    return await readToTheEnd(context, reader, run);
  } finally {
    context.live = live;
    context.capture = capture;
    endReading();
  }
}

/** As {@link captured}, for a reader of both streams: everything comes on stdout, in the order in which it was printed. */
export async function capturedTogether(context: InterpreterContext, run: () => Promise<Outcome>): Promise<Outcome> {
  let printed = "";
  const frame = new LiveFrame({
    write: (_stream, text) => {
      printed += text;
    },
  });
  try {
    const outcome = await captured(context, BOTH, async () => {
      context.live = frame;
      const result = await run();
      frame.writeRest({ stdout: 0, stderr: 0 }, parts().text(result), result.stderr);
      return { stdout: "", stderr: "", exitCode: result.exitCode };
    });
    return { stdout: printed + outcome.stdout + outcome.stderr, stderr: "", exitCode: outcome.exitCode };
  } catch (error) {
    if (carriesOutput(error)) {
      frame.writeRest({ stdout: 0, stderr: 0 }, error.stdout, error.stderr);
      error.stdout = printed;
      error.stderr = "";
    }
    throw error;
  }
}

/** As {@link captured}, for the next command of a pipe when it reads only the first of what comes. */
async function capturedInPart(
  context: InterpreterContext,
  demand: PipeDemand,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  const frame = new PipeFrame(demand);
  const { exitCode, stdout, stderr } = await captured(context, STDOUT, async () => {
    context.live = frame;
    try {
      const result = await run();
      frame.writeRest({ stdout: 0, stderr: 0 }, parts().text(result), result.stderr);
      return { stdout: "", stderr: "", exitCode: result.exitCode };
    } catch (error) {
      if (!isExit(error)) throw error;
      if (!frame.hasEnded) frame.writeRest({ stdout: 0, stderr: 0 }, error.stdout, error.stderr);
      return { stdout: "", stderr: "", exitCode: error.exitCode };
    }
  });
  return { exitCode, stdout: frame.text("stdout") + stdout, stderr: frame.text("stderr") + stderr };
}

const STDOUT: ReadonlySet<OutputStream> = new Set(["stdout"]);
const BOTH: ReadonlySet<OutputStream> = new Set(["stdout", "stderr"]);

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
  const { fileDescriptors } = context.state;
  const { read, together } = redirectedStreams(command.redirections ?? []);
  if (together) return capturedTogether(context, run);
  if (fileDescriptors?.has(1) || fileDescriptors?.has(2)) return captured(context, read, run);
  return read.size > 0 ? captured(context, read, run) : run();
}

/** As {@link captured}, and whatever it changes of the shell itself ends with it. */
export async function substituted(context: InterpreterContext, run: () => Promise<Outcome>): Promise<Outcome> {
  const putBack = isolateShell(context);
  // bash leaves `set -e` outside of $( ) unless it is told otherwise.
  const { options, shoptOptions } = context.state;
  if (!options.posix && !shoptOptions.inherit_errexit) options.errexit = false;
  try {
    return await captured(context, STDOUT, () => withExitTrap(context, run));
  } finally {
    putBack();
  }
}

async function withExitTrap(context: InterpreterContext, run: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await afterExit(context, await run());
  } catch (error) {
    if (!isExit(error)) throw error;
    const { stdout, stderr, exitCode } = error;
    return afterExit(context, { stdout, stderr, exitCode });
  }
}

/** The stage of a pipe: a subshell whose output the next stage reads. */
export async function staged(
  context: InterpreterContext,
  { first, last, together, next }: { first: boolean; last: boolean; together: boolean; next?: Command },
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  const showInput = first ? () => {} : hideInput(context.state);
  const putBack = last && context.state.shoptOptions.lastpipe ? () => {} : isolateShell(context);
  try {
    if (last) return await run();
    if (together) return await capturedTogether(context, run);
    const demand = demandOf(next);
    return await (demand === undefined ? captured(context, STDOUT, run) : capturedInPart(context, demand, run));
  } finally {
    putBack();
    showInput();
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
  state.traps = traps?.inSubshell(options);
  const { subshellDepth } = state;
  state.subshellDepth = (subshellDepth ?? 0) + 1;
  const putBackDescriptors = ownDescriptors(state);
  return () => {
    putBackDescriptors();
    state.subshellDepth = subshellDepth;
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
