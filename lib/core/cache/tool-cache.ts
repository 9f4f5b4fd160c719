import { embedAll } from "../embedding/embedding-service";
import { unitVector } from "../embedding/unit-vector";
import { errorText } from "../errors/error-text";
import { parseParameters } from "../schema/parse-parameters";
import type { ParametersOutput, Tool, ToolContext, ToolParameters } from "../tool/tool-types";
import { type CacheOptions, type CheckedCacheOptions, checkCacheOptions, invalidCache } from "./cache-options";
import { type CacheCommand, type CacheReport, REPORTED_ENTRIES } from "./cache-report";
import { type CopiedResult, copyResult } from "./copy-result";
import { Flight } from "./flight";
import { cachePrefix } from "./generate-cache-key";
import { rememberingHash } from "./hash-text";
import { InMemoryToolCacheStorage } from "./in-memory-tool-cache-storage";
import { isFailure } from "./is-failure";
import { OutsideCacheStorage } from "./outside-cache-storage";
import { RedisToolCacheStorage } from "./redis-tool-cache-storage";
import { searchedText } from "./searched-text";
import { stableStringify } from "./stable-stringify";
import type { CacheAccess, CacheEntry, ToolCacheStorage } from "./tool-cache-storage";

export interface CacheStats {
  hits: number;
  misses: number;
  evictions: number;
  /** Results that can still be given out; for a storage that lies elsewhere, as far as this cache knows. */
  size: number;
  /** 0 before the first call. */
  hitRate: number;
}

/**
 * The memory of one tool. Where the storage lies outside of the tool's own place, each method that touches it needs the
 * context of a call as its last argument.
 */
export interface ToolCache<P> {
  stats(): CacheStats;
  /** Forgets every result; the counters stay. A run that began before keeps nothing. */
  clear(access?: CacheAccess): Promise<void>;
  /** Whether there was a result for these parameters. They may be given as a model gives them, or parsed. */
  invalidate(params: Partial<P>, access?: CacheAccess): Promise<boolean>;
  warmup(entries: readonly { params: Partial<P>; result: unknown }[], access?: CacheAccess): Promise<void>;
  /** How it stands, without results. */
  report(): CacheReport;
  /** What a person decided. `removed` when the entries are gone already and only have to be forgotten here. */
  command(command: CacheCommand, removed?: boolean): Promise<void>;
  /** Calls back after every change; returns the function that ends it. */
  onChange(listener: () => void): () => void;
}

const LABEL_LENGTH = 160;
const PROBLEM_LENGTH = 500;

interface Keys {
  key: string;
  /** Only in a cache that compares by likeness, for a call that has a text. */
  searched?: { group: string; text: string };
}

interface Found {
  key: string;
  entry: CacheEntry;
  similarity?: number;
}

export class CacheOfTool<P extends ToolParameters, R> implements ToolCache<ParametersOutput<P>> {
  private readonly checked: CheckedCacheOptions;
  private readonly storage: ToolCacheStorage;
  private readonly flights = new Map<string, Flight>();
  private readonly listeners = new Set<() => void>();
  private hits = 0;
  private misses = 0;
  private evictions = 0;
  private problem: string | undefined;
  private optionsText: string | undefined;
  private readonly hash = rememberingHash();

  /** @throws ToolwrightError `invalid-cache` or `invalid-duration`. */
  constructor(
    private readonly tool: Tool<P, R>,
    private readonly options: CacheOptions,
  ) {
    this.checked = checkCacheOptions(options);
    this.storage = this.openStorage();
  }

  execute(params: ParametersOutput<P>, context: ToolContext): R | Promise<R> {
    const asked = this.asksFirst(params);
    if (asked === false) return this.answer(params, context);
    if (asked === true) return this.tool.execute(params, context);
    return asked.then((asks) => (asks ? this.tool.execute(params, context) : this.answer(params, context)));
  }

  stats(): CacheStats {
    const { hits, misses, evictions } = this;
    const calls = hits + misses;
    return { hits, misses, evictions, size: this.storage.size(this.prefix), hitRate: calls === 0 ? 0 : hits / calls };
  }

  async clear(access?: CacheAccess): Promise<void> {
    this.spoilFlights();
    await this.storage.clear(this.prefix, access);
    this.changed();
  }

  async invalidate(params: Partial<ParametersOutput<P>>, access: CacheAccess = {}): Promise<boolean> {
    let deleted = false;
    for (const key of await this.keysOfLoose(params, access)) {
      this.flights.get(key)?.spoil();
      if (!(await this.storage.delete(key, access))) continue;
      deleted = true;
      this.tell("onEvict", key);
    }
    if (deleted) this.changed();
    return deleted;
  }

  async warmup(
    entries: readonly { params: Partial<ParametersOutput<P>>; result: unknown }[],
    access: CacheAccess = {},
  ): Promise<void> {
    for (const { params, result } of entries) {
      const parsed = await this.parsedOf(params);
      const keys = this.keysOf(parsed, access);
      const copy = copyResult(result);
      if (keys === undefined || copy === undefined || isFailure(result)) continue;
      const vector = await this.vectorOf(keys, access);
      const evicted = await this.storage.set(keys.key, this.entryOf(keys, parsed, copy, vector), access);
      this.countEvicted(evicted);
    }
    this.changed();
  }

  report(): CacheReport {
    const { hits, misses, evictions, prefix } = this;
    return {
      tool: this.tool.name,
      prefix,
      strategy: this.checked.strategy,
      storage: this.storage.kind.slice(0, 40),
      lifetimeMs: this.checked.lifetimeMs,
      maxSize: this.checked.maxSize,
      hits,
      misses,
      evictions,
      size: this.storage.size(prefix),
      ...(this.problem === undefined ? {} : { problem: this.problem.slice(0, PROBLEM_LENGTH) }),
      entries: this.storage.list(prefix, REPORTED_ENTRIES),
    };
  }

  async command(command: CacheCommand, removed = false): Promise<void> {
    const key = command.kind === "evict" ? command.key : undefined;
    if (key === undefined) this.spoilFlights();
    else this.flights.get(key)?.spoil();
    if (removed && this.storage instanceof OutsideCacheStorage) this.storage.removedElsewhere(key);
    else if (key === undefined) await this.storage.clear(this.prefix);
    else if (await this.storage.delete(key)) this.tell("onEvict", key);
    this.changed();
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /* ── one call ─────────────────────────────────────────────────────────────────────────────────────────────────────── */

  private answer(params: ParametersOutput<P>, context: ToolContext): R | Promise<R> {
    const keys = this.keysOf(params, context);
    if (keys === undefined) {
      say(context, "Not cached: the arguments hold something that cannot be told apart from others.");
      return this.tool.execute(params, context);
    }
    const flight = this.flights.get(keys.key);
    if (flight !== undefined) return this.join(flight, keys, params, context);
    const first = this.lookUp(keys.key, context);
    if (first !== undefined && !(first instanceof Promise))
      return this.give({ key: keys.key, entry: first }, params, context);
    return this.lead(keys, first, params, context);
  }

  /** Looks further and, where nothing is found, runs; the calls that come meanwhile wait for this one. */
  private async lead(
    keys: Keys,
    first: Promise<CacheEntry | undefined> | undefined,
    params: ParametersOutput<P>,
    context: ToolContext,
  ): Promise<R> {
    const flight = new Flight();
    this.flights.set(keys.key, flight);
    try {
      const entry = await first;
      if (entry !== undefined) {
        flight.end({ kind: "copy", value: entry.value });
        return this.give({ key: keys.key, entry }, params, context);
      }
      const vector = await this.vectorOf(keys, context);
      const near = vector === undefined ? undefined : await this.lookNear(keys, vector, context);
      if (near !== undefined) {
        flight.end({ kind: "copy", value: near.entry.value });
        return this.give(near, params, context);
      }
      context.signal?.throwIfAborted();
      this.misses += 1;
      this.tell("onMiss", keys.key, params);
      const value = await untilAborted(this.tool.execute(params, context), context.signal);
      const copy = copyResult(value);
      flight.end(copy === undefined ? { kind: "own" } : { kind: "copy", value: copy.value });
      if (copy !== undefined && !isFailure(value) && !flight.spoiled) {
        await this.keep(keys, this.entryOf(keys, params, copy, vector), flight, context);
      }
      return value;
    } catch (error) {
      flight.end(context.signal?.aborted === true ? { kind: "left" } : { kind: "threw", error });
      throw error;
    } finally {
      if (this.flights.get(keys.key) === flight) this.flights.delete(keys.key);
      this.changed();
    }
  }

  /** Waits for the call that runs already. When that one was stopped, this one takes its place. */
  private async join(flight: Flight, keys: Keys, params: ParametersOutput<P>, context: ToolContext): Promise<R> {
    const end = await untilAborted(flight.ended, context.signal);
    switch (end.kind) {
      case "copy": {
        this.hits += 1;
        this.tell("onHit", keys.key, params);
        say(context, "Answered from the cache: an equal call was running, and its result is shared.");
        this.changed();
        return copyResult(end.value)?.value as R;
      }
      case "threw":
        throw end.error;
      case "left":
        return this.answer(params, context);
      case "own":
        return this.tool.execute(params, context);
    }
  }

  private give({ key, entry, similarity }: Found, params: ParametersOutput<P>, context: ToolContext): R {
    this.hits += 1;
    this.tell("onHit", key, params);
    const age = Math.max(0, Math.round((this.now() - entry.storedAt) / 1000));
    const like = similarity === undefined ? "" : ` of a call that is ${Math.floor(similarity * 100)} % like it`;
    say(context, `Answered from the cache: the result${like} is ${age} s old.`);
    this.changed();
    return copyResult(entry.value)?.value as R;
  }

  private async keep(keys: Keys, entry: CacheEntry, flight: Flight, context: ToolContext): Promise<void> {
    if (this.checked.lifetimeMs <= 0 || this.checked.maxSize === 0) return;
    try {
      const evicted = this.storage.set(keys.key, entry, context);
      this.countEvicted(evicted instanceof Promise ? await evicted : evicted);
      // Told to forget while it was being stored.
      if (flight.spoiled) await this.storage.delete(keys.key, context);
      this.problem = undefined;
    } catch (error) {
      this.fail("The result could not be cached", error, context);
    }
  }

  /** A storage that fails has nothing; the call goes on. */
  private lookUp(key: string, context: ToolContext): CacheEntry | undefined | Promise<CacheEntry | undefined> {
    const failed = (error: unknown) => this.fail("The cache could not be read", error, context);
    try {
      const found = this.storage.get(key, context);
      return found instanceof Promise ? found.catch(failed) : found;
    } catch (error) {
      return failed(error);
    }
  }

  private async lookNear(keys: Keys, vector: Float32Array, context: ToolContext): Promise<Found | undefined> {
    if (keys.searched === undefined) return undefined;
    try {
      return await this.storage.nearest(keys.searched.group, vector, this.checked.similarity, context);
    } catch (error) {
      return this.fail("The cache could not be searched", error, context);
    }
  }

  /** One embedding for one call, whether it is then found or stored. */
  private async vectorOf(keys: Keys, access: CacheAccess): Promise<Float32Array | undefined> {
    if (keys.searched === undefined) return undefined;
    try {
      const [vector] = await embedAll(this.checked.embedding, [keys.searched.text], access);
      return vector === undefined ? undefined : unitVector(vector);
    } catch (error) {
      return this.fail("The text could not be compared by likeness", error, access);
    }
  }

  private fail(what: string, error: unknown, access: CacheAccess): undefined {
    this.problem = `${what}: ${errorText(error) || "no reason was given"}`;
    say(access, this.problem);
    this.changed();
    return undefined;
  }

  /* ── keys ─────────────────────────────────────────────────────────────────────────────────────────────────────────── */

  private get prefix(): string {
    return cachePrefix(this.checked.keyPrefix, this.tool.name);
  }

  private keysOf(params: unknown, access: CacheAccess): Keys | undefined {
    const { scope, strategy, textParameter, embedding } = this.checked;
    // A change of the options after the tool was listed has no effect, so their text is made once.
    this.optionsText ??= stableStringify(this.tool.opts ?? {});
    const own = stableStringify(params);
    if (own === undefined || this.optionsText === undefined) return undefined;
    const user = scope === "shared" ? "" : `u${access.userId ?? ""}`;
    const whose = JSON.stringify([user, scope === "session" ? (access.sessionId ?? "") : ""]);
    const base = `${whose}${this.optionsText}`;
    const searched = strategy === "semantic" ? searchedText(params, textParameter) : undefined;
    if (searched?.rest === undefined) return { key: this.prefix + this.hash(`${base}${own}`).slice(0, 32) };
    const group = `${this.prefix}${this.hash(`${JSON.stringify(embedding.name ?? "")}${base}${searched.rest}`).slice(0, 16)}.`;
    return {
      key: group + this.hash(`${base}${own}`).slice(0, 32),
      searched: { group, text: searched.text },
    };
  }

  /** As given, and as the schema makes them. */
  private async keysOfLoose(params: unknown, access: CacheAccess): Promise<Set<string>> {
    const keys = [this.keysOf(params, access), this.keysOf(await this.parsedOf(params), access)];
    return new Set(keys.flatMap((each) => (each === undefined ? [] : [each.key])));
  }

  private async parsedOf(params: unknown): Promise<unknown> {
    try {
      const result = await parseParameters(this.tool.parameters, params);
      return result.ok ? result.parsed : params;
    } catch {
      return params;
    }
  }

  private entryOf(keys: Keys, params: unknown, copy: CopiedResult, vector: Float32Array | undefined): CacheEntry {
    const storedAt = this.now();
    const { searched } = keys;
    return {
      value: copy.value,
      storedAt,
      expiresAt: storedAt + this.checked.lifetimeMs,
      bytes: copy.bytes,
      label: (stableStringify(params) ?? "").slice(0, LABEL_LENGTH),
      ...(vector === undefined || searched === undefined ? {} : { likeness: { group: searched.group, vector } }),
    };
  }

  /* ── around it ────────────────────────────────────────────────────────────────────────────────────────────────────── */

  /** A stored result must not stand in for a decision: one approval is good for one run. */
  private asksFirst(params: ParametersOutput<P>): boolean | Promise<boolean> {
    const policy = this.tool.requiresApproval;
    if (this.checked.cacheApproved || policy === undefined || policy === false) return false;
    if (typeof policy !== "function") return true;
    try {
      const answer: unknown = policy(params);
      if (!(answer instanceof Promise)) return answer !== false;
      return answer.then(
        (asks: unknown) => asks !== false,
        () => true,
      );
    } catch {
      return true;
    }
  }

  private openStorage(): ToolCacheStorage {
    const { storage = "memory", redisClient, keyPrefix } = this.options;
    const { maxSize } = this.checked;
    if (typeof storage === "object" && storage !== null) return storage;
    switch (storage) {
      case "memory":
        return new InMemoryToolCacheStorage(maxSize, { now: this.now });
      case "redis":
        return new RedisToolCacheStorage({
          client: redisClient as NonNullable<typeof redisClient>,
          maxSize,
          now: this.now,
          keyPrefix: `${keyPrefix ?? "toolcache"}:${this.tool.name}`,
        });
      case "browser":
      case "server":
        return new OutsideCacheStorage({
          kind: storage,
          service: `${storage}-cache`,
          prefix: () => this.prefix,
          maxSize,
          now: this.now,
        });
    }
    const fix = 'Use "memory", "browser", "server", "redis", or a storage.';
    throw invalidCache("storage", `The cache storage "${String(storage)}" is not known.`, fix);
  }

  private spoilFlights(): void {
    for (const flight of this.flights.values()) flight.spoil();
  }

  private countEvicted(keys: readonly string[]): void {
    this.evictions += keys.length;
    for (const key of keys) this.tell("onEvict", key);
  }

  /** The author's own listeners; what they throw is no fault of the call. */
  private tell(event: "onHit" | "onMiss" | "onEvict", key: string, params?: unknown): void {
    const listener = this.options[event];
    if (listener === undefined) return;
    try {
      listener.call(this.options, key, params);
    } catch (error) {
      this.problem = `${event} threw: ${errorText(error)}`;
    }
  }

  private changed(): void {
    for (const listener of this.listeners) listener();
  }

  private readonly now = (): number => this.options.now?.() ?? Date.now();
}

/** A context that a test made by hand may have no log. */
function say(access: CacheAccess, text: string): void {
  (access as Partial<ToolContext>).log?.(text);
}

/** Rejects as soon as the signal aborts, whatever the work does. */
function untilAborted<T>(work: T | Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return Promise.resolve(work);
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    Promise.resolve(work)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", onAbort));
  });
}
