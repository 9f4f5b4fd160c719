import { z } from "zod";
import type { CacheEntrySummary } from "@/lib/core/cache/cache-report";
import { ROUNDING } from "@/lib/core/cache/in-memory-tool-cache-storage";
import { isExactJson } from "@/lib/core/cache/is-exact-json";
import type { CacheEntry, NearestEntry, ToolCacheStorage } from "@/lib/core/cache/tool-cache-storage";
import { cosineSimilarity } from "@/lib/core/embedding/cosine-similarity";
import { OutsideError } from "@/lib/core/tool/outside";
import { type CacheDatabase, ENTRIES, finished, resultOf, TEXTS } from "./cache-database";

export interface BrowserCacheStorageOptions {
  database: CacheDatabase;
  sessionId: string;
  prefix: string;
  maxSize: number;
  now(): number;
  /** For all tools of one session together. */
  limits?: { entries: number; bytes: number };
}

/** What is known of an entry without reading its value. */
const rowSchema = z.object({
  key: z.string(),
  prefix: z.string(),
  storedAt: z.number(),
  expiresAt: z.number(),
  usedAt: z.number(),
  hits: z.number(),
  bytes: z.number(),
  label: z.string(),
  /** Characters of its text and bytes of its vector. */
  size: z.number(),
  likeness: z.object({ group: z.string(), vector: z.instanceof(Float32Array) }).optional(),
});
type Row = z.infer<typeof rowSchema>;

const SESSION_LIMITS = { entries: 2_000, bytes: 50 * 1024 * 1024 };

/**
 * Keeps the results of one tool in one session in IndexedDB. What is broken there, by another version or another hand, is
 * dropped. Only JSON is kept.
 *
 * @throws OutsideError `outside-quota` from `set` when the browser has no room.
 */
export class BrowserCacheStorage implements ToolCacheStorage {
  readonly kind = "browser";
  constructor(private readonly options: BrowserCacheStorageOptions) {}

  async get(key: string): Promise<CacheEntry | undefined> {
    const { entries, texts } = await this.stores("readwrite");
    const row = await this.readRow(entries, key);
    const value = row === undefined ? undefined : parseText(await resultOf<unknown>(texts.get(this.at(key))));
    if (row === undefined || value === undefined) {
      entries.delete(this.at(key));
      texts.delete(this.at(key));
      return undefined;
    }
    entries.put({ ...row, usedAt: this.options.database.nextUse(), hits: row.hits + 1 }, this.at(key));
    return entryOf(row, value.value);
  }

  async nearest(group: string, vector: Float32Array, similarity: number): Promise<NearestEntry | undefined> {
    const { entries } = await this.stores("readonly");
    const candidates = (await this.readRows(entries))
      .filter((row) => row.likeness?.group === group && !this.hasExpired(row))
      .map((row) => ({ key: row.key, similarity: cosineSimilarity(vector, row.likeness?.vector ?? []) }))
      .filter((candidate) => candidate.similarity >= similarity - ROUNDING)
      .sort((one, other) => other.similarity - one.similarity);
    for (const candidate of candidates) {
      const entry = await this.get(candidate.key);
      if (entry !== undefined) return { ...candidate, entry };
    }
    return undefined;
  }

  async set(key: string, entry: CacheEntry): Promise<string[]> {
    if (this.options.maxSize < 1 || !isExactJson(entry.value)) return [];
    const text = JSON.stringify(entry.value);
    const { likeness, storedAt, expiresAt, bytes, label } = entry;
    const { prefix } = this.options;
    const size = text.length + (likeness?.vector.byteLength ?? 0);
    const usedAt = this.options.database.nextUse();
    const row: Row = { key, prefix, storedAt, expiresAt, usedAt, hits: 0, bytes, label, size };
    try {
      const { entries, texts, transaction } = await this.stores("readwrite");
      entries.put({ ...row, ...(likeness && { likeness }) }, this.at(key));
      texts.put(text, this.at(key));
      const { expired, evicted } = this.leaving(await this.readRows(entries));
      for (const gone of [...expired, ...evicted]) {
        entries.delete(this.at(gone));
        texts.delete(this.at(gone));
      }
      await finished(transaction);
      return evicted;
    } catch (cause) {
      if ((cause as { name?: unknown } | null)?.name !== "QuotaExceededError") throw cause;
      throw new OutsideError("outside-quota", "This browser has no more room for cached results of tools.", { cause });
    }
  }

  async delete(key: string): Promise<boolean> {
    const { entries, texts, transaction } = await this.stores("readwrite");
    const row = await this.readRow(entries, key);
    entries.delete(this.at(key));
    texts.delete(this.at(key));
    await finished(transaction);
    return row !== undefined;
  }

  async clear(prefix: string): Promise<void> {
    const { entries, texts, transaction } = await this.stores("readwrite");
    const range = IDBKeyRange.bound(this.at(prefix), this.at(`${prefix}\uffff`));
    entries.delete(range);
    texts.delete(range);
    await finished(transaction);
  }

  /** Nothing is known here without asking; `listStored` asks. */
  size(): number {
    return 0;
  }

  list(): CacheEntrySummary[] {
    return [];
  }

  /** The entries with this prefix, used last first. */
  async listStored(prefix: string, limit: number): Promise<CacheEntrySummary[]> {
    const { entries } = await this.stores("readonly");
    return (await this.readRows(entries))
      .filter((row) => row.key.startsWith(prefix) && !this.hasExpired(row))
      .sort((one, other) => other.usedAt - one.usedAt)
      .slice(0, limit)
      .map(({ key, label, storedAt, expiresAt, bytes, hits }) => ({ key, label, storedAt, expiresAt, bytes, hits }));
  }

  /** What has expired goes for nothing; then what was used longest ago, of this tool and of the session. */
  private leaving(rows: readonly Row[]): { expired: string[]; evicted: string[] } {
    const { prefix, maxSize, limits = SESSION_LIMITS } = this.options;
    const expired = rows.filter((row) => this.hasExpired(row)).map(({ key }) => key);
    const byUse = rows.filter((row) => !this.hasExpired(row)).sort((one, other) => one.usedAt - other.usedAt);
    const evicted: string[] = [];
    let own = byUse.filter((row) => row.prefix === prefix).length;
    let { length: all } = byUse;
    let bytes = byUse.reduce((sum, { size }) => sum + size, 0);
    for (const row of byUse) {
      const tooMany = row.prefix === prefix && own > maxSize;
      if (!tooMany && all <= limits.entries && bytes <= limits.bytes) continue;
      evicted.push(row.key);
      all -= 1;
      bytes -= row.size;
      if (row.prefix === prefix) own -= 1;
    }
    return { expired, evicted };
  }

  private async readRow(entries: IDBObjectStore, key: string): Promise<Row | undefined> {
    const parsed = rowSchema.safeParse(await resultOf<unknown>(entries.get(this.at(key))));
    return parsed.success && !this.hasExpired(parsed.data) ? parsed.data : undefined;
  }

  private async readRows(entries: IDBObjectStore): Promise<Row[]> {
    const { sessionId } = this.options;
    const all = await resultOf<unknown[]>(entries.getAll(IDBKeyRange.bound([sessionId], [sessionId, []])));
    return all.flatMap((each) => {
      const parsed = rowSchema.safeParse(each);
      return parsed.success ? [parsed.data] : [];
    });
  }

  private async stores(mode: IDBTransactionMode) {
    const database = await this.options.database.open();
    const transaction = database.transaction([ENTRIES, TEXTS], mode);
    return { transaction, entries: transaction.objectStore(ENTRIES), texts: transaction.objectStore(TEXTS) };
  }

  private at(key: string): [string, string] {
    return [this.options.sessionId, key];
  }

  private hasExpired({ expiresAt }: Row): boolean {
    return expiresAt <= this.options.now();
  }
}

function entryOf({ storedAt, expiresAt, bytes, label, likeness }: Row, value: unknown): CacheEntry {
  return { value, storedAt, expiresAt, bytes, label, ...(likeness && { likeness }) };
}

function parseText(text: unknown): { value: unknown } | undefined {
  if (typeof text !== "string") return undefined;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
