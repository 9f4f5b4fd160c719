import "server-only";
import { z } from "zod";
import type { RunEvent } from "@/lib/core/agent/event";
import { filesRevertSchema } from "@/lib/core/agent/files-revert";
import type { RunState } from "@/lib/core/agent/run-state";
import { ok, type Result } from "@/lib/core/errors/result";
import type { ServerContext } from "../context";
import { type Caller, OWNER_NAME } from "../identity/caller";
import { sessionNotFound, withSessionLock } from "./session-lock";

export const recordFilesRevertSchema = z.object({
  sessionId: z.string().max(64),
  revert: filesRevertSchema.omit({ type: true, by: true }),
});
export type RecordFilesRevert = z.infer<typeof recordFilesRevertSchema>;

/**
 * Stores that the owner took changes of the workspace back. It belongs to the newest run of the agent, open or ended, so that
 * the model hears of it with its next step; without one to the newest run. Sent again, it is stored once. A session in which
 * nothing ever ran has nobody who could think that a change stands, and no event.
 */
export function recordFilesRevert(
  context: ServerContext,
  caller: Caller,
  { sessionId, revert }: RecordFilesRevert,
): Promise<Result<RunEvent[]>> {
  return withSessionLock(context, sessionId, async (locked) => {
    if (locked.session.ownerId !== caller.ownerId) return sessionNotFound();
    const { runs } = await context.folds.of(locked.transaction, sessionId);
    if (runs.some((run) => revertsOf(run).some(({ revertId }) => revertId === revert.revertId))) return ok([]);
    const run = runs.findLast(({ kind }) => kind === "agent") ?? runs.at(-1);
    return ok(run === undefined ? [] : [locked.append(run.runId, { type: "files-revert", ...revert, by: OWNER_NAME })]);
  });
}

function revertsOf(run: RunState) {
  return [...(run.reverts ?? []), ...run.steps.flatMap((step) => step.reverts ?? [])];
}
