import { describe, expect, it } from "vitest";
import { RateLimit } from "./rate-limit";

describe("RateLimit", () => {
  it("gives a minute's worth at once, then one for every share of a minute, to each key alone", () => {
    let now = 0;
    const limit = new RateLimit({ perMinute: 3, now: () => now });
    expect([1, 2, 3].map(() => limit.take("a").ok)).toEqual([true, true, true]);
    expect(limit.take("a")).toEqual({ ok: false, retryAfterMs: 20_000 });
    expect(limit.take("b").ok).toBe(true);
    now = 19_999;
    expect(limit.take("a").ok).toBe(false);
    now = 20_000;
    expect(limit.take("a").ok).toBe(true);
    now = 10_000_000;
    expect([1, 2, 3, 4].map(() => limit.take("a").ok)).toEqual([true, true, true, false]);
  });
});
