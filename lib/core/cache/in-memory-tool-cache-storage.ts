import type { CacheEntrySummary } from "./cache-report";
import { Chain, type Link } from "./chain";
import type { CacheEntry, NearestEntry, ToolCacheStorage } from "./tool-cache-storage";
import { VectorGroup } from "./vector-group";

const DEFAULT_SIZE = 1000;
const DEFAULT_BYTES = 64 * 1024 * 1024;
/** A product of two vectors of length 1 in single precision may miss 1 by this much. */
export const ROUNDING = 1e-6;

export interface InMemoryStorageOptions {
  /** Also bounds what is kept, whatever the number of entries. Default 64 MiB. */
  maxBytes?: number;
  onEvict?(key: string): void;
  now?(): number;
}

interface Stored {
  key: string;
  entry: CacheEntry;
  hits: number;
  used: Link<Stored>;
  aged: Link<Stored>;
}

/** Keeps results in this realm's memory. Every step costs the same at any size, but for a search by likeness. */
export class InMemoryToolCacheStorage implements ToolCacheStorage {
  readonly kind = "memory";
  private readonly entries = new Map<string, Stored>();
  /** Used longest ago first. */
  private readonly byUse = new Chain<Stored>();
  /** Stored longest ago first: with one lifetime for all, also the order in which they expire. */
  private readonly byAge = new Chain<Stored>();
  private readonly groups = new Map<string, VectorGroup>();
  private bytes = 0;

  constructor(
    private readonly maxSize: number = DEFAULT_SIZE,
    private readonly options: InMemoryStorageOptions = {},
  ) {}

  get(key: string): CacheEntry | undefined {
    const stored = this.entries.get(key);
    if (stored === undefined) return undefined;
    if (this.hasExpired(stored)) {
      this.remove(stored);
      return undefined;
    }
    return this.use(stored);
  }

  nearest(group: string, vector: Float32Array, similarity: number): NearestEntry | undefined {
    const vectors = this.groups.get(groupName(group, vector));
    for (;;) {
      const found = vectors?.nearest(vector);
      const stored = found === undefined ? undefined : this.entries.get(found.key);
      if (found === undefined || stored === undefined || found.similarity < similarity - ROUNDING) return undefined;
      if (!this.hasExpired(stored)) return { key: found.key, entry: this.use(stored), similarity: found.similarity };
      this.remove(stored);
    }
  }

  set(key: string, entry: CacheEntry): string[] {
    const earlier = this.entries.get(key);
    if (earlier !== undefined) this.remove(earlier);
    this.dropExpired();
    const maxBytes = this.options.maxBytes ?? DEFAULT_BYTES;
    const bytes = sizeOf(entry);
    if (this.maxSize < 1 || bytes > maxBytes) return [];
    const evicted: string[] = [];
    for (let oldest = this.byUse.first; oldest !== undefined; oldest = this.byUse.first) {
      if (this.entries.size < this.maxSize && this.bytes + bytes <= maxBytes) break;
      this.remove(oldest.item);
      evicted.push(oldest.item.key);
      this.options.onEvict?.(oldest.item.key);
    }
    this.add(key, entry, bytes);
    return evicted;
  }

  delete(key: string): boolean {
    const stored = this.entries.get(key);
    if (stored === undefined) return false;
    this.remove(stored);
    return !this.hasExpired(stored);
  }

  clear(prefix: string): void {
    for (const stored of Array.from(this.entries.values())) if (stored.key.startsWith(prefix)) this.remove(stored);
  }

  /** Without what has expired. */
  size(prefix: string): number {
    this.dropExpired();
    let size = 0;
    for (const stored of this.entries.values()) {
      if (stored.key.startsWith(prefix) && !this.hasExpired(stored)) size += 1;
    }
    return size;
  }

  list(prefix: string, limit: number): CacheEntrySummary[] {
    const summaries: CacheEntrySummary[] = [];
    for (let link = this.byUse.last; link !== undefined && summaries.length < limit; link = link.before) {
      const { key, entry, hits } = link.item;
      if (!key.startsWith(prefix) || this.hasExpired(link.item)) continue;
      const { label, storedAt, expiresAt, bytes } = entry;
      summaries.push({ key, label, storedAt, expiresAt, bytes, hits });
    }
    return summaries;
  }

  private now(): number {
    return this.options.now?.() ?? Date.now();
  }

  private hasExpired(stored: Stored): boolean {
    return stored.entry.expiresAt <= this.now();
  }

  private dropExpired(): void {
    for (let oldest = this.byAge.first; oldest !== undefined; oldest = this.byAge.first) {
      if (!this.hasExpired(oldest.item)) return;
      this.remove(oldest.item);
    }
  }

  private use(stored: Stored): CacheEntry {
    this.byUse.remove(stored.used);
    stored.used = this.byUse.add(stored);
    stored.hits += 1;
    return stored.entry;
  }

  private add(key: string, entry: CacheEntry, bytes: number): void {
    const stored = { key, entry, hits: 0 } as Stored;
    stored.used = this.byUse.add(stored);
    stored.aged = this.byAge.add(stored);
    this.entries.set(key, stored);
    this.bytes += bytes;
    if (entry.likeness === undefined) return;
    const { group, vector } = entry.likeness;
    const name = groupName(group, vector);
    const vectors = this.groups.get(name) ?? new VectorGroup(vector.length);
    this.groups.set(name, vectors);
    vectors.set(key, vector);
  }

  private remove(stored: Stored): void {
    const { key, entry } = stored;
    this.entries.delete(key);
    this.byUse.remove(stored.used);
    this.byAge.remove(stored.aged);
    this.bytes -= sizeOf(entry);
    if (entry.likeness === undefined) return;
    const name = groupName(entry.likeness.group, entry.likeness.vector);
    const vectors = this.groups.get(name);
    vectors?.delete(key);
    if (vectors?.size === 0) this.groups.delete(name);
  }
}

function sizeOf(entry: CacheEntry): number {
  return entry.bytes + (entry.likeness?.vector.byteLength ?? 0);
}

/** Only vectors of one length can be compared. */
function groupName(group: string, vector: Float32Array): string {
  return `${vector.length}:${group}`;
}
