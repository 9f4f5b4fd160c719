import "server-only";
import { and, eq, isNull, lte } from "drizzle-orm";
import { ok } from "@/lib/core/errors/result";
import type { ServerContext } from "../context";
import { approvals, runs } from "../db/schema";
import { withSessionLock } from "../runs/session-lock";
import { expireApproval } from "./expire-approval";

/** Ends every request that nobody decided in time, so that its run can go on to its end. Safe to run in several processes. */
export async function expireDueApprovals(context: ServerContext): Promise<void> {
  const due = await context.database.queries
    .select({ id: approvals.id, sessionId: approvals.sessionId })
    .from(approvals)
    .innerJoin(runs, eq(runs.id, approvals.runId))
    .where(and(isNull(approvals.decision), lte(approvals.expiresAt, context.now()), isNull(runs.endedAt)))
    .limit(100);
  for (const { id, sessionId } of due) {
    await withSessionLock(context, sessionId, async (locked) => {
      const [approval] = await locked.transaction.select().from(approvals).where(eq(approvals.id, id));
      if (approval !== undefined && approval.decision === null) await expireApproval(locked, approval);
      return ok(undefined);
    });
  }
}
