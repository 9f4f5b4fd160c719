import "server-only";
import { eq } from "drizzle-orm";
import { approvals } from "../db/schema";
import type { LockedSession } from "../runs/session-lock";

export async function expireApproval(
  locked: LockedSession,
  approval: Pick<typeof approvals.$inferSelect, "id" | "runId" | "callId" | "digest">,
): Promise<void> {
  await locked.transaction
    .update(approvals)
    .set({ decision: "expired", decidedBy: "expiry", decidedAt: locked.at })
    .where(eq(approvals.id, approval.id));
  locked.append(approval.runId, {
    type: "approval-end",
    approvalId: approval.id,
    callId: approval.callId,
    decision: "expired",
    digest: approval.digest,
    by: "expiry",
  });
}
