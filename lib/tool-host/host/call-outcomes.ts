import type { Outcome, RefusedBy } from "@/lib/core/call/outcome";

/** The ends of a call that the guest could not report itself. `text` is what the model reads. */
export const callOutcomes = {
  timedOut: (tool: string, afterMs: number): Outcome => ({
    status: "timed-out",
    text: `Tool "${tool}" timed out after ${afterMs}ms`,
    afterMs,
  }),
  stopped: (tool: string, by: RefusedBy): Outcome => ({
    status: "stopped",
    text: `Tool "${tool}" was stopped by ${by.kind === "person" ? by.name : by.kind} before it finished. What it did until then stays done.`,
    by,
  }),
  notFound: (tool: string): Outcome => ({ status: "not-found", text: `Tool not found: ${tool}` }),
  crashed: (tool: string, why: string): Outcome => ({
    status: "crashed",
    text: `Tool "${tool}" was interrupted: ${why}. It may or may not have done its work.`,
  }),
  /** Nothing of the call ran, so it is safe to try again. */
  neverRan: (tool: string, why: string): Outcome => ({
    status: "crashed",
    text: `Tool "${tool}" did not run: ${why}.`,
  }),
  changed: (tool: string): Outcome => ({
    status: "denied",
    text: `Tool "${tool}" was not run: its code changed since the arguments were checked, and they now mean something else. Make the call again.`,
    by: { kind: "rule", name: "arguments changed" },
  }),
} as const;
