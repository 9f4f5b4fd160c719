"use server";
import { z } from "zod";
import type { CacheEntrySummary } from "@/lib/core/cache/cache-report";
import type { Result } from "@/lib/core/errors/result";
import { listCachedResults as list, removeCachedResults as remove } from "@/lib/server/cache/session-cache";
import { serverCache } from "@/lib/server/server";
import { perform } from "./perform";

const listSchema = z.object({ sessionId: z.string().max(64), prefix: z.string().min(1).max(500) });
const removeSchema = listSchema.extend({ key: z.string().max(600).optional() });

/** What the operator's Redis keeps of one tool of the caller's own session, without the results. */
export async function listCachedResults(input: z.input<typeof listSchema>): Promise<Result<CacheEntrySummary[]>> {
  return perform(listSchema, input, async ({ sessionId, prefix }, { ownerId }) =>
    list(await serverCache(), { ownerId, sessionId }, prefix),
  );
}

/** One result, or all of one tool. */
export async function removeCachedResults(input: z.input<typeof removeSchema>): Promise<Result<void>> {
  return perform(removeSchema, input, async ({ sessionId, ...what }, { ownerId }) =>
    remove(await serverCache(), { ownerId, sessionId }, what),
  );
}
