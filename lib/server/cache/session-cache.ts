import "server-only";
import { type CacheEntrySummary, REPORTED_ENTRIES } from "@/lib/core/cache/cache-report";
import { fail, ok, type Result } from "@/lib/core/errors/result";
import { OutsideError } from "@/lib/core/tool/outside";
import type { CacheOwner, ServerCache } from "./server-cache";

/** What is kept of one tool in one session. The owner is a part of every key, so nobody else's session can be named. */
export function listCachedResults(
  cache: ServerCache,
  owner: CacheOwner,
  prefix: string,
): Promise<Result<CacheEntrySummary[]>> {
  return answered(() => cache.list(owner, prefix, REPORTED_ENTRIES));
}

/** Removes one result, or all of one tool. */
export function removeCachedResults(
  cache: ServerCache,
  owner: CacheOwner,
  { prefix, key }: { prefix: string; key?: string | undefined },
): Promise<Result<void>> {
  return answered(() => cache.remove(owner, prefix, key));
}

async function answered<T>(work: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await work());
  } catch (error) {
    if (!OutsideError.isInstance(error)) throw error;
    return fail(error.code, error.message, { fix: "Try again; tools run without their cache meanwhile." });
  }
}
