import type { CacheEntrySummary } from "./cache-report";
import type { CacheEntry } from "./tool-cache-storage";

const MOST = 2000;

/** What a storage that lies elsewhere has told so far: enough to show a person, never what is answered from. */
export class KnownEntries {
  /** Used longest ago first. */
  private readonly entries = new Map<string, CacheEntrySummary>();

  constructor(private readonly now: () => number) {}

  stored(key: string, entry: CacheEntry): void {
    this.put(key, entry, 0);
  }

  used(key: string, entry: CacheEntry): void {
    this.put(key, entry, this.hits(key) + 1);
  }

  gone(key: string): void {
    this.entries.delete(key);
  }

  clear(prefix: string): void {
    for (const key of this.entries.keys()) if (key.startsWith(prefix)) this.entries.delete(key);
  }

  hits(key: string): number {
    return this.entries.get(key)?.hits ?? 0;
  }

  size(prefix: string): number {
    return this.live(prefix).length;
  }

  /** Used last first. */
  list(prefix: string, limit: number): CacheEntrySummary[] {
    return this.live(prefix).reverse().slice(0, limit);
  }

  private live(prefix: string): CacheEntrySummary[] {
    return Array.from(this.entries.values()).filter(
      ({ key, expiresAt }) => key.startsWith(prefix) && expiresAt > this.now(),
    );
  }

  private put(key: string, { label, storedAt, expiresAt, bytes }: CacheEntry, hits: number): void {
    this.entries.delete(key);
    this.entries.set(key, { key, label, storedAt, expiresAt, bytes, hits });
    const oldest = this.entries.keys().next();
    if (this.entries.size > MOST && !oldest.done) this.entries.delete(oldest.value);
  }
}
