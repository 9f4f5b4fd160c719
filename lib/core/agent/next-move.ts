import type { RunEndReason } from "./event";
import type { RunState, StepState } from "./run-state";

export type Move =
  /** Ask for this step, or attach to it when it was begun. */
  | { kind: "step"; step: number }
  /** Carry these calls of the newest step to their settlement. */
  | { kind: "answer"; callIds: string[] }
  | { kind: "end"; reason: RunEndReason; error?: { code: string; message: string } }
  | { kind: "ended"; reason: RunEndReason };

/** So many turns in a row may break before the run gives up. */
const MOST_BROKEN_STEPS = 3;

/** What a run needs next, from the log alone: the same after a reload, a crash or in another tab. */
export function nextMove(run: RunState): Move {
  if (run.end !== undefined) return { kind: "ended", reason: run.end.reason };
  const newest = run.steps.at(-1);
  if (newest === undefined)
    return run.kind === "hand" ? { kind: "end", reason: "finished" } : { kind: "step", step: 1 };
  if (newest.endedAt === undefined && run.kind === "agent") return { kind: "step", step: newest.step };
  const open = newest.callIds.filter((callId) => run.calls[callId]?.phase !== "settled");
  if (open.length > 0) return { kind: "answer", callIds: open };
  return run.kind === "hand" ? { kind: "end", reason: "finished" } : afterStep(run, newest);
}

function afterStep(run: RunState, step: StepState): Move {
  if (step.finish === "error") {
    const { code, message } = step.error ?? {
      code: "provider-error",
      message: "The model provider refused the request.",
    };
    return { kind: "end", reason: "failed", error: { code, message } };
  }
  if (step.finish === "stopped") return { kind: "end", reason: "stopped" };
  if (step.error?.code === "budget")
    return { kind: "end", reason: "budget", error: { code: "budget", message: step.error.message } };
  // Nobody decided in time. Later steps must not go on as if nothing had happened.
  if (step.callIds.some((callId) => run.calls[callId]?.outcome?.status === "expired"))
    return { kind: "end", reason: "waiting" };
  const words = step.callIds.length === 0 ? afterWords(step) : undefined;
  if (words !== undefined) return words;
  if (step.finish === "incomplete" && brokenInARow(run) >= MOST_BROKEN_STEPS) {
    const message = step.error?.message ?? "The connection to the model broke before its turn was whole.";
    return { kind: "end", reason: "failed", error: { code: "stream-broken", message } };
  }
  if (step.step >= run.stepLimit) return { kind: "end", reason: "step-limit" };
  return { kind: "step", step: step.step + 1 };
}

function afterWords(step: StepState): Move | undefined {
  // The turn is asked for again: the server was restarted, or the line to the provider broke.
  if (step.finish === "incomplete") return undefined;
  if (step.finish === "length") {
    const message = "The model's answer was cut at its token limit.";
    return { kind: "end", reason: "failed", error: { code: "cut-at-token-limit", message } };
  }
  return { kind: "end", reason: "finished" };
}

function brokenInARow(run: RunState): number {
  const lastWhole = run.steps.findLastIndex((step) => step.finish !== "incomplete");
  return run.steps.length - 1 - lastWhole;
}
