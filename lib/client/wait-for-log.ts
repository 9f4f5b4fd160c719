import type { SessionRuns } from "@/lib/core/agent/run-state";
import type { EventFeed } from "./event-feed";

/** Resolves with the first value that is not undefined in the log as it grows, or with undefined when the signal aborts. */
export function waitForLog<T>(
  feed: EventFeed,
  read: (log: SessionRuns) => T | undefined,
  signal: AbortSignal,
): Promise<T | undefined> {
  return new Promise((resolve) => {
    const now = read(feed.log());
    if (now !== undefined || signal.aborted) return resolve(now);
    const finish = (value: T | undefined) => {
      unsubscribe();
      signal.removeEventListener("abort", onAbort);
      resolve(value);
    };
    const onAbort = () => finish(undefined);
    const unsubscribe = feed.subscribe((log) => {
      const value = read(log);
      if (value !== undefined) finish(value);
    });
    signal.addEventListener("abort", onAbort);
  });
}
