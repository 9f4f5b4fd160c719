import type { ApprovalState, RunState, SessionRuns } from "@/lib/core/agent/run-state";

export interface ReviewRequest {
  approval: ApprovalState;
  run: RunState;
}

export interface ReviewQueue {
  /** Open requests, the one that has waited longest first. */
  waiting: ReviewRequest[];
  /** Decided or expired, newest first. */
  settled: ReviewRequest[];
}

/** The requests of a session as a queue. One that the clock has ended counts as settled before the log says so. */
export function reviewQueue(log: SessionRuns, now: number | undefined): ReviewQueue {
  const waiting: ReviewRequest[] = [];
  const settled: ReviewRequest[] = [];
  for (const run of log.runs) {
    for (const call of Object.values(run.calls)) {
      if (call.approval === undefined) continue;
      const request = { approval: call.approval, run };
      (isOpen(request, now) ? waiting : settled).push(request);
    }
  }
  waiting.sort((a, b) => a.approval.askedAt - b.approval.askedAt);
  settled.sort((a, b) => endOf(b) - endOf(a));
  return { waiting, settled };
}

function isOpen({ approval, run }: ReviewRequest, now: number | undefined): boolean {
  if (approval.decision !== undefined || run.status === "ended") return false;
  return now === undefined || now < approval.expiresAt;
}

function endOf({ approval }: ReviewRequest): number {
  return approval.decision?.at ?? approval.expiresAt;
}
