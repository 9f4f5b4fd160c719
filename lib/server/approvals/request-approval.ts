import "server-only";
import type { EventBody, RunEvent } from "@/lib/core/agent/event";
import { riskOf } from "@/lib/core/approval/risk";
import type { ServerContext } from "../context";
import { approvals } from "../db/schema";
import { createId } from "../identity/create-id";
import type { LockedRun } from "../runs/run-access";

/** Opens the request for a person's decision in the transaction that stores the check: there is never one without the other. */
export async function requestApproval(
  context: ServerContext,
  locked: LockedRun,
  check: Extract<EventBody, { type: "call-check" }>,
): Promise<RunEvent> {
  const { run, session, transaction, at } = locked;
  const { callId, tool, digest, sideEffects } = check;
  const approvalId = createId("a");
  const expiresAt = at + context.limits.approvalMs;
  await transaction
    .insert(approvals)
    .values({ id: approvalId, sessionId: session.id, runId: run.id, callId, digest, expiresAt });
  return locked.append(run.id, {
    type: "approval-start",
    approvalId,
    callId,
    tool,
    arguments: check.arguments,
    digest,
    sideEffects,
    risk: riskOf(sideEffects, tool),
    expiresAt,
  });
}
