"use server";
import { z } from "zod";
import type { RunEvent } from "@/lib/core/agent/event";
import { ok, type Result } from "@/lib/core/errors/result";
import { decideApproval as decide } from "@/lib/server/approvals/decide-approval";
import { claimRunner as claim } from "@/lib/server/runs/claim-runner";
import { readEventsAs as read } from "@/lib/server/runs/read-events-as";
import { clientBodiesSchema, recordEvents as record } from "@/lib/server/runs/record-events";
import {
  type RecordFilesRevert,
  recordFilesRevertSchema,
  recordFilesRevert as recordRevert,
} from "@/lib/server/runs/record-files-revert";
import { type StartRun, startRun as start, startRunSchema } from "@/lib/server/runs/start-run";
import { stepRun as step } from "@/lib/server/runs/step-run";
import { stopRun as stop } from "@/lib/server/runs/stop-run";
import { findReader, readerAddressSchema } from "./find-reader";
import { perform } from "./perform";

const runSchema = z.object({ sessionId: z.string().max(64), runId: z.string().max(64) });
const drivenRunSchema = runSchema.extend({ runnerId: z.string().min(1).max(100) });
const stepSchema = drivenRunSchema.extend({ step: z.number().int().positive() });
const recordSchema = drivenRunSchema.extend({ bodies: clientBodiesSchema });
const decisionSchema = z.intersection(
  readerAddressSchema,
  z.object({
    approvalId: z.string().max(64),
    digest: z.string().max(128),
    decision: z.enum(["approved", "denied"]),
    reason: z.string().max(10_000).optional(),
  }),
);
const readSchema = z.intersection(readerAddressSchema, z.object({ after: z.number().int().nonnegative() }));

export async function startRun(input: StartRun): Promise<Result<{ runId: string; events: RunEvent[] }>> {
  return perform(startRunSchema, input, (parsed, caller, context) => start(context, caller, parsed));
}

/** Returns at once; the stream ends with the step. Cancelling the stream stops nothing: `stopRun` does. */
export async function stepRun(input: z.input<typeof stepSchema>): Promise<Result<ReadableStream<RunEvent>>> {
  return perform(stepSchema, input, (parsed, caller, context) => step(context, caller, parsed));
}

export async function recordEvents(input: z.input<typeof recordSchema>): Promise<Result<RunEvent[]>> {
  return perform(recordSchema, input, (parsed, caller, context) => record(context, caller, parsed));
}

export async function recordFilesRevert(input: RecordFilesRevert): Promise<Result<RunEvent[]>> {
  return perform(recordFilesRevertSchema, input, (parsed, caller, context) => recordRevert(context, caller, parsed));
}

export async function stopRun(input: z.input<typeof runSchema>): Promise<Result<RunEvent[]>> {
  return perform(runSchema, input, (parsed, caller, context) => stop(context, caller, parsed));
}

export async function claimRunner(input: z.input<typeof drivenRunSchema>): Promise<Result<{ events: RunEvent[] }>> {
  return perform(drivenRunSchema, input, (parsed, caller, context) => claim(context, caller, parsed));
}

export async function decideApproval(input: z.input<typeof decisionSchema>): Promise<Result<RunEvent>> {
  return perform(decisionSchema, input, async (parsed, caller, context) => {
    const reader = await findReader(context, caller, parsed);
    return reader.ok ? decide(context, reader.value, parsed) : reader;
  });
}

export async function readEvents(input: z.input<typeof readSchema>): Promise<Result<RunEvent[]>> {
  return perform(readSchema, input, async (parsed, caller, context) => {
    const reader = await findReader(context, caller, parsed);
    return reader.ok ? ok(await read(context, reader.value, parsed.after)) : reader;
  });
}
