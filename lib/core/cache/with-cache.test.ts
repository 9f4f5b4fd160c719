import { describe, expect, it } from "vitest";
import { z } from "zod";
import { tool } from "../tool/tool";
import type { ToolContext } from "../tool/tool-types";
import { cacheKey } from "./cache-key";
import { MemoryCacheStorage } from "./memory-cache-storage";
import { parseDuration } from "./parse-duration";
import { type CacheOptions, withCache } from "./with-cache";

const logs: string[] = [];
const context = (userId?: string) =>
  ({ userId, opts: {}, log: (...values: unknown[]) => logs.push(values.join(" ")) }) as unknown as ToolContext;

/** A tool that counts its runs, with a cache whose clock stands still. */
function counting(
  options: Partial<CacheOptions> = {},
  requiresApproval?: boolean | ((params: { q: string }) => boolean),
) {
  const clock = { now: 1_000_000 };
  const runs: string[] = [];
  const counted = tool({
    name: "search",
    description: "Searches.",
    parameters: z.object({ q: z.string(), page: z.number().default(1) }),
    ...(requiresApproval === undefined ? {} : { requiresApproval }),
    execute: async ({ q, page }): Promise<{ hits: string[]; error?: string }> => {
      runs.push(`${q}${page}`);
      await Promise.resolve();
      if (q === "throw") throw new Error("down");
      if (q === "fail") return { hits: [], error: "no" };
      return { hits: [`${q}${page}`] };
    },
  });
  const cached = withCache(counted, { strategy: "exact", ttl: "5m", maxSize: 3, now: () => clock.now, ...options });
  return {
    cached,
    runs,
    clock,
    call: (q: string, page = 1, userId?: string) => cached.execute({ q, page }, context(userId)),
  };
}

describe("withCache", () => {
  it("runs once for equal parameters, and again for any other", async () => {
    const { call, runs, cached } = counting();
    expect(await call("a")).toEqual({ hits: ["a1"] });
    expect(await call("a")).toEqual({ hits: ["a1"] });
    await call("a", 2);
    expect(runs).toEqual(["a1", "a2"]);
    expect(await cached.cache.stats()).toEqual({ hits: 1, misses: 2, evictions: 0, size: 2, hitRate: 1 / 3 });
    expect(logs.at(-1)).toBe("Answered from the cache: the result is 0 s old.");
  });

  it("runs once for calls that come at the same time", async () => {
    const { call, runs } = counting();
    const results = await Promise.all(Array.from({ length: 10 }, () => call("a")));
    expect(runs).toEqual(["a1"]);
    expect(new Set(results).size).toBe(10);
  });

  it("gives out copies, so that nobody can spoil what is kept", async () => {
    const { call } = counting();
    const first = await call("a");
    first.hits.push("mine");
    (await call("a")).hits.push("mine");
    expect(await call("a")).toEqual({ hits: ["a1"] });
  });

  it("keeps no failure, thrown or returned, also not for a call that waits", async () => {
    const { call, runs } = counting();
    await expect(call("throw")).rejects.toThrow("down");
    await expect(call("throw")).rejects.toThrow("down");
    await call("fail");
    await call("fail");
    expect(runs).toEqual(["throw1", "throw1", "fail1", "fail1"]);
    await Promise.allSettled([call("throw"), call("throw")]);
    expect(runs).toHaveLength(6);
  });

  it("forgets after its time and when told", async () => {
    const { call, runs, clock, cached } = counting();
    await call("a");
    clock.now += 5 * 60_000 - 1;
    await call("a");
    clock.now += 1;
    await call("a");
    expect(runs).toHaveLength(2);
    expect(await cached.cache.invalidate({ q: "a", page: 1 })).toBe(true);
    expect(await cached.cache.invalidate({ q: "a", page: 1 })).toBe(false);
    await call("a");
    await cached.cache.clear();
    await call("a");
    expect(runs).toHaveLength(4);
  });

  it("lets go of what was used longest ago, and of nothing when it overwrites", async () => {
    const evicted: string[] = [];
    const { call, runs, cached } = counting({ onEvict: (key) => evicted.push(key) });
    for (const q of ["a", "b", "c"]) await call(q);
    await call("a");
    await cached.cache.warmup([{ params: { q: "c", page: 1 }, result: { hits: ["warm"] } }]);
    expect(evicted).toHaveLength(0);
    await call("d");
    expect(evicted).toHaveLength(1);
    await call("a");
    expect(await call("c")).toEqual({ hits: ["warm"] });
    await call("b");
    expect(runs).toEqual(["a1", "b1", "c1", "d1", "b1"]);
  });

  it("keeps nothing with a size of 0", async () => {
    const { call, runs } = counting({ maxSize: 0 });
    await call("a");
    await call("a");
    expect(runs).toHaveLength(2);
  });

  it("keeps users apart unless they share", async () => {
    const apart = counting();
    await apart.call("a", 1, "anna");
    await apart.call("a", 1, "ben");
    expect(apart.runs).toHaveLength(2);
    const shared = counting({ scope: "shared" });
    await shared.call("a", 1, "anna");
    await shared.call("a", 1, "ben");
    expect(shared.runs).toHaveLength(1);
  });

  it("always runs a call that needs approval, unless it is told otherwise", async () => {
    for (const [policy, options, expected] of [
      [true, {}, 2],
      [(params: { q: string }) => params.q === "a", {}, 2],
      [(params: { q: string }) => params.q !== "a", {}, 1],
      [true, { cacheApproved: true }, 1],
    ] as const) {
      const { call, runs } = counting(options, policy);
      await call("a");
      await call("a");
      expect(runs).toHaveLength(expected);
    }
  });

  it("stays the same tool for everyone else", () => {
    const { cached } = counting();
    expect(cached.toJSON()).toMatchObject({ name: "search", description: "Searches." });
  });

  it("refuses a strategy and a time it does not know", () => {
    expect(() => counting({ strategy: "magic" as "exact" })).toThrow('"magic" is not known');
    expect(() => counting({ ttl: "soon" })).toThrow("Invalid duration format: soon");
  });
});

describe("cacheKey", () => {
  it("is equal for equal parameters in any order, and keeps kinds apart", async () => {
    const keys = await Promise.all(
      [
        1n,
        "1",
        1,
        Number.NaN,
        "NaN",
        null,
        new Date(1),
        { $date: 2 },
        new Map([["a", 1]]),
        { a: 1 },
        [1],
        new Set([1]),
      ].map((value) => cacheKey("p:", [value])),
    );
    expect(new Set(keys).size).toBe(keys.length);
    expect(await cacheKey("p:", [{ a: 1, b: 2 }])).toBe(await cacheKey("p:", [{ b: 2, a: 1 }]));
  });
});

describe("MemoryCacheStorage", () => {
  it("evicts only the oldest at any size", async () => {
    const evictionsIn = async (size: number) => {
      const storage = new MemoryCacheStorage(size, () => 0);
      const entry = { value: 1, storedAt: 0, expiresAt: 1 };
      for (let index = 0; index < size; index += 1) await storage.set(`k${index}`, entry);
      const evicted = await storage.set("one more", entry);
      return evicted;
    };
    expect(await evictionsIn(10)).toEqual(["k0"]);
    expect(await evictionsIn(10_000)).toEqual(["k0"]);
  });
});

describe("parseDuration", () => {
  it.each([
    ["250ms", 250],
    ["1.5 h", 5_400_000],
    ["1M", 60_000],
    ["0s", 0],
    ["2w", 1_209_600_000],
  ])("%s is %d ms", (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
  });

  it.each(["", "5", "m", "-1s", "1 year", "1  s"])("refuses %j", (text) => {
    expect(() => parseDuration(text)).toThrow(`Invalid duration format: ${text}`);
  });
});
