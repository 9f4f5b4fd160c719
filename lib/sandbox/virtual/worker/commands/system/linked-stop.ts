/** Stops when the outer one does, and by itself. The outer one may be a flag that another thread sets, which sends no event. */
export class LinkedStop extends EventTarget {
  private stopped = false;

  constructor(private readonly outer: AbortSignal | undefined) {
    super();
    outer?.addEventListener("abort", this.forward);
  }

  get aborted(): boolean {
    return this.stopped || this.outer?.aborted === true;
  }

  get reason(): unknown {
    return this.outer?.aborted === true ? this.outer.reason : undefined;
  }

  throwIfAborted(): void {
    this.outer?.throwIfAborted();
    if (this.stopped) throw new DOMException("The command was stopped.", "AbortError");
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
