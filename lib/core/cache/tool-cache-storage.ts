import type { Outside } from "../tool/outside";
import type { CacheEntrySummary } from "./cache-report";

/** What a storage may need of the call it is used in. A `ToolContext` is one. */
export interface CacheAccess {
  userId?: string;
  sessionId?: string;
  /** The way to a storage that lies outside of the tool's own place. */
  outside?: Outside;
  signal?: AbortSignal;
}

/** One remembered result. The value belongs to the storage: nothing outside refers to it. */
export interface CacheEntry {
  value: unknown;
  /** Milliseconds since the epoch. */
  storedAt: number;
  expiresAt: number;
  /** About what the value takes. */
  bytes: number;
  /** The parameters in few words, for a person. */
  label: string;
  /** Only in a cache that compares by likeness: where its text stands, of length 1, and among whom. */
  likeness?: { group: string; vector: Float32Array };
}

/**
 * Where results are kept. The contract suite in `lib/testing` says what each implementation does. A method that answers
 * with a value and not a promise has the answer at once; `withCache` waits for neither more than it must.
 */
export interface ToolCacheStorage {
  readonly kind: string;
  /** Counts as a use. `undefined` for what has expired. */
  get(key: string, access?: CacheAccess): CacheEntry | undefined | Promise<CacheEntry | undefined>;
  /** The entry of this group whose vector is most like this one, if it is at least as like as `similarity`. Counts as a use. */
  nearest(
    group: string,
    vector: Float32Array,
    similarity: number,
    access?: CacheAccess,
  ): NearestEntry | undefined | Promise<NearestEntry | undefined>;
  /** The keys that had to leave for it, those used longest ago first. An entry that is too large for the storage is not kept. */
  set(key: string, entry: CacheEntry, access?: CacheAccess): string[] | Promise<string[]>;
  /** Whether there was one that could still be given out. */
  delete(key: string, access?: CacheAccess): boolean | Promise<boolean>;
  /** Removes every key with this prefix. */
  clear(prefix: string, access?: CacheAccess): void | Promise<void>;
  /** How many entries with this prefix there are, as far as is known without asking. */
  size(prefix: string): number;
  /** The entries with this prefix, used last first, as far as is known without asking. */
  list(prefix: string, limit: number): CacheEntrySummary[];
}

export interface NearestEntry {
  key: string;
  entry: CacheEntry;
  similarity: number;
}
