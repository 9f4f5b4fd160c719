import { invalidCache } from "./cache-options";
import { InMemoryToolCacheStorage } from "./in-memory-tool-cache-storage";
import type { RedisClientLike } from "./redis-client-like";
import { RedisToolCacheStorage } from "./redis-tool-cache-storage";
import type { ToolCacheStorage } from "./tool-cache-storage";

export interface CreateStorageOptions {
  maxSize?: number;
  redisClient?: RedisClientLike;
  keyPrefix?: string;
  onEvict?(key: string): void;
}

/** A storage that several caches may share; `maxSize` then bounds all of them together. */
export function createToolCacheStorage(type: "memory" | "redis", options: CreateStorageOptions = {}): ToolCacheStorage {
  const { maxSize, redisClient, keyPrefix, onEvict } = options;
  if (type === "memory") return new InMemoryToolCacheStorage(maxSize, { ...(onEvict && { onEvict }) });
  if (type === "redis") {
    return new RedisToolCacheStorage({
      // Refused there when it is missing.
      client: redisClient as RedisClientLike,
      ...(keyPrefix === undefined ? {} : { keyPrefix }),
      ...(maxSize === undefined ? {} : { maxSize }),
      ...(onEvict && { onEvict }),
    });
  }
  throw invalidCache("storage", `The cache storage "${String(type)}" is not known.`, 'Use "memory" or "redis".');
}
