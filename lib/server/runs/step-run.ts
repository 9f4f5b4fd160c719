import "server-only";
import { eq } from "drizzle-orm";
import type { RunEvent } from "@/lib/core/agent/event";
import type { RunState } from "@/lib/core/agent/run-state";
import { fail, ok, type Result } from "@/lib/core/errors/result";
import type { ServerContext } from "../context";
import { runs } from "../db/schema";
import type { Caller } from "../identity/caller";
import { closeDeadStep } from "./close-dead-step";
import { driveStep, type StepToDrive } from "./drive-step";
import { endRun } from "./end-run";
import { followStep } from "./follow-step";
import { type LockedRun, type RunAddress, withDrivenRun } from "./run-access";

export interface StepRun extends RunAddress {
  runnerId: string;
  step: number;
}

type Begun =
  /** Ours to carry out. */
  | { kind: "drive"; after: number; task: StepToDrive }
  /** Begun before: its events are read from there on. */
  | { kind: "follow"; after: number }
  | { kind: "refused"; result: Extract<Result<never>, { ok: false }> };

/**
 * Begins a model step, or attaches to it when it has begun already, and returns at once with the stream of its events. The
 * prompt is built here from the log, so no client can rewrite what was said.
 */
export async function stepRun(
  context: ServerContext,
  caller: Caller,
  input: StepRun,
): Promise<Result<ReadableStream<RunEvent>>> {
  const release = context.steps.reserve(input.runId);
  try {
    const begun = await withDrivenRun(context, caller, input, (locked) => begin(context, caller, locked, input.step));
    if (!begun.ok) return begun;
    if (begun.value.kind === "refused") return begun.value.result;
    const { after } = begun.value;
    if (begun.value.kind === "drive") {
      const { task } = begun.value;
      context.steps.run(input.runId, (controller) => driveStep(context, task, controller));
    }
    return ok(followStep(context, caller, { ...input, after }));
  } finally {
    release();
  }
}

async function begin(context: ServerContext, caller: Caller, locked: LockedRun, step: number): Promise<Result<Begun>> {
  const { run, session, transaction, at } = locked;
  if (run.kind !== "agent") return fail("invalid-input", "A run by hand has no model steps.");
  if (step <= run.step) {
    await closeDeadStep(context, locked);
    return ok({ kind: "follow", after: 0 });
  }
  if (step !== run.step + 1 || run.stepInstance !== null) {
    return fail("wrong-step", `The next step of this run is ${run.step + 1}, and step ${run.step} must have ended.`);
  }
  if (step > run.stepLimit) return fail("step-limit", `This run may take ${run.stepLimit} steps.`);
  const state = await locked.state();
  const open = Object.values(state.calls).filter((call) => call.phase !== "settled").length;
  if (open > 0) return fail("calls-open", `${open} calls of the step before have no result yet.`);
  const found = context.models.find(state.model, run.script ?? undefined);
  if (!found.ok) return found;

  const tokensLeft = context.limits.runOutputTokens - run.outputTokens;
  if (tokensLeft <= 0) return ok({ kind: "refused", result: await endForBudget(context, locked, state) });
  const rate = context.stepRate.take(caller.ownerId);
  if (!rate.ok) {
    const seconds = Math.ceil(rate.retryAfterMs / 1000);
    return fail("rate-limited", "Too many model steps in a short time.", { fix: `Wait ${seconds} s and continue.` });
  }
  locked.append(run.id, { type: "step-start", step });
  await transaction
    .update(runs)
    .set({ step, stepInstance: context.instanceId, stepBeatAt: at })
    .where(eq(runs.id, run.id));
  const task = { sessionId: session.id, runId: run.id, step, model: found.value, tokensLeft };
  return ok({ kind: "drive", after: session.lastSeq, task });
}

async function endForBudget(
  context: ServerContext,
  locked: LockedRun,
  state: RunState,
): Promise<Extract<Result<never>, { ok: false }>> {
  const message = `This run has used its budget of ${context.limits.runOutputTokens} output tokens.`;
  await endRun(
    context,
    locked,
    state,
    { type: "run-end", reason: "budget", error: { code: "budget", message } },
    { kind: "limit", name: "output tokens" },
  );
  return fail("budget", message, { fix: "Start a new run, or raise TOOLWRIGHT_RUN_OUTPUT_TOKENS on the server." });
}
