import "server-only";
import { eq } from "drizzle-orm";
import type { EventBody, RunEvent } from "@/lib/core/agent/event";
import type { RunState } from "@/lib/core/agent/run-state";
import { settleOpenCalls } from "@/lib/core/agent/settle-open-calls";
import type { RefusedBy } from "@/lib/core/call/outcome";
import type { ServerContext } from "../context";
import { runs } from "../db/schema";
import type { LockedRun } from "./run-access";

type RunEnd = Extract<EventBody, { type: "run-end" }>;

/**
 * The one way a run ends: whatever is still open is settled first, so that no call is left without an answer, and a model
 * step that still streams, and a service that still works, is ended and aborted, in whichever process it runs.
 */
export async function endRun(
  context: ServerContext,
  locked: LockedRun,
  state: RunState,
  end: RunEnd,
  by: RefusedBy,
): Promise<RunEvent[]> {
  const { run, at } = locked;
  const written: RunEvent[] = [];
  for (const settlement of settleOpenCalls(state, by, at)) written.push(locked.append(run.id, settlement));
  if (run.stepInstance !== null) {
    written.push(locked.append(run.id, { type: "step-end", step: run.step, finish: "stopped" }));
  }
  await context.database.signal(locked.transaction, { kind: "stop", id: run.id });
  written.push(locked.append(run.id, end));
  await locked.transaction
    .update(runs)
    .set({ endedAt: at, stepInstance: null, stepBeatAt: null })
    .where(eq(runs.id, run.id));
  return written;
}
