import type { ResolvedCommandContext } from "just-bash/browser";

/**
 * For a command of our own that may work for long: throws when the command line was stopped, or its time or that of a `timeout` around it is over. It looks at
 * shared memory and at the clock, so it works in a loop that never waits; call it every few thousand steps and let the
 * exception pass. A command that never asks is stopped by ending its worker, which takes up to two seconds and every other
 * command with it.
 */
export function heedStop(context: Pick<ResolvedCommandContext, "executionScope" | "signal">): void {
  context.executionScope?.throwIfAborted();
  context.signal?.throwIfAborted();
}
