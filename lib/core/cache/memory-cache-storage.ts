import type { CacheEntry, ToolCacheStorage } from "./tool-cache-storage";

/** Keeps results in this realm's memory. The map's own order is the order of use, so an eviction costs the same at any size. */
export class MemoryCacheStorage implements ToolCacheStorage {
  private readonly entries = new Map<string, CacheEntry>();

  constructor(
    private readonly maxSize: number,
    private readonly now: () => number,
  ) {}

  async get(key: string): Promise<CacheEntry | undefined> {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    this.entries.delete(key);
    if (entry.expiresAt <= this.now()) return undefined;
    this.entries.set(key, entry);
    return entry;
  }

  async set(key: string, entry: CacheEntry): Promise<string[]> {
    if (this.maxSize <= 0) return [];
    this.entries.delete(key);
    const evicted: string[] = [];
    for (const oldest of this.entries.keys()) {
      if (this.entries.size < this.maxSize) break;
      this.entries.delete(oldest);
      evicted.push(oldest);
    }
    this.entries.set(key, entry);
    return evicted;
  }

  async delete(key: string): Promise<boolean> {
    return this.entries.delete(key);
  }

  async clear(prefix: string): Promise<void> {
    for (const key of this.entries.keys()) if (key.startsWith(prefix)) this.entries.delete(key);
  }

  /** Without what has expired. */
  async size(prefix: string): Promise<number> {
    let size = 0;
    for (const [key, entry] of this.entries) {
      if (key.startsWith(prefix) && entry.expiresAt > this.now()) size += 1;
    }
    return size;
  }
}
