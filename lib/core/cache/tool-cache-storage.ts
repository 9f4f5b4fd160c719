/** One remembered result. The value belongs to the storage: it is copied on the way in and on the way out. */
export interface CacheEntry {
  value: unknown;
  /** Milliseconds since the epoch. */
  storedAt: number;
  expiresAt: number;
}

/** Where results are kept. Implementations evict what was used longest ago when they are full. */
export interface ToolCacheStorage {
  /** Counts as a use. */
  get(key: string): Promise<CacheEntry | undefined>;
  /** The keys that had to leave. */
  set(key: string, entry: CacheEntry): Promise<string[]>;
  delete(key: string): Promise<boolean>;
  /** Removes every key with this prefix. */
  clear(prefix: string): Promise<void>;
  size(prefix: string): Promise<number>;
}
