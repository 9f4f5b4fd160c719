import { createRun } from "@/lib/core/agent/run";

// Taken before any author's code runs, so that nothing it does to the global scope reaches a timeout.
const { setTimeout, clearTimeout } = globalThis;

/** Carries a prompt to its end: see {@link createRun}. */
export const run = createRun({
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
});
