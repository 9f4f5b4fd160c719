import "server-only";
import { z } from "zod";
import { ok, type Result } from "@/lib/core/errors/result";
import type { ServerContext } from "../../context";
import type { Caller } from "../../identity/caller";
import { withOpenRun } from "../../runs/run-access";
import { keyOfUse } from "./service-registry";

export const stopServiceSchema = z.object({
  sessionId: z.string().max(64),
  runId: z.string().max(64),
  callId: z.string().min(1).max(200),
  ordinal: z.number().int().nonnegative(),
});
export type StopService = z.infer<typeof stopServiceSchema>;

/** Ends one use, in whichever process it is carried out: a client that stops reading is not heard by the server. */
export function stopService(context: ServerContext, caller: Caller, input: StopService): Promise<Result<void>> {
  return withOpenRun(context, caller, input, async ({ transaction }) => {
    await context.database.signal(transaction, { kind: "stop", id: keyOfUse(input) });
    return ok(undefined);
  });
}
