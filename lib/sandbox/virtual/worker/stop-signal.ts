import { workingClock } from "./loading";

/**
 * What the interpreter takes for an `AbortSignal`. A real one cannot reach a script that computes: its message would wait
 * for the script to end. This one looks at shared memory and at the clock each time it is asked, and also fires `abort` for
 * scripts that sleep.
 */
export class StopSignal extends EventTarget {
  onabort: null = null;
  reason: "aborted" | "timeout" | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly deadline: number;

  constructor(
    timeoutMs: number,
    private readonly flags: Int32Array | undefined,
    private readonly slot: number,
    /** Called each time the interpreter looks: the one thing that happens during a script that only computes. */
    private readonly looked: () => void = () => {},
  ) {
    super();
    this.deadline = workingClock.now() + timeoutMs;
    this.stopAtDeadline();
  }

  private stopAtDeadline(): void {
    const left = this.deadline - workingClock.now();
    this.timer = setTimeout(
      () => {
        if (workingClock.now() < this.deadline) this.stopAtDeadline();
        else this.stop("timeout");
      },
      Math.min(Math.max(0, left), 2 ** 31 - 1),
    );
  }

  get aborted(): boolean {
    if (this.reason !== undefined) return true;
    this.looked();
    if (this.flags !== undefined && Atomics.load(this.flags, this.slot) === 1) this.reason = "aborted";
    else if (workingClock.now() > this.deadline) this.reason = "timeout";
    return this.reason !== undefined;
  }

  throwIfAborted(): void {
    if (this.aborted) throw new DOMException(`The command was stopped (${this.reason}).`, "AbortError");
  }

  stop(reason: "aborted" | "timeout"): void {
    this.reason ??= reason;
    this.dispatchEvent(new Event("abort"));
  }

  /** Call when the command has ended. */
  release(): void {
    clearTimeout(this.timer);
  }
}
