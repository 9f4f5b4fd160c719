import type { CallState, RevertState, RunState, StepState } from "@/lib/core/agent/run-state";
import type { Assigns } from "@/lib/core/call/outcome";

/** One line of the timeline. `key` is stable for the life of the thing it shows. */
export type TimelineRow =
  | { kind: "prompt"; key: string; run: RunState }
  | { kind: "text"; key: string; run: RunState; step: StepState }
  | { kind: "call"; key: string; run: RunState; call: CallState }
  /** `shared`: what the tools share as this step's calls begin, where that is news. */
  | { kind: "step"; key: string; run: RunState; step: StepState; shared?: Assigns }
  /** Changes of the files that a person took back. */
  | { kind: "revert"; key: string; run: RunState; revert: RevertState }
  | { kind: "thinking"; key: string; run: RunState }
  | { kind: "end"; key: string; run: RunState };

/** The runs, oldest first, as a flat list in the order in which things happened. */
export function timelineRows(runs: readonly RunState[]): TimelineRow[] {
  const rows: TimelineRow[] = [];
  /** The reducer keeps the same object as long as nothing is shared anew. */
  let before: Assigns | undefined;
  for (const run of runs) {
    if (run.kind === "agent") rows.push({ kind: "prompt", key: `${run.runId}:prompt`, run });
    rows.push(...revertRows(run, run.reverts));
    for (const step of run.steps) {
      if (run.kind === "agent") {
        const shared = step.assigns !== undefined && step.assigns !== before ? newsOf(step.assigns) : undefined;
        before = step.assigns ?? before;
        rows.push({
          kind: "step",
          key: `${run.runId}:${step.step}`,
          run,
          step,
          ...(shared === undefined ? {} : { shared }),
        });
      }
      if (step.text !== "") rows.push({ kind: "text", key: `${run.runId}:${step.step}:text`, run, step });
      for (const callId of step.callIds) {
        const call = run.calls[callId];
        if (call !== undefined) rows.push({ kind: "call", key: `${run.runId}:${callId}`, run, call });
      }
      // What came after the end of the run stands below it.
      if (step !== run.steps.at(-1) || run.status !== "ended") rows.push(...revertRows(run, step.reverts));
    }
    if (isThinking(run)) rows.push({ kind: "thinking", key: `${run.runId}:thinking`, run });
    if (run.kind === "agent" && run.status === "ended") rows.push({ kind: "end", key: `${run.runId}:end`, run });
    if (run.status === "ended") rows.push(...revertRows(run, run.steps.at(-1)?.reverts));
  }
  return rows;
}

function revertRows(run: RunState, reverts: readonly RevertState[] = []): TimelineRow[] {
  return reverts.map((revert) => ({ kind: "revert", key: `${run.runId}:revert:${revert.revertId}`, run, revert }));
}

function newsOf(assigns: Assigns): Assigns | undefined {
  return Object.keys(assigns).length > 0 ? assigns : undefined;
}

/** Open, and nothing on the screen moves: the model was asked and has not begun to answer. */
function isThinking(run: RunState): boolean {
  if (run.kind !== "agent" || run.status !== "running") return false;
  const step = run.steps.at(-1);
  if (step === undefined) return true;
  if (step.finish === undefined) return step.text === "" && step.callIds.length === 0;
  return step.callIds.every((callId) => run.calls[callId]?.phase === "settled");
}

/** Calls that wait for a person, the one that has waited longest first. */
export function waitingCalls(runs: readonly RunState[]): { run: RunState; call: CallState }[] {
  return runs
    .filter((run) => run.status !== "ended")
    .flatMap((run) => Object.values(run.calls).map((call) => ({ run, call })))
    .filter(({ call }) => call.phase === "waiting" && call.approval !== undefined)
    .sort((a, b) => (a.call.approval?.askedAt ?? 0) - (b.call.approval?.askedAt ?? 0));
}
