import "server-only";
import type { Redis } from "ioredis";
import type { CacheEntrySummary } from "@/lib/core/cache/cache-report";
import {
  answerCacheRequest,
  type CacheRequest,
  cacheRequestSchema,
  checkCacheRequest,
} from "@/lib/core/cache/cache-request";
import { hashText } from "@/lib/core/cache/hash-text";
import { RedisToolCacheStorage } from "@/lib/core/cache/redis-tool-cache-storage";
import { OutsideError } from "@/lib/core/tool/outside";
import type { Service } from "../tools/service";
import { connectRedis } from "./connect-redis";

export interface ServerCacheOptions {
  /** Undefined: the operator connected none, and every request is refused in words that say so. */
  redisUrl: string | undefined;
  onLost?(error: Error): void;
  now?(): number;
}

/** Whose entries: nobody reaches those of another session, whatever keys a page names. */
export interface CacheOwner {
  ownerId: string;
  sessionId: string;
}

export interface ServerCache {
  service: Service<CacheRequest>;
  /** The stored entries of one tool's cache, used last first. */
  list(owner: CacheOwner, prefix: string, limit: number): Promise<CacheEntrySummary[]>;
  /** One entry, or all of one tool's cache. */
  remove(owner: CacheOwner, prefix: string, key: string | undefined): Promise<void>;
  close(): Promise<void>;
}

/** Tools of one session whose results are kept at once; then the one that was used longest ago goes. */
const MOST_PLACES = 20;
const LONGEST_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

/** Results of tools in the operator's Redis, each session's apart. */
export function openServerCache(options: ServerCacheOptions): ServerCache {
  const { redisUrl, onLost = told, now = Date.now } = options;
  let client: Redis | undefined;

  function connected(): Redis {
    if (redisUrl === undefined) {
      throw new OutsideError(
        "outside-missing",
        'This server keeps no results: its operator has not set TOOLWRIGHT_REDIS_URL. Use storage: "browser" or "memory".',
      );
    }
    client ??= connectRedis({ url: redisUrl, onLost });
    return client;
  }

  function storageOf(owner: CacheOwner, prefix: string, maxSize: number): RedisToolCacheStorage {
    // The prefix is an author's text of any kind; its digest cannot be taken for a part of another key.
    const keyPrefix = `${sessionPrefix(owner)}${hashText(prefix).slice(0, 32)}`;
    return new RedisToolCacheStorage({ client: connected(), keyPrefix, maxSize, now });
  }

  async function answer(request: CacheRequest, owner: CacheOwner) {
    checkCacheRequest(request);
    const storage = storageOf(owner, request.prefix, request.maxSize);
    if (request.method !== "set") return answerCacheRequest(storage, request);
    await touchPlace(owner, request.prefix);
    const expiresAt = Math.min(request.entry.expiresAt, now() + LONGEST_LIFETIME_MS);
    return answerCacheRequest(storage, { ...request, entry: { ...request.entry, expiresAt } });
  }

  /** A page that makes up tools without end keeps no more than a few. */
  async function touchPlace(owner: CacheOwner, prefix: string): Promise<void> {
    const redis = connected();
    const places = `${sessionPrefix(owner)}places`;
    await redis.zadd(places, now(), prefix);
    await redis.pexpire(places, LONGEST_LIFETIME_MS);
    const known = await redis.zrange(places, 0, "-1");
    for (const old of known.slice(0, Math.max(0, known.length - MOST_PLACES))) {
      await storageOf(owner, old, 0).clear(old);
      await redis.zrem(places, old);
    }
  }

  return {
    service: {
      name: "server-cache",
      input: cacheRequestSchema,
      needsApproval: () => false,
      openTo: "any-call",
      execute: (request, { ownerId, sessionId }) => answering(() => answer(request, { ownerId, sessionId })),
    },
    list: (owner, prefix, limit) =>
      redisUrl === undefined
        ? Promise.resolve([])
        : answering(() => storageOf(owner, prefix, 0).listStored(prefix, limit)),
    async remove(owner, prefix, key) {
      if (redisUrl === undefined) return;
      const storage = storageOf(owner, prefix, 0);
      await answering<unknown>(() => (key === undefined ? storage.clear(prefix) : storage.delete(key)));
    },
    async close() {
      client?.disconnect();
      client = undefined;
    },
  };
}

function sessionPrefix({ ownerId, sessionId }: CacheOwner): string {
  return `toolwright:cache:${ownerId}:${sessionId}:`;
}

/** What Redis or the way to it did wrong is no secret, but its words are the operator's, not an author's. */
async function answering<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (OutsideError.isInstance(error)) throw error;
    throw new OutsideError("outside-failed", "The server's cache does not answer.", { cause: error });
  }
}

function told(error: Error): void {
  console.error("Redis is away; tools run without the server's cache until it is back:", error.message);
}
