import type { RefusedBy } from "../call/outcome";
import type { EventBody } from "./event";
import type { CallState, RunState } from "./run-state";

type Settlement = Extract<EventBody, { type: "call-settle" }>;

/**
 * One settlement for every open call of a run that is being stopped, so that no call is ever left without an answer. A
 * claimed call may have had its effect already, and its text says so. Read by the loop and by the server's stop.
 */
export function settleOpenCalls(run: RunState, by: RefusedBy, now: number): Settlement[] {
  return run.steps
    .flatMap((step) => step.callIds)
    .flatMap((callId) => {
      const call = run.calls[callId];
      return call === undefined || call.phase === "settled" ? [] : [settlement(call, by, now)];
    });
}

function settlement(call: CallState, by: RefusedBy, now: number): Settlement {
  const who = by.kind === "person" ? by.name : by.kind === "crash" ? "a crash" : "a limit";
  if (call.claimedAt === undefined) {
    const text = `Not run: the run was stopped by ${who} before this call began.`;
    return { type: "call-settle", callId: call.callId, outcome: { status: "skipped", text }, durationMs: 0 };
  }
  const text = `Stopped by ${who} while it was running: it may or may not have taken effect.`;
  const outcome = { status: "stopped" as const, text, by };
  return { type: "call-settle", callId: call.callId, outcome, durationMs: Math.max(0, now - call.claimedAt) };
}
