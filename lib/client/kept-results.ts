import { listCachedResults, removeCachedResults } from "@/lib/actions/cache-actions";
import { fail, ok, type Result } from "@/lib/core/errors/result";
import type { KeptResults } from "./cache-desk";
import type { BrowserCache } from "./outside/cache/browser-cache";
import { reachServer } from "./reach-server";

/** The results of one session's tools that the operator's Redis keeps. */
export function resultsOnServer(sessionId: string): KeptResults {
  return {
    list: (prefix) => reachServer(() => listCachedResults({ sessionId, prefix })),
    remove: (prefix, key) =>
      reachServer(() => removeCachedResults({ sessionId, prefix, ...(key === undefined ? {} : { key }) })),
  };
}

/** Those that this browser keeps. */
export function resultsInBrowser(sessionId: string, cache: BrowserCache): KeptResults {
  return {
    list: (prefix, limit) => answered(() => cache.list(sessionId, prefix, limit)),
    remove: (prefix, key) => answered(() => cache.remove(sessionId, prefix, key)),
  };
}

async function answered<T>(work: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await work());
  } catch (error) {
    const message = error instanceof Error ? error.message : "The browser's store did not answer.";
    return fail("outside-failed", message, { fix: "Allow this site to keep data, or free space in the browser." });
  }
}
