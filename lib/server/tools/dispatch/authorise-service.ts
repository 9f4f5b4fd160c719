import "server-only";
import { and, eq } from "drizzle-orm";
import type { CallState } from "@/lib/core/agent/run-state";
import { canonicalJson } from "@/lib/core/call/canonical-json";
import { toJsonValue } from "@/lib/core/call/to-json-value";
import { fail, ok, type Result } from "@/lib/core/errors/result";
import { approvals } from "../../db/schema";
import type { LockedRun } from "../../runs/run-access";
import type { Service } from "../service";

/**
 * Whether this call may use the service with this input, by the log alone: what the page believes does not count. Every way
 * that is not named here ends in a refusal.
 */
export async function authoriseService<I>(
  locked: LockedRun,
  service: Service<I>,
  input: I,
  call: CallState | undefined,
): Promise<Result<CallState>> {
  if (call === undefined) return fail("outside-refused", "There is no such call in this run.");
  if (call.phase === "settled") return fail("outside-refused", `Call ${call.callId} is over.`);
  if (call.claimedAt === undefined || call.digest === undefined) {
    return fail("outside-refused", `Call ${call.callId} does not run.`);
  }
  const isOwn = isOwnCall(service, input, call);
  const ofCall = service.approvalOf === "call";
  if (service.openTo === "own-call" && !isOwn) {
    return fail(
      "outside-refused",
      `"${service.name}" serves only its own tool, with the arguments that were checked.`,
      {
        fix: `Give the agent the built-in "${service.name}" instead of asking from "${call.tool}".`,
      },
    );
  }
  if (!service.needsApproval(input)) return ok(call);
  if (!isOwn && !ofCall) {
    return fail(
      "outside-not-approved",
      `"${service.name}" needs an approval of exactly this, which only its own tool can ask for.`,
      {
        fix: `Give the agent the built-in "${service.name}"; what it asks for is then shown to a person first.`,
      },
    );
  }
  if (service.approvalFor !== undefined && !call.approval?.sideEffects.includes(service.approvalFor)) {
    return fail(
      "outside-not-approved",
      `Nobody approved that this call of "${call.tool}" talks to the ${service.approvalFor}.`,
    );
  }
  if (await isApproved(locked, call)) return ok(call);
  return fail(
    "outside-not-approved",
    ofCall
      ? `"${service.name}" acts only inside a call that a person approved, and nobody approved this call of "${call.tool}".`
      : `Nobody approved this call of "${call.tool}".`,
    { fix: `Set \`requiresApproval: true\` on "${call.tool}", so that a person decides before it runs.` },
  );
}

/** Whether what would be carried out is what the log says was checked. */
function isOwnCall<I>(service: Service<I>, input: I, call: CallState): boolean {
  const asked = service.argumentsOf === undefined ? input : service.argumentsOf(input);
  if (service.argumentsOf === undefined && call.tool !== service.name) return false;
  const reading = toJsonValue(asked);
  if (reading.cut || reading.renamed) return false;
  return canonicalJson(reading.value) === canonicalJson(call.arguments ?? {});
}

async function isApproved({ transaction, run }: LockedRun, call: CallState): Promise<boolean> {
  const [approval] = await transaction
    .select({ decision: approvals.decision, digest: approvals.digest })
    .from(approvals)
    .where(and(eq(approvals.runId, run.id), eq(approvals.callId, call.callId)));
  return approval?.decision === "approved" && approval.digest === call.digest;
}
