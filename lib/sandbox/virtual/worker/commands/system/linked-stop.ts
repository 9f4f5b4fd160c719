import { parts, type StopLike } from "../../interpreter/interpreter";
import { workingClock } from "../../loading";

/**
 * Stops when the outer one does, and when its own time is over. The outer one may be a flag that another thread sets, which
 * sends no event; and a command that computes lets no timer through, so whoever asks sees the clock.
 */
export class LinkedStop extends EventTarget {
  private stopped = false;
  private absorbed = false;
  /** Whether the command ignored the signal: it ends all the same, as by KILL. */
  wasIgnored = false;
  private readonly deadline: number;
  private adopted: StopLike | undefined;

  constructor(
    private readonly outer: AbortSignal | undefined,
    milliseconds = Number.POSITIVE_INFINITY,
    /** The signal that stopping by itself stands for. */
    private readonly signalName?: string,
  ) {
    super();
    this.deadline = workingClock.now() + milliseconds;
    outer?.addEventListener("abort", this.forward);
  }

  get aborted(): boolean {
    return (this.isOver && !this.absorbed) || this.outer?.aborted === true || this.adopted?.aborted === true;
  }

  /** By itself, whatever the outer one says. */
  get isOver(): boolean {
    this.stopped ||= workingClock.now() >= this.deadline;
    return this.stopped;
  }

  /** Stops with `other` too. The interpreter calls this where it joins two signals, and passes this one on as it is. */
  adopt(other: StopLike): void {
    this.adopted = other;
  }

  get killedBy(): string | undefined {
    return this.isOver && !this.absorbed ? this.signalName : undefined;
  }

  absorb(): void {
    this.absorbed = true;
  }

  ignore(): void {
    this.wasIgnored = true;
  }

  /** Whether the command heard the signal, and ended in its own way. */
  get wasHeard(): boolean {
    return this.absorbed;
  }

  get reason(): unknown {
    return this.outer?.aborted === true ? this.outer.reason : undefined;
  }

  throwIfAborted(): void {
    this.outer?.throwIfAborted();
    if (this.aborted) throw parts().aborted();
  }

  stop(): void {
    this.stopped = true;
    this.dispatchEvent(new Event("abort"));
  }

  release(): void {
    this.outer?.removeEventListener("abort", this.forward);
  }

  private readonly forward = (): void => {
    this.dispatchEvent(new Event("abort"));
  };
}
