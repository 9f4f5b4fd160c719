import type { z } from "zod";
import { OutsideError, type OutsideInput } from "../tool/outside";
import type { CacheEntrySummary } from "./cache-report";
import { boundedSize, cacheAnswerSchemas, packEntry, STORED_RESULT_LIMIT, unpackEntry } from "./cache-request";
import { isExactJson } from "./is-exact-json";
import { KnownEntries } from "./known-entries";
import type { CacheAccess, CacheEntry, NearestEntry, ToolCacheStorage } from "./tool-cache-storage";

export interface OutsideStorageOptions {
  kind: "browser" | "server";
  /** The service that keeps the entries. */
  service: string;
  /** What the keys of this cache begin with. */
  prefix(): string;
  maxSize: number;
  now(): number;
}

/**
 * Keeps results with a service outside of the tool's own place. Works inside a call only, and for JSON results of bounded size.
 *
 * @throws OutsideError from every method: `outside-missing` without a host, and whatever the service answers with.
 */
export class OutsideCacheStorage implements ToolCacheStorage {
  readonly kind: string;
  private readonly known: KnownEntries;

  constructor(private readonly options: OutsideStorageOptions) {
    this.kind = options.kind;
    this.known = new KnownEntries(options.now);
  }

  async get(key: string, access?: CacheAccess): Promise<CacheEntry | undefined> {
    const { entry } = await this.ask("get", { key }, access);
    if (entry === null) {
      this.known.gone(key);
      return undefined;
    }
    const unpacked = unpackEntry(entry);
    this.known.used(key, unpacked);
    return unpacked;
  }

  async nearest(
    group: string,
    vector: Float32Array,
    similarity: number,
    access?: CacheAccess,
  ): Promise<NearestEntry | undefined> {
    const { found } = await this.ask("nearest", { group, vector: Array.from(vector), similarity }, access);
    if (found === null) return undefined;
    const entry = unpackEntry(found.entry);
    this.known.used(found.key, entry);
    return { key: found.key, similarity: found.similarity, entry };
  }

  async set(key: string, entry: CacheEntry, access?: CacheAccess): Promise<string[]> {
    if (!isExactJson(entry.value) || JSON.stringify(entry.value).length > STORED_RESULT_LIMIT) return [];
    const { evicted } = await this.ask("set", { key, entry: packEntry(entry) }, access);
    this.known.stored(key, entry);
    for (const gone of evicted) this.known.gone(gone);
    return evicted;
  }

  async delete(key: string, access?: CacheAccess): Promise<boolean> {
    const { deleted } = await this.ask("delete", { key }, access);
    this.known.gone(key);
    return deleted;
  }

  async clear(prefix: string, access?: CacheAccess): Promise<void> {
    await this.ask("clear", {}, access);
    this.known.clear(prefix);
  }

  size(prefix: string): number {
    return this.known.size(prefix);
  }

  list(prefix: string, limit: number): CacheEntrySummary[] {
    return this.known.list(prefix, limit);
  }

  /** The page, which can reach the entries itself, removed one or all of them. */
  removedElsewhere(key: string | undefined): void {
    if (key === undefined) this.known.clear("");
    else this.known.gone(key);
  }

  private async ask<M extends keyof typeof cacheAnswerSchemas>(
    method: M,
    input: OutsideInput,
    access: CacheAccess = {},
  ): Promise<z.output<(typeof cacheAnswerSchemas)[M]>> {
    const { outside, signal } = access;
    const { kind, service, maxSize } = this.options;
    if (outside === undefined) {
      const fix = 'Pass the context of the call, or use storage: "memory".';
      throw new OutsideError("outside-missing", `The ${kind} cache can only be reached inside a call. ${fix}`, {
        facts: { fix },
      });
    }
    const request = { method, prefix: this.options.prefix(), maxSize: boundedSize(maxSize), ...input };
    const answer = await outside.ask(service, request, signal === undefined ? {} : { signal });
    const parsed = cacheAnswerSchemas[method].safeParse(answer);
    // The schema was picked by the method itself.
    if (parsed.success) return parsed.data as z.output<(typeof cacheAnswerSchemas)[M]>;
    throw new OutsideError("outside-failed", `The ${kind} cache gave an answer that is none.`);
  }
}
