import type { ApprovalState } from "@/lib/core/agent/run-state";
import { formatClock } from "../ui/format-time";
import { renderVisible } from "../ui/render-visible";

const WORD = { approved: "Approved", denied: "Denied", expired: "Expired" } as const;

/** What was decided, by whom, when, and why. */
export function ApprovalDecided({
  approval,
  decision,
}: {
  approval: ApprovalState;
  decision: NonNullable<ApprovalState["decision"]>;
}) {
  return (
    <p className="text-muted-foreground text-xs [overflow-wrap:anywhere]">
      <span className="font-medium text-foreground">{WORD[decision.kind]}</span>
      {decision.kind === "expired" ? (
        <> at {formatClock(decision.at)}: nobody decided in time, so it did not run</>
      ) : (
        <>
          {" "}
          by {renderVisible(decision.by)} at {formatClock(decision.at)}
          {decision.reason === undefined ? null : <>: “{renderVisible(decision.reason)}”</>}
        </>
      )}
      <span className="sr-only"> (request {approval.approvalId})</span>
    </p>
  );
}
