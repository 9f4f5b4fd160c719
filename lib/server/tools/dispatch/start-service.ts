import "server-only";
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { jsonValueSchema } from "@/lib/core/errors/json-value";
import { fail, ok, type Result } from "@/lib/core/errors/result";
import { issueLines } from "@/lib/core/schema/issue-lines";
import type { ServiceEvent } from "@/lib/core/tool/service-event";
import type { ServerContext } from "../../context";
import { serviceCalls } from "../../db/schema";
import type { Caller } from "../../identity/caller";
import { type LockedRun, withDrivenRun } from "../../runs/run-access";
import type { Service } from "../service";
import { authoriseService } from "./authorise-service";
import { runService } from "./run-service";

const MOST_USES = 10_000;
const LARGEST_INPUT = 4_000_000;
const LONGEST_MS = 10 * 60_000;

const jsonObject = z.record(z.string(), jsonValueSchema);

export const startServiceSchema = z.object({
  sessionId: z.string().max(64),
  runId: z.string().max(64),
  runnerId: z.string().min(1).max(100),
  callId: z.string().min(1).max(200),
  /** Counts the uses of the call, so that none is carried out twice. */
  ordinal: z.number().int().nonnegative().max(MOST_USES),
  service: z.string().max(200),
  input: jsonObject,
  settings: jsonObject,
  /** What is left of the call's time: the service answers before the call is ended from outside. */
  withinMs: z.number().int().positive().max(LONGEST_MS),
});
export type StartService = z.infer<typeof startServiceSchema>;

/**
 * Begins one use of a service for a call that runs, and returns at once with the stream of what it says. Whatever the page
 * claims is checked against the log first, and the use is claimed there before the service is entered: it acts at most once.
 */
export async function startService(
  context: ServerContext,
  caller: Caller,
  input: StartService,
): Promise<Result<ReadableStream<ServiceEvent>>> {
  const service = context.tools.services.find(({ name }) => name === input.service);
  if (service === undefined) {
    return fail("outside-unknown-service", `There is no service "${input.service}".`);
  }
  if (JSON.stringify(input.input).length > LARGEST_INPUT) {
    return fail("outside-too-large", `What "${service.name}" is asked is larger than ${LARGEST_INPUT / 1e6} MB.`);
  }
  const parsed = await service.input.safeParseAsync(input.input);
  if (!parsed.success) {
    const lines = issueLines(parsed.error);
    return fail("outside-invalid-input", `Invalid input for "${service.name}": ${lines.join("\n")}`);
  }
  const rate = context.serviceRate.take(caller.ownerId);
  if (!rate.ok) {
    const seconds = Math.ceil(rate.retryAfterMs / 1000);
    return fail("outside-busy", "Too many requests of tools in a short time.", { fix: `Wait ${seconds} s.` });
  }
  const use = { runId: input.runId, callId: input.callId, ordinal: input.ordinal };
  const open = context.running.open(use, caller.ownerId, context.limits.servicesAtOnce);
  if (open === undefined) {
    return fail(
      "outside-busy",
      `${context.limits.servicesAtOnce} requests of your tools are being carried out already.`,
      {
        fix: "Wait for one of them.",
      },
    );
  }
  let begun = false;
  try {
    const claimed = await withDrivenRun(context, caller, input, async (locked) => {
      const { calls } = await locked.state();
      const call = Object.hasOwn(calls, input.callId) ? calls[input.callId] : undefined;
      const allowed = await authoriseService(locked, service, parsed.data, call);
      if (!allowed.ok) return allowed;
      if (actsOncePerCall(service, parsed.data) && (await wasAsked(locked, use, service.name))) {
        return fail("outside-refused", `"${service.name}" was asked by this call before; it acts once per call.`);
      }
      const rows = await locked.transaction
        .insert(serviceCalls)
        .values({ ...use, service: service.name, startedAt: locked.at })
        .onConflictDoNothing()
        .returning({ ordinal: serviceCalls.ordinal });
      if (rows.length === 0)
        return fail("outside-refused", "This request was taken before; it is never carried out twice.");
      return ok(allowed.value.tool);
    });
    if (!claimed.ok) return claimed;
    begun = true;
    const { sessionId, settings, withinMs } = input;
    return ok(
      runService(context, {
        ...use,
        service,
        input: parsed.data,
        tool: claimed.value,
        ownerId: caller.ownerId,
        sessionId,
        settings,
        withinMs,
        open,
      }),
    );
  } finally {
    if (!begun) open.close();
  }
}

/** One decision is good for one deed: a page that asks again under another ordinal gets nothing. */
function actsOncePerCall(service: Service, input: unknown): boolean {
  return service.openTo === "own-call" || (service.approvalOf !== "call" && service.needsApproval(input));
}

async function wasAsked(
  { transaction }: LockedRun,
  { runId, callId }: { runId: string; callId: string },
  service: string,
): Promise<boolean> {
  const rows = await transaction
    .select({ ordinal: serviceCalls.ordinal })
    .from(serviceCalls)
    .where(and(eq(serviceCalls.runId, runId), eq(serviceCalls.callId, callId), eq(serviceCalls.service, service)))
    .limit(1);
  return rows.length > 0;
}
