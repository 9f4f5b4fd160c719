import type { RunEvent } from "@/lib/core/agent/event";
import { foldEvents } from "@/lib/core/agent/fold-event";
import type { SessionRuns } from "@/lib/core/agent/run-state";
import type { Result } from "@/lib/core/errors/result";

/** How long a hole in the sequence may be filled by the other channels before the server is asked. */
const GAP_PATIENCE_MS = 120;
const GAP_RETRY_MS = 2_000;

export interface EventFeed {
  /** Takes stored events from any channel, in any order, any number of times. */
  receive(events: readonly RunEvent[]): void;
  /** Asks the server for everything after the last known event. */
  catchUp(): Promise<Result<void>>;
  log(): SessionRuns;
  /** Called after the log grew. Returns the function that ends it. */
  subscribe(listener: (log: SessionRuns) => void): () => void;
  dispose(): void;
}

/**
 * The one door into the folded log. Stored events come by action replies, step streams and the live channel at once;
 * each is folded exactly once and in the order of `seq`, and a hole is never folded over.
 */
export function createEventFeed(options: {
  initial: SessionRuns;
  read(after: number): Promise<Result<RunEvent[]>>;
}): EventFeed {
  let log = options.initial;
  const early = new Map<number, RunEvent>();
  const listeners = new Set<(log: SessionRuns) => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let disposed = false;

  function receive(events: readonly RunEvent[]): void {
    if (disposed) return;
    for (const event of events) if (event.seq > log.lastSeq) early.set(event.seq, event);
    const ready: RunEvent[] = [];
    for (let next = log.lastSeq + 1; ; next++) {
      const event = early.get(next);
      if (event === undefined) break;
      early.delete(next);
      ready.push(event);
    }
    if (ready.length > 0) {
      log = foldEvents(ready, log);
      for (const listener of [...listeners]) listener(log);
    }
    if (early.size === 0) cancelTimer();
    else scheduleFill(GAP_PATIENCE_MS);
  }

  function cancelTimer(): void {
    if (timer !== undefined) clearTimeout(timer);
    timer = undefined;
  }

  function scheduleFill(after: number): void {
    if (timer !== undefined || disposed) return;
    timer = setTimeout(async () => {
      const filled = await catchUp();
      timer = undefined;
      if (!filled.ok && early.size > 0) scheduleFill(GAP_RETRY_MS);
    }, after);
  }

  async function catchUp(): Promise<Result<void>> {
    const missing = await options.read(log.lastSeq);
    if (!missing.ok) return missing;
    receive(missing.value);
    return { ok: true, value: undefined };
  }

  return {
    receive,
    catchUp,
    log: () => log,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      disposed = true;
      cancelTimer();
      listeners.clear();
    },
  };
}
