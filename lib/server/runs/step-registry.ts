import "server-only";

interface RunningStep {
  controller: AbortController;
  done: Promise<void>;
}

/** The model steps that this process streams, each by its run: how Stop reaches the provider's socket. */
export class StepRegistry {
  readonly #running = new Map<string, RunningStep>();
  readonly #reserved = new Map<string, number>();

  /**
   * Says that a step of the run is about to begin, so that nobody takes it for dead between its first row and its first
   * part. Returns the function that takes the word back.
   */
  reserve(runId: string): () => void {
    this.#reserved.set(runId, (this.#reserved.get(runId) ?? 0) + 1);
    return () => {
      const left = (this.#reserved.get(runId) ?? 1) - 1;
      if (left > 0) this.#reserved.set(runId, left);
      else this.#reserved.delete(runId);
    };
  }

  /** Runs the work, which must not reject, with a signal of its own; the step is listed until the work is done. */
  run(runId: string, work: (controller: AbortController) => Promise<void>): void {
    const controller = new AbortController();
    const done = work(controller).finally(() => {
      if (this.#running.get(runId)?.controller === controller) this.#running.delete(runId);
    });
    this.#running.set(runId, { controller, done });
  }

  has(runId: string): boolean {
    return this.#running.has(runId) || this.#reserved.has(runId);
  }

  abort(runId: string): void {
    this.#running.get(runId)?.controller.abort();
  }

  /** Aborts all and resolves when each has written its end. */
  async abortAll(): Promise<void> {
    const running = [...this.#running.values()];
    for (const { controller } of running) controller.abort();
    await Promise.allSettled(running.map(({ done }) => done));
  }
}
