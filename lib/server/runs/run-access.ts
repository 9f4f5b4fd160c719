import "server-only";
import { eq } from "drizzle-orm";
import type { RunState } from "@/lib/core/agent/run-state";
import { fail, ok, type Result } from "@/lib/core/errors/result";
import { ToolwrightError } from "@/lib/core/errors/toolwright-error";
import type { ServerContext } from "../context";
import { runs } from "../db/schema";
import type { Caller } from "../identity/caller";
import { type LockedSession, sessionNotFound, withSessionLock } from "./session-lock";

export type RunRow = typeof runs.$inferSelect;

export interface RunAddress {
  sessionId: string;
  runId: string;
}

export interface LockedRun extends LockedSession {
  /** Still open. */
  readonly run: RunRow;
  /** The run as its log says it stands at the beginning of the transaction. */
  state(): Promise<RunState>;
}

/** Holds the session of an open run that the caller owns. */
export async function withOpenRun<T>(
  context: ServerContext,
  caller: Caller,
  address: RunAddress,
  work: (locked: LockedRun) => Promise<Result<T>>,
): Promise<Result<T>> {
  return withSessionLock(context, address.sessionId, async (locked) => {
    if (locked.session.ownerId !== caller.ownerId) return sessionNotFound();
    const found = await openRunOf(context, locked, address.runId);
    return found.ok ? work(found.value) : found;
  });
}

/** The same, held by the tab that drives the run; any other is told that it no longer does. */
export async function withDrivenRun<T>(
  context: ServerContext,
  caller: Caller,
  address: RunAddress & { runnerId: string },
  work: (locked: LockedRun) => Promise<Result<T>>,
): Promise<Result<T>> {
  return withOpenRun(context, caller, address, async (locked) => {
    if (locked.run.runnerId !== address.runnerId) {
      return fail("not-the-runner", "Another tab drives this run now.", { fix: "Take the run over to go on here." });
    }
    return work(locked);
  });
}

export async function openRunOf(
  context: ServerContext,
  locked: LockedSession,
  runId: string,
): Promise<Result<LockedRun>> {
  const [run] = await locked.transaction.select().from(runs).where(eq(runs.id, runId));
  if (run === undefined || run.sessionId !== locked.session.id) {
    return fail("not-found", "There is no such run in this session.");
  }
  if (run.endedAt !== null) return fail("run-ended", "This run has ended already.");
  return ok({
    ...locked,
    run,
    async state() {
      const folded = await context.folds.of(locked.transaction, locked.session.id);
      const state = folded.runs.find((candidate) => candidate.runId === runId);
      if (state === undefined) {
        throw new ToolwrightError("log-incomplete", `Run ${runId} is in no event of its session's log.`);
      }
      return state;
    },
  });
}
