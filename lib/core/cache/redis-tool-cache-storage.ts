import { z } from "zod";
import { cosineSimilarity } from "../embedding/cosine-similarity";
import { jsonValueSchema } from "../errors/json-value";
import { invalidCache } from "./cache-options";
import type { CacheEntrySummary } from "./cache-report";
import { ROUNDING } from "./in-memory-tool-cache-storage";
import { isExactJson } from "./is-exact-json";
import { KnownEntries } from "./known-entries";
import type { RedisClientLike } from "./redis-client-like";
import type { CacheEntry, NearestEntry, ToolCacheStorage } from "./tool-cache-storage";

const DEFAULT_SIZE = 1000;

export interface RedisStorageOptions {
  client: RedisClientLike;
  /** What every key in Redis begins with. Default `toolcache`. */
  keyPrefix?: string;
  maxSize?: number;
  onEvict?(key: string): void;
  now?(): number;
}

const storedSchema = z.object({
  value: jsonValueSchema,
  storedAt: z.number(),
  expiresAt: z.number(),
  bytes: z.number(),
  label: z.string(),
});
const likenessSchema = z.object({ group: z.string(), vector: z.array(z.number()) });

/**
 * Keeps results in Redis, for a client that the author brings. One key an entry, one for its vector, one sorted set for the
 * order of use. Redis lets go of what expires by itself; what it let go of leaves the order when it is met. Only JSON is kept.
 */
export class RedisToolCacheStorage implements ToolCacheStorage {
  readonly kind = "redis";
  private readonly client: RedisClientLike;
  private readonly prefix: string;
  private readonly maxSize: number;
  private readonly known: KnownEntries;
  private lastUse = 0;

  /** @throws ToolwrightError `invalid-cache` when there is no client. */
  constructor(private readonly options: RedisStorageOptions) {
    if (typeof (options?.client as Partial<RedisClientLike> | undefined)?.get !== "function") {
      const fix = "Give a connected client such as ioredis as redisClient.";
      throw invalidCache("redisClient", "redisClient required for redis storage.", fix);
    }
    this.client = options.client;
    this.prefix = `${(options.keyPrefix ?? "toolcache").replace(/:+$/, "")}:`;
    this.maxSize = options.maxSize ?? DEFAULT_SIZE;
    this.known = new KnownEntries(() => this.now());
  }

  async get(key: string): Promise<CacheEntry | undefined> {
    const entry = this.read(await this.client.get(this.entryKey(key)));
    if (entry === undefined) {
      await this.forget([key]);
      return undefined;
    }
    await this.client.zadd(this.orderKey, this.nextUse(), key);
    this.known.used(key, entry);
    return entry;
  }

  async nearest(group: string, vector: Float32Array, similarity: number): Promise<NearestEntry | undefined> {
    const keys = (await this.client.zrange(this.orderKey, 0, "-1")).filter((key) => key.startsWith(group));
    if (keys.length === 0) return undefined;
    const texts = await this.client.mget(...keys.map((key) => this.vectorKey(key)));
    const candidates = keys
      .map((key, index) => ({ key, similarity: likenessTo(vector, group, texts[index]) }))
      .filter((candidate) => candidate.similarity >= similarity - ROUNDING)
      .sort((one, other) => other.similarity - one.similarity);
    for (const candidate of candidates) {
      const entry = await this.get(candidate.key);
      if (entry !== undefined) return { ...candidate, entry };
    }
    return undefined;
  }

  async set(key: string, entry: CacheEntry): Promise<string[]> {
    if (this.maxSize < 1 || !isExactJson(entry.value)) return [];
    const seconds = Math.ceil((entry.expiresAt - this.now()) / 1000);
    if (seconds < 1) return [];
    const { likeness, ...stored } = entry;
    await this.client.setex(this.entryKey(key), seconds, JSON.stringify(stored));
    if (likeness !== undefined) {
      const text = JSON.stringify({ group: likeness.group, vector: Array.from(likeness.vector) });
      await this.client.setex(this.vectorKey(key), seconds, text);
    }
    await this.client.zadd(this.orderKey, this.nextUse(), key);
    this.known.stored(key, entry);
    const evicted = await this.evictBeyond(this.maxSize);
    for (const gone of evicted) this.options.onEvict?.(gone);
    return evicted;
  }

  async delete(key: string): Promise<boolean> {
    const entry = this.read(await this.client.get(this.entryKey(key)));
    await this.forget([key]);
    return entry !== undefined;
  }

  async clear(prefix: string): Promise<void> {
    const keys = await this.client.zrange(this.orderKey, 0, "-1");
    await this.forget(keys.filter((key) => key.startsWith(prefix)));
    this.known.clear(prefix);
  }

  size(prefix: string): number {
    return this.known.size(prefix);
  }

  list(prefix: string, limit: number): CacheEntrySummary[] {
    return this.known.list(prefix, limit);
  }

  /** All entries with this prefix as Redis has them, used last first. */
  async listStored(prefix: string, limit: number): Promise<CacheEntrySummary[]> {
    const keys = (await this.client.zrange(this.orderKey, 0, "-1"))
      .filter((key) => key.startsWith(prefix))
      .reverse()
      .slice(0, limit);
    if (keys.length === 0) return [];
    const texts = await this.client.mget(...keys.map((key) => this.entryKey(key)));
    return keys.flatMap((key, index) => {
      const entry = this.read(texts[index] ?? null);
      if (entry === undefined) return [];
      const { label, storedAt, expiresAt, bytes } = entry;
      return [{ key, label, storedAt, expiresAt, bytes, hits: this.known.hits(key) }];
    });
  }

  /** What Redis let go of by itself leaves the order first; only then does something that still lives have to go. */
  private async evictBeyond(limit: number): Promise<string[]> {
    const keys = await this.client.zrange(this.orderKey, 0, "-1");
    if (keys.length <= limit) return [];
    const texts = await this.client.mget(...keys.map((key) => this.entryKey(key)));
    const live = keys.filter((_key, index) => this.read(texts[index] ?? null) !== undefined);
    const living = new Set(live);
    const evicted = live.slice(0, Math.max(0, live.length - limit));
    await this.forget([...keys.filter((key) => !living.has(key)), ...evicted]);
    return evicted;
  }

  private async forget(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    await this.client.del(...keys.flatMap((key) => [this.entryKey(key), this.vectorKey(key)]));
    await this.client.zrem(this.orderKey, ...keys);
    for (const key of keys) this.known.gone(key);
  }

  /** A text that is no entry, and one that has expired, are none. */
  private read(text: string | null): CacheEntry | undefined {
    const entry = parseWith(storedSchema, text);
    return entry !== undefined && entry.expiresAt > this.now() ? entry : undefined;
  }

  private now(): number {
    return this.options.now?.() ?? Date.now();
  }

  /** Later than every use before it, also within one millisecond. */
  private nextUse(): number {
    this.lastUse = Math.max(this.lastUse + 0.001, this.now());
    return this.lastUse;
  }

  private get orderKey(): string {
    return `${this.prefix}order`;
  }

  private entryKey(key: string): string {
    return `${this.prefix}entry:${key}`;
  }

  private vectorKey(key: string): string {
    return `${this.prefix}vector:${key}`;
  }
}

function likenessTo(vector: Float32Array, group: string, text: string | null | undefined): number {
  const stored = parseWith(likenessSchema, text ?? null);
  return stored?.group === group ? cosineSimilarity(vector, stored.vector) : 0;
}

function parseWith<S extends z.ZodType>(schema: S, text: string | null): z.output<S> | undefined {
  if (text === null) return undefined;
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
