import type { Capture } from "./capture";
import {
  carriesOutput,
  type Interpreter,
  isAbort,
  isExit,
  type Outcome,
  parts,
  type Statement,
  type StopLike,
} from "./interpreter";
import { addJob } from "./job-builtins";
import { LiveFrame } from "./live-frame";
import { processesOf } from "./process-table";
import { runShell } from "./run-shell";
import { signalNumber } from "./signals";

/** The stop signal of a background command: that of its command line, and `kill`. */
class ProcessSignal extends EventTarget implements StopLike {
  onabort: null = null;
  reason: unknown;
  killedBy: string | undefined;
  private ended = false;

  constructor(readonly parent: StopLike | undefined) {
    super();
    parent?.addEventListener("abort", this.end);
  }

  get aborted(): boolean {
    return this.ended || this.parent?.aborted === true;
  }

  readonly end = (): void => {
    if (this.ended) return;
    this.ended = true;
    this.reason = (this.parent as { reason?: unknown } | undefined)?.reason;
    this.dispatchEvent(new Event("abort"));
  };

  throwIfAborted(): void {
    if (this.aborted) throw parts().aborted();
  }

  absorb(): void {
    this.ended = false;
  }

  /** It stops with its parent already, so where the interpreter joins the two, this one is passed on. */
  adopt(): void {}

  release(): void {
    this.parent?.removeEventListener("abort", this.end);
  }
}

export class BackgroundProcess {
  readonly ended: Promise<void>;
  /** `undefined` while it runs. */
  exitCode: number | undefined;
  /** `disown`: no longer a job of its shell. */
  disowned = false;
  /** Whether `wait`, `wait -n` or `jobs` has told its end. */
  told = false;
  private resolveEnded: () => void = () => {};

  constructor(
    readonly id: number,
    /** The shell that started it. */
    readonly parentId: number,
    readonly command: string,
    readonly capture: Capture | undefined,
    private readonly interpreter: Interpreter,
    private readonly signal: ProcessSignal,
  ) {
    this.ended = new Promise((resolve) => {
      this.resolveEnded = resolve;
    });
  }

  get signalName(): string | undefined {
    return this.signal.killedBy;
  }

  async run(statement: Statement): Promise<void> {
    const outcome = await this.outcome(statement);
    if (this.exitCode !== undefined) return;
    this.finish(outcome.exitCode, outcome);
  }

  /** A trap of the command's own shell is asked first, but never for KILL. */
  kill(name: string): void {
    if (this.exitCode !== undefined) return;
    const { state } = this.interpreter.ctx;
    const trap = name === "KILL" ? undefined : state.traps?.get(name);
    if (trap === "") return;
    if (trap !== undefined) {
      state.pendingSignals = [...(state.pendingSignals ?? []), name];
      return;
    }
    if (name === "CONT" || name === "CHLD" || name === "WINCH" || name === "URG") return;
    this.signal.killedBy = name;
    this.signal.end();
  }

  private async outcome(statement: Statement): Promise<Outcome> {
    const script = { type: "Script" as const, statements: [{ ...statement, background: false }] };
    try {
      return await runShell(this.interpreter.ctx, () => this.interpreter.executeScript(script));
    } catch (error) {
      const printed = carriesOutput(error)
        ? { stdout: error.stdout, stderr: error.stderr }
        : { stdout: "", stderr: "" };
      if (isExit(error)) return { ...printed, exitCode: error.exitCode };
      if (isAbort(error))
        return { ...printed, stderr: "", exitCode: 128 + (signalNumber(this.signal.killedBy ?? "TERM") ?? 15) };
      // The whole command line says it, once.
      const overrun = processesOf(this.interpreter.ctx).overrun;
      if (carriesOutput(error)) return { ...printed, stderr: overrun ? "" : printed.stderr, exitCode: 126 };
      return { stdout: "", stderr: `bash: ${error instanceof Error ? error.message : String(error)}\n`, exitCode: 126 };
    }
  }

  private finish(exitCode: number, outcome: Outcome): void {
    const { live } = this.interpreter.ctx;
    if (live !== undefined) live.writeRest({ stdout: 0, stderr: 0 }, parts().text(outcome), outcome.stderr);
    else this.capture?.add({ stdout: parts().text(outcome), stderr: outcome.stderr });
    this.exitCode = exitCode;
    this.signal.release();
    this.resolveEnded();
  }
}

/** `command &`: runs in a copy of the shell while the script goes on. */
export function startInBackground(interpreter: Interpreter, statement: Statement): Outcome {
  const { ctx } = interpreter;
  const processes = processesOf(ctx);
  processes.refuseMore();
  const id = processes.takeId();
  const state = { ...ctx.state };
  parts().isolate(state);
  const { signal: stop } = ctx.state;
  // Whoever kills a command does not kill what that one started.
  const signal = new ProcessSignal(stop instanceof ProcessSignal ? stop.parent : stop);
  Object.assign(state, {
    signal,
    bashPid: id,
    groupStdin: "",
    groupStdinSourceFd: undefined,
    traps: ctx.state.traps?.inSubshell(ctx.state.options),
    pendingSignals: undefined,
    jobs: undefined,
    loopDepth: 0,
    inCondition: false,
  });
  const live = ctx.live === undefined ? undefined : new LiveFrame(ctx.live.sink);
  const child = ctx.spawn(state, live, ctx.capture);
  const command = (statement.sourceText ?? "").trim().replace(/\s*&$/, "");
  const process = new BackgroundProcess(
    id,
    ctx.state.bashPid,
    command,
    live === undefined ? ctx.capture : undefined,
    child,
    signal,
  );
  processes.add(process);
  addJob(ctx, id);
  ctx.state.lastBackgroundPid = id;
  // Its first command runs when the script next waits for something, not before the script has gone on.
  void Promise.resolve().then(() => process.run(statement));
  return { stdout: "", stderr: "", exitCode: 0 };
}
