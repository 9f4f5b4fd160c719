import { ToolwrightError } from "../errors/toolwright-error";
import type { ParametersOutput, Tool, ToolContext, ToolOptions, ToolParameters } from "../tool/tool-types";
import { cacheKey } from "./cache-key";
import { MemoryCacheStorage } from "./memory-cache-storage";
import { parseDuration } from "./parse-duration";
import type { ToolCacheStorage } from "./tool-cache-storage";

export interface CacheOptions {
  /** Equal parameters give the stored result. */
  strategy: "exact";
  /** How long a result may be given out, such as `5m`. */
  ttl: string;
  /** Results kept; what was used longest ago leaves first. */
  maxSize: number;
  storage?: "memory" | ToolCacheStorage;
  /** Whether users share results. Default `user`: each `context.userId` has its own. */
  scope?: "user" | "shared";
  keyPrefix?: string;
  /** Also keep results of calls that a person had to approve. Default false: such a call always runs. */
  cacheApproved?: boolean;
  onHit?(key: string, params: unknown): void;
  onMiss?(key: string, params: unknown): void;
  /** A result that left because the cache was full. */
  onEvict?(key: string): void;
  now?(): number;
}

export interface CacheStats {
  hits: number;
  misses: number;
  evictions: number;
  size: number;
  /** 0 before the first call. */
  hitRate: number;
}

export interface ToolCache<P> {
  stats(): Promise<CacheStats>;
  /** Forgets every result; the counters stay. */
  clear(): Promise<void>;
  /** False when there was nothing stored for these parameters. */
  invalidate(params: P, userId?: string): Promise<boolean>;
  warmup(entries: readonly { params: P; result: unknown; userId?: string }[]): Promise<void>;
}

export type CachedTool<P extends ToolParameters, R> = Tool<P, R> & { readonly cache: ToolCache<ParametersOutput<P>> };

/**
 * The tool with a memory. Calls with equal parameters that run at the same time run once. What is given out is a copy. A
 * throw and a returned `{ error }` are never kept, nor is a result that cannot be copied.
 */
export function withCache<P extends ToolParameters, R>(tool: Tool<P, R>, options: CacheOptions): CachedTool<P, R> {
  const cache = new CacheOfTool(tool, options);
  return {
    ...tool,
    execute: (params, context) => cache.execute(params, context),
    with: (opts: ToolOptions) => withCache(tool.with(opts), options),
    cache,
  };
}

class CacheOfTool<P extends ToolParameters, R> implements ToolCache<ParametersOutput<P>> {
  private readonly storage: ToolCacheStorage;
  private readonly lifetime: number;
  private readonly prefix: string;
  private readonly running = new Map<string, Promise<R>>();
  private hits = 0;
  private misses = 0;
  private evictions = 0;

  constructor(
    private readonly tool: Tool<P, R>,
    private readonly options: CacheOptions,
  ) {
    if (options.strategy !== "exact") {
      throw new ToolwrightError("invalid-cache", `The cache strategy "${String(options.strategy)}" is not known.`, {
        facts: { field: "strategy", fix: 'Use "exact".' },
      });
    }
    this.lifetime = parseDuration(options.ttl);
    this.storage =
      typeof options.storage === "object" ? options.storage : new MemoryCacheStorage(options.maxSize, this.now);
    this.prefix = `${(options.keyPrefix ?? "toolcache").replace(/:+$/, "")}:${tool.name}:`;
  }

  async execute(params: ParametersOutput<P>, context: ToolContext): Promise<R> {
    const key = (await this.mustRun(params)) ? undefined : await this.keyOf(params, context.userId);
    if (key === undefined) return this.tool.execute(params, context);
    const stored = await this.storage.get(key);
    if (stored !== undefined) {
      this.hits += 1;
      this.options.onHit?.(key, params);
      const age = Math.max(0, Math.round((this.now() - stored.storedAt) / 1000));
      context.log(`Answered from the cache: the result is ${age} s old.`);
      return structuredClone(stored.value) as R;
    }
    const other = this.running.get(key);
    if (other !== undefined) {
      const copy = await other.then(copyOf<R>, () => undefined);
      if (copy !== undefined) {
        this.hits += 1;
        this.options.onHit?.(key, params);
        return copy.value;
      }
    }
    return this.runAndKeep(key, params, context);
  }

  async stats(): Promise<CacheStats> {
    const { hits, misses, evictions } = this;
    const calls = hits + misses;
    return {
      hits,
      misses,
      evictions,
      size: await this.storage.size(this.prefix),
      hitRate: calls === 0 ? 0 : hits / calls,
    };
  }

  clear(): Promise<void> {
    return this.storage.clear(this.prefix);
  }

  async invalidate(params: ParametersOutput<P>, userId?: string): Promise<boolean> {
    const key = await this.keyOf(params, userId);
    return key !== undefined && this.storage.delete(key);
  }

  async warmup(entries: readonly { params: ParametersOutput<P>; result: unknown; userId?: string }[]): Promise<void> {
    for (const { params, result, userId } of entries) {
      const key = await this.keyOf(params, userId);
      if (key !== undefined) await this.keep(key, result);
    }
  }

  private readonly now = (): number => this.options.now?.() ?? Date.now();

  private keyOf(params: unknown, userId: string | undefined): Promise<string | undefined> {
    const scope = this.options.scope === "shared" ? null : (userId ?? null);
    return cacheKey(this.prefix, [scope, this.tool.opts, params]);
  }

  /** A stored result must not stand in for a decision: one approval is good for one run. */
  private async mustRun(params: ParametersOutput<P>): Promise<boolean> {
    const policy = this.tool.requiresApproval;
    if (this.options.cacheApproved === true || policy === undefined || policy === false) return false;
    if (typeof policy !== "function") return true;
    try {
      return (await policy(params)) !== false;
    } catch {
      return true;
    }
  }

  private async runAndKeep(key: string, params: ParametersOutput<P>, context: ToolContext): Promise<R> {
    this.misses += 1;
    this.options.onMiss?.(key, params);
    const run = Promise.resolve(this.tool.execute(params, context));
    this.running.set(key, run);
    try {
      const value = await run;
      await this.keep(key, value);
      return value;
    } finally {
      if (this.running.get(key) === run) this.running.delete(key);
    }
  }

  private async keep(key: string, value: unknown): Promise<void> {
    const copy = copyOf(value);
    if (copy === undefined || isFailure(value) || this.lifetime <= 0) return;
    const storedAt = this.now();
    const evicted = await this.storage.set(key, {
      value: copy.value,
      storedAt,
      expiresAt: storedAt + this.lifetime,
    });
    this.evictions += evicted.length;
    for (const gone of evicted) this.options.onEvict?.(gone);
  }
}

/** `undefined` for a value that cannot be copied, or that a waiting call must not take for its own result. */
function copyOf<T>(value: T): { value: T } | undefined {
  if (isFailure(value)) return undefined;
  try {
    return { value: structuredClone(value) };
  } catch {
    return undefined;
  }
}

function isFailure(value: unknown): boolean {
  if (value instanceof Error) return true;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, "error")) return false;
  const { error } = value as { error: unknown };
  return error !== undefined && error !== null && error !== false;
}
