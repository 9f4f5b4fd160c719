import { carriesOutput, type InterpreterContext, type Outcome, parts } from "./interpreter";

export type OutputStream = "stdout" | "stderr";

/** Takes output in the order in which it was printed. */
export interface OutputSink {
  write(stream: OutputStream, text: string): void;
}

/**
 * What one shell has sent so far. The interpreter gives the output of a command when it has ended, and that of a loop is the
 * sum of its commands'; so whoever ends sends only what its parts have not sent yet.
 */
export class LiveFrame {
  stdout = 0;
  stderr = 0;
  /** Nobody reads any more, so what an error carries along is for nobody. */
  hasEnded = false;

  constructor(readonly sink: OutputSink) {}

  write(stream: OutputStream, text: string): void {
    if (text === "") return;
    this[stream] += text.length;
    this.sink.write(stream, text);
  }

  /** `stdout` and `stderr` are everything since the frame stood at `from`. */
  writeRest(from: { stdout: number; stderr: number }, stdout: string, stderr: string): void {
    this.write("stdout", stdout.slice(this.stdout - from.stdout));
    this.write("stderr", stderr.slice(this.stderr - from.stderr));
  }
}

/** Runs a pipeline and sends what it printed, also when it ends by an exception. */
export async function announced(context: InterpreterContext, run: () => Promise<Outcome>): Promise<Outcome> {
  const { live } = context;
  if (live === undefined) return withAdded(context, run);
  const from = { stdout: live.stdout, stderr: live.stderr };
  try {
    const outcome = await run();
    live.writeRest(from, parts().text(outcome), outcome.stderr);
    return outcome;
  } catch (error) {
    if (carriesOutput(error) && !live.hasEnded) live.writeRest(from, error.stdout, error.stderr);
    throw error;
  }
}

/** What other descriptors and background commands have given to the reader meanwhile stands before what the command printed. */
async function withAdded(context: InterpreterContext, run: () => Promise<Outcome>): Promise<Outcome> {
  const outcome = await run();
  const added = context.capture?.take();
  if (added === undefined || (added.stdout === "" && added.stderr === "")) return outcome;
  const { exitCode, stderr } = outcome;
  return { exitCode, stdout: added.stdout + parts().text(outcome), stderr: added.stderr + stderr };
}

/** Sends what comes before everything else that a command prints to stderr (`set -x`, errors of its expansions). */
export function announceError(context: InterpreterContext, text: string): true {
  context.live?.write("stderr", text);
  return true;
}

/** The rest of a whole command line. */
export function finish(live: LiveFrame | undefined, outcome: Outcome): void {
  live?.writeRest({ stdout: 0, stderr: 0 }, parts().text(outcome), outcome.stderr);
}

const RUNS_ONE = new Set(["bash", "sh", "timeout"]);

/** Whether what `name` prints is exactly what the command prints that it runs. */
export function runsOne(name: string): boolean {
  return RUNS_ONE.has(name);
}

/** Where the output goes of what the command `name` runs. */
export function liveFor(name: string, context: InterpreterContext): LiveFrame | undefined {
  return runsOne(name) ? context.live : undefined;
}
