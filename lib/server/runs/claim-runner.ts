import "server-only";
import { eq } from "drizzle-orm";
import type { RunEvent } from "@/lib/core/agent/event";
import { ok, type Result } from "@/lib/core/errors/result";
import type { ServerContext } from "../context";
import { runs } from "../db/schema";
import type { Caller } from "../identity/caller";
import { closeDeadStep } from "./close-dead-step";
import { type RunAddress, withOpenRun } from "./run-access";

/**
 * Makes the tab the one that drives the run; writes of the tab before it are refused from now on. A step that nobody
 * carries on any more is closed, so that the loop can go on from what the log holds.
 */
export function claimRunner(
  context: ServerContext,
  caller: Caller,
  address: RunAddress & { runnerId: string },
): Promise<Result<{ events: RunEvent[] }>> {
  return withOpenRun(context, caller, address, async (locked) => {
    await locked.transaction.update(runs).set({ runnerId: address.runnerId }).where(eq(runs.id, locked.run.id));
    return ok({ events: await closeDeadStep(context, locked) });
  });
}
