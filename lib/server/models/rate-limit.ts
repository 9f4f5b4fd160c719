import "server-only";

export interface RateLimitOptions {
  perMinute: number;
  now(): number;
}

interface Bucket {
  tokens: number;
  at: number;
}

const MINUTE_MS = 60_000;
const MOST_BUCKETS = 10_000;

/** A token bucket per key: a minute's worth at once, then as many as flow back. */
export class RateLimit {
  readonly #options: RateLimitOptions;
  readonly #buckets = new Map<string, Bucket>();

  constructor(options: RateLimitOptions) {
    this.#options = options;
  }

  /** Takes one; otherwise says in how many milliseconds the next one is there. */
  take(key: string): { ok: true } | { ok: false; retryAfterMs: number } {
    const { perMinute } = this.#options;
    const now = this.#options.now();
    const bucket = this.#buckets.get(key) ?? { tokens: perMinute, at: now };
    const tokens = Math.min(perMinute, bucket.tokens + ((now - bucket.at) * perMinute) / MINUTE_MS);
    const taken = tokens >= 1;
    // Set anew, so that the map's order is by last use and the one that idles longest goes first.
    this.#buckets.delete(key);
    this.#buckets.set(key, { tokens: taken ? tokens - 1 : tokens, at: now });
    if (this.#buckets.size > MOST_BUCKETS) {
      const idle = this.#buckets.keys().next().value;
      if (idle !== undefined) this.#buckets.delete(idle);
    }
    return taken ? { ok: true } : { ok: false, retryAfterMs: Math.ceil(((1 - tokens) * MINUTE_MS) / perMinute) };
  }
}
