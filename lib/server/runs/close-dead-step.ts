import "server-only";
import { eq } from "drizzle-orm";
import type { RunEvent } from "@/lib/core/agent/event";
import type { ServerContext } from "../context";
import { runs } from "../db/schema";
import type { LockedRun } from "./run-access";

/**
 * Closes the open model step of a process that is gone: its drafts were cut, so they never run. Writes nothing while the
 * process that streams it lives.
 */
export async function closeDeadStep(context: ServerContext, locked: LockedRun): Promise<RunEvent[]> {
  const { run } = locked;
  if (run.stepInstance === null || isStepAlive(context, locked)) return [];
  const state = await locked.state();
  const written: RunEvent[] = [];
  for (const callId of state.steps.find(({ step }) => step === run.step)?.callIds ?? []) {
    const call = state.calls[callId];
    if (call?.phase !== "drafting") continue;
    const { tool, argumentsText } = call;
    written.push(locked.append(run.id, { type: "call-end", callId, tool, argumentsText, cut: true }));
  }
  written.push(
    locked.append(run.id, {
      type: "step-end",
      step: run.step,
      finish: "incomplete",
      error: {
        code: "server-restarted",
        message: "The server was restarted while the model was answering.",
        retryable: true,
      },
    }),
  );
  await locked.transaction.update(runs).set({ stepInstance: null, stepBeatAt: null }).where(eq(runs.id, run.id));
  return written;
}

function isStepAlive(context: ServerContext, { run, at }: LockedRun): boolean {
  if (run.stepInstance === context.instanceId) return context.steps.has(run.id);
  // The embedded database belongs to one process at a time, so any other one is gone.
  if (context.database.engine === "embedded") return false;
  return at - (run.stepBeatAt ?? 0) < context.limits.stepDeadAfterMs;
}
