import type { EmbeddingService } from "../embedding/embedding-service";
import { lexicalEmbedding } from "../embedding/lexical-embedding";
import { providerEmbedding } from "../embedding/provider-embedding";
import { ToolwrightError } from "../errors/toolwright-error";
import { parseDuration } from "./parse-duration";
import type { RedisClientLike } from "./redis-client-like";
import type { ToolCacheStorage } from "./tool-cache-storage";

export interface CacheOptions {
  /**
   * `exact` (the default): equal parameters give the stored result. `semantic`: the searched text need only be alike; every
   * other parameter has to be equal.
   */
  strategy?: "exact" | "semantic";
  /** How long a result may be given out: a number and ms, s, m, h, d or w, such as `5m`. Default `5m`. */
  ttl?: string;
  /** Results kept; what was used longest ago leaves first. Default 1000; 0 keeps nothing. */
  maxSize?: number;
  /**
   * `memory` (the default): until the definition is loaded again. `browser`: in this browser, for this session. `server`: in
   * the Redis that the operator of the server connected, for this session. `redis`: through `redisClient`.
   */
  storage?: "memory" | "browser" | "server" | "redis" | ToolCacheStorage;
  /** For `storage: "redis"`: a client such as ioredis, connected. */
  redisClient?: RedisClientLike;
  /** How like two texts must be, from 0 to 1. Default 0.95. */
  similarity?: number;
  /** The parameter that is compared by likeness. Default: the first text of query, q, search, text, input, prompt, question. */
  textParameter?: string;
  /** What makes texts comparable. `lexical` (the default): by their letters, here. `provider`: by meaning, on the server. */
  embeddingService?: "lexical" | "provider" | EmbeddingService;
  /** Whom a result may be given to: the same user (the default), the same user in the same session, or anybody. */
  scope?: "user" | "session" | "shared";
  /** Default `toolcache`. */
  keyPrefix?: string;
  /** Also keep results of calls that a person had to approve. Default false: such a call always runs. */
  cacheApproved?: boolean;
  onHit?(key: string, params: unknown): void;
  onMiss?(key: string, params: unknown): void;
  /** A result that left because the cache was full or it was told to. */
  onEvict?(key: string): void;
  now?(): number;
}

/** The options with their defaults, checked. */
export interface CheckedCacheOptions {
  strategy: "exact" | "semantic";
  lifetimeMs: number;
  maxSize: number;
  similarity: number;
  textParameter: string | undefined;
  embedding: EmbeddingService;
  scope: "user" | "session" | "shared";
  keyPrefix: string;
  cacheApproved: boolean;
}

export const DEFAULT_KEY_PREFIX = "toolcache";
const STRATEGIES = ["exact", "semantic"] as const;
const SCOPES = ["user", "session", "shared"] as const;

/** @throws ToolwrightError `invalid-cache` or `invalid-duration`, with the field and what to write instead. */
export function checkCacheOptions(options: CacheOptions): CheckedCacheOptions {
  const { maxSize = 1000, similarity = 0.95 } = options;
  if (!Number.isInteger(maxSize) || maxSize < 0) {
    throw invalidCache("maxSize", `"maxSize" of a cache is ${String(maxSize)}.`, "Use a whole number from 0.");
  }
  if (typeof similarity !== "number" || !(similarity > 0 && similarity <= 1)) {
    const fix = "Use a number above 0 and up to 1, such as 0.95.";
    throw invalidCache("similarity", `"similarity" of a cache is ${String(similarity)}.`, fix);
  }
  return {
    strategy: choice("strategy", options.strategy ?? "exact", STRATEGIES),
    lifetimeMs: parseDuration(options.ttl ?? "5m"),
    maxSize,
    similarity,
    textParameter: options.textParameter,
    embedding: embeddingOf(options.embeddingService),
    scope: choice("scope", options.scope ?? "user", SCOPES),
    keyPrefix: options.keyPrefix ?? DEFAULT_KEY_PREFIX,
    cacheApproved: options.cacheApproved === true,
  };
}

export function invalidCache(field: string, message: string, fix: string): ToolwrightError {
  return new ToolwrightError("invalid-cache", `${message} ${fix}`, { facts: { field, fix } });
}

function choice<T extends string>(field: string, value: T, choices: readonly T[]): T {
  if (choices.includes(value)) return value;
  const fix = `Use ${choices.map((one) => `"${one}"`).join(" or ")}.`;
  throw invalidCache(field, `The cache ${field} "${String(value)}" is not known.`, fix);
}

function embeddingOf(service: CacheOptions["embeddingService"]): EmbeddingService {
  if (service === undefined || service === "lexical") return lexicalEmbedding();
  if (service === "provider") return providerEmbedding();
  if (typeof (service as { embed?: unknown }).embed === "function") return service;
  const fix = 'Use "lexical", "provider", or an object with `embed(text)`.';
  throw invalidCache("embeddingService", `"embeddingService" of a cache cannot embed texts.`, fix);
}
