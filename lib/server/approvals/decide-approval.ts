import "server-only";
import { eq } from "drizzle-orm";
import type { RunEvent } from "@/lib/core/agent/event";
import { fail, ok, type Result } from "@/lib/core/errors/result";
import type { ServerContext } from "../context";
import { approvals } from "../db/schema";
import type { Reader } from "../links/reader";
import { openRunOf } from "../runs/run-access";
import { withSessionLock } from "../runs/session-lock";
import { expireApproval } from "./expire-approval";

export interface Decision {
  approvalId: string;
  /** Of the arguments that the person saw. */
  digest: string;
  decision: "approved" | "denied";
  reason?: string;
}

type Decided = { event: RunEvent } | { expiredAt: number };

/** Records a person's decision, before anything runs. The first one counts; a later one is told who decided and when. */
export async function decideApproval(
  context: ServerContext,
  reader: Reader,
  input: Decision,
): Promise<Result<RunEvent>> {
  if (reader.role === "view") {
    return fail("not-allowed", "This link shows the session but cannot decide.", { fix: "Ask for a review link." });
  }
  const outcome = await withSessionLock(context, reader.sessionId, async (locked): Promise<Result<Decided>> => {
    const { transaction, at } = locked;
    const [approval] = await transaction.select().from(approvals).where(eq(approvals.id, input.approvalId));
    if (approval === undefined || approval.sessionId !== reader.sessionId) {
      return fail("not-found", "There is no such request in this session.");
    }
    if (approval.decision !== null) {
      const when = new Date(approval.decidedAt ?? 0).toISOString();
      return approval.decision === "expired"
        ? expired(approval.expiresAt)
        : fail("already-decided", `Already ${approval.decision} by ${approval.decidedBy ?? "somebody"} at ${when}.`);
    }
    const run = await openRunOf(context, locked, approval.runId);
    if (!run.ok) return run;
    if (approval.digest !== input.digest) {
      return fail("digest-mismatch", "The decision is about other arguments than the ones that wait.", {
        fix: "Reload and look at the arguments again.",
      });
    }
    // Kept although the decision is refused: the expiry itself is a fact for the log.
    if (approval.expiresAt <= at) {
      await expireApproval(locked, approval);
      return ok({ expiredAt: approval.expiresAt });
    }
    await transaction
      .update(approvals)
      .set({ decision: input.decision, decidedBy: reader.name, decidedAt: at })
      .where(eq(approvals.id, approval.id));
    const event = locked.append(approval.runId, {
      type: "approval-end",
      approvalId: approval.id,
      callId: approval.callId,
      decision: input.decision,
      digest: approval.digest,
      by: reader.name,
      ...(input.reason === undefined ? {} : { reason: input.reason }),
    });
    return ok({ event });
  });
  if (!outcome.ok) return outcome;
  return "event" in outcome.value ? ok(outcome.value.event) : expired(outcome.value.expiredAt);
}

function expired(at: number): Result<never> {
  return fail("expired", `Nobody decided before ${new Date(at).toISOString()}, so this request has expired.`);
}
