"use server";
import { z } from "zod";
import { ok, type Result } from "@/lib/core/errors/result";
import { listWaiting as list, type WaitingSession } from "@/lib/server/approvals/list-waiting";
import { perform } from "./perform";

const nothing = z.object({});

/** What waits for a decision in all of the caller's sessions. */
export async function listWaiting(input: z.input<typeof nothing>): Promise<Result<WaitingSession[]>> {
  return perform(nothing, input, async (_parsed, caller, context) => ok(await list(context, caller)));
}
