import type { CacheEntrySummary } from "@/lib/core/cache/cache-report";
import { answerCacheRequest, cacheRequestSchema, checkCacheRequest } from "@/lib/core/cache/cache-request";
import { OutsideError } from "@/lib/core/tool/outside";
import type { PageService } from "../page-service";
import { BrowserCacheStorage } from "./browser-cache-storage";
import { createCacheDatabase } from "./cache-database";

export interface BrowserCache {
  service: PageService;
  /** The stored entries of one tool's cache, used last first. */
  list(sessionId: string, prefix: string, limit: number): Promise<CacheEntrySummary[]>;
  /** One entry, or all of one tool's cache. */
  remove(sessionId: string, prefix: string, key: string | undefined): Promise<void>;
}

export interface BrowserCacheOptions {
  factory?(): IDBFactory | undefined;
  now?(): number;
  limits?: { entries: number; bytes: number };
}

/** Results of tools in this browser, each session's apart: authored code has no storage of its own. */
export function createBrowserCache(options: BrowserCacheOptions = {}): BrowserCache {
  const { factory = () => globalThis.indexedDB, now = Date.now, limits } = options;
  const database = createCacheDatabase(factory, now);
  const storageOf = (sessionId: string, prefix: string, maxSize = 0) =>
    new BrowserCacheStorage({ database, sessionId, prefix, maxSize, now, ...(limits && { limits }) });

  return {
    service: {
      name: "browser-cache",
      async ask(input, { sessionId }) {
        const request = cacheRequestSchema.safeParse(input);
        if (!request.success) {
          throw new OutsideError("outside-invalid-input", "That is no request to a cache.", { cause: request.error });
        }
        checkCacheRequest(request.data);
        return answerCacheRequest(storageOf(sessionId, request.data.prefix, request.data.maxSize), request.data);
      },
    },
    list: (sessionId, prefix, limit) => storageOf(sessionId, prefix).listStored(prefix, limit),
    async remove(sessionId, prefix, key) {
      const storage = storageOf(sessionId, prefix);
      if (key === undefined) await storage.clear(prefix);
      else await storage.delete(key);
    },
  };
}

/** The one of this page. */
export const browserCache = createBrowserCache();
