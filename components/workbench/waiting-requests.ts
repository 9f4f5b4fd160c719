import type { CallState, RunState, SessionRuns } from "@/lib/core/agent/run-state";

export interface WaitingRequest {
  run: RunState;
  call: CallState;
  askedAt: number;
}

/** The requests that wait for a person, the oldest first. */
export function waitingRequests(log: SessionRuns): WaitingRequest[] {
  return log.runs
    .filter((run) => run.status !== "ended")
    .flatMap((run) =>
      Object.values(run.calls).flatMap((call) =>
        call.phase === "waiting" && call.approval && !call.approval.decision
          ? [{ run, call, askedAt: call.approval.askedAt }]
          : [],
      ),
    )
    .sort((one, other) => one.askedAt - other.askedAt);
}
