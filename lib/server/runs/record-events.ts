import "server-only";
import { z } from "zod";
import { CLIENT_EVENT_TYPES, type EventBody, eventBodySchema, type RunEvent } from "@/lib/core/agent/event";
import { foldEvent } from "@/lib/core/agent/fold-event";
import type { CallState, RunState } from "@/lib/core/agent/run-state";
import { argumentDigest } from "@/lib/core/call/digest";
import { fail, ok, type Result } from "@/lib/core/errors/result";
import { requestApproval } from "../approvals/request-approval";
import type { ServerContext } from "../context";
import type { Caller } from "../identity/caller";
import { OWNER_NAME } from "../identity/caller";
import { keyOfUse } from "../tools/dispatch/service-registry";
import { endRun } from "./end-run";
import { type LockedRun, type RunAddress, withDrivenRun } from "./run-access";

type ClientBody = Extract<EventBody, { type: (typeof CLIENT_EVENT_TYPES)[number] }>;
type BodyOf<Type extends ClientBody["type"]> = Extract<ClientBody, { type: Type }>;

const MOST_BODIES = 1000;
const MOST_CHARACTERS = 8_000_000;

const clientTypes: ReadonlySet<string> = new Set(CLIENT_EVENT_TYPES);

export const clientBodiesSchema = z
  .array(
    eventBodySchema.refine((body): body is ClientBody => clientTypes.has(body.type), {
      message: "is not for a client to write",
    }),
  )
  .min(1)
  .max(MOST_BODIES);

export interface RecordEvents extends RunAddress {
  runnerId: string;
  bodies: z.infer<typeof clientBodiesSchema>;
}

/**
 * Stores what the tab that drives the run says, all of it or nothing. Every rule about calls is kept here, under the
 * session's lock: a call is claimed once, only when it was checked and (where needed) approved with the same digest, and
 * settled once.
 */
export function recordEvents(context: ServerContext, caller: Caller, input: RecordEvents): Promise<Result<RunEvent[]>> {
  return withDrivenRun(context, caller, input, async (locked) => {
    const written: RunEvent[] = [];
    for (const body of input.bodies) {
      if (written.at(-1)?.type === "run-end") return fail("run-ended", "Nothing can follow the end of a run.");
      const state = await stateAfter(locked, written);
      const one = await recordOne(context, locked, state, body as ClientBody);
      if (!one.ok) return one;
      written.push(...one.value);
    }
    return ok(written);
  });
}

/** The run as it stands with what this very transaction has appended. */
async function stateAfter(locked: LockedRun, written: RunEvent[]): Promise<RunState> {
  const before = await locked.state();
  const runs = { runs: [before], lastSeq: locked.session.lastSeq, assigns: {} };
  return written.reduce((state, event) => foldEvent(state, event), runs).runs[0] ?? before;
}

async function recordOne(
  context: ServerContext,
  locked: LockedRun,
  state: RunState,
  body: ClientBody,
): Promise<Result<RunEvent[]>> {
  if (body.type === "run-end") return ok(await end(context, locked, state, body));
  const call = Object.hasOwn(state.calls, body.callId) ? state.calls[body.callId] : undefined;
  if (call === undefined) return fail("not-found", `There is no call ${body.callId} in this run.`);
  // What a call left running may still have something to say.
  if (call.phase === "settled" && body.type !== "call-log")
    return fail("already-settled", `Call ${body.callId} has its result already.`);
  switch (body.type) {
    case "call-check":
      return check(context, locked, call, body);
    case "call-claim":
      return claim(locked, state, call, body);
    case "call-log":
      return call.claimedAt === undefined
        ? fail("not-claimed", `Call ${body.callId} does not run.`)
        : ok([locked.append(locked.run.id, body)]);
    case "call-settle":
      return settle(context, locked, call, body);
  }
}

async function check(
  context: ServerContext,
  locked: LockedRun,
  call: CallState,
  body: BodyOf<"call-check">,
): Promise<Result<RunEvent[]>> {
  if (call.phase !== "checking" || call.cut || call.problem !== undefined) {
    return fail("not-runnable", `Call ${body.callId} is not one that can run.`);
  }
  if (call.digest !== undefined) return fail("already-checked", `Call ${body.callId} was checked already.`);
  if (call.tool !== body.tool) return fail("tool-mismatch", `Call ${body.callId} is for the tool "${call.tool}".`);
  if ((await argumentDigest(body.callId, body.tool, body.arguments)) !== body.digest) {
    return fail("digest-mismatch", `The digest of call ${body.callId} is not that of its arguments.`);
  }
  const checked = await withoutSecrets(locked, body);
  const written = [locked.append(locked.run.id, checked)];
  if (checked.needsApproval) written.push(await requestApproval(context, locked, checked));
  return ok(written);
}

/**
 * The arguments that are shown, approved and run are those that are stored. When an author's schema has put a secret into
 * them, the digest becomes that of what is stored, and the tool host, which parsed something else, does not run it.
 */
async function withoutSecrets(locked: LockedRun, body: BodyOf<"call-check">): Promise<BodyOf<"call-check">> {
  const args = locked.redactors.exact.value(body.arguments);
  if (JSON.stringify(args) === JSON.stringify(body.arguments)) return body;
  return { ...body, arguments: args, digest: await argumentDigest(body.callId, body.tool, args) };
}

function claim(locked: LockedRun, state: RunState, call: CallState, body: BodyOf<"call-claim">): Result<RunEvent[]> {
  if (call.claimedAt !== undefined) return fail("already-claimed", `Call ${body.callId} was claimed already.`);
  if (call.digest === undefined) return fail("not-checked", `Call ${body.callId} was not checked.`);
  const step = state.steps.find((candidate) => candidate.step === call.step);
  if (state.kind === "agent" && step?.endedAt === undefined) {
    return fail("step-open", "The model's turn is not over, so it is not known yet whether it was cut.");
  }
  if (call.needsApproval) {
    const decision = call.approval?.decision;
    if (decision?.kind !== "approved" || call.approval?.digest !== call.digest) {
      return fail("needs-approval", `Call ${body.callId} needs an approval of exactly these arguments.`);
    }
  }
  return ok([locked.append(locked.run.id, { ...body, by: locked.run.runnerId })]);
}

function settle(
  context: ServerContext,
  locked: LockedRun,
  call: CallState,
  body: BodyOf<"call-settle">,
): Result<RunEvent[]> {
  // Only a success says for sure that the tool ran: checking the arguments runs the author's schema, which can fail or time out.
  if (call.claimedAt === undefined && body.outcome.status === "ok") {
    return fail("not-claimed", `Call ${body.callId} was never claimed, so it cannot have run.`);
  }
  if (JSON.stringify(body.outcome).length > MOST_CHARACTERS) {
    return fail("invalid-input", "The result is larger than 8 MB.", { fix: "Return less, or write it to a file." });
  }
  // What still works for the call here has nobody left to answer.
  context.running.abort(keyOfUse({ runId: locked.run.id, callId: body.callId }));
  return ok([locked.append(locked.run.id, body)]);
}

function end(context: ServerContext, locked: LockedRun, state: RunState, body: BodyOf<"run-end">): Promise<RunEvent[]> {
  const by =
    body.reason === "stopped"
      ? ({ kind: "person", name: body.by ?? OWNER_NAME } as const)
      : ({ kind: "crash" } as const);
  return endRun(context, locked, state, body, by);
}
