import { describe, expect, it } from "vitest";
import { z } from "zod";
import { tool } from "../tool/tool";
import type { ToolContext } from "../tool/tool-types";
import type { CacheOptions } from "./cache-options";
import { createToolCacheStorage } from "./create-tool-cache-storage";
import type { CacheEntry, ToolCacheStorage } from "./tool-cache-storage";
import { isCachedTool, withCache } from "./with-cache";

const logs: string[] = [];
const context = (more: Partial<ToolContext> = {}) =>
  ({ opts: {}, log: (...values: unknown[]) => logs.push(values.join(" ")), ...more }) as unknown as ToolContext;

type Params = { q: string; page: number };
type Found = { hits: string[]; error?: string };

/** A tool that counts its runs, with a cache whose clock stands still. */
function counting(
  options: Partial<CacheOptions> = {},
  requiresApproval?: boolean | ((params: Params) => boolean | Promise<boolean>),
) {
  const clock = { now: 1_000_000 };
  const runs: string[] = [];
  const counted = tool({
    name: "search",
    description: "Searches.",
    parameters: z.object({ q: z.string(), page: z.number().default(1) }),
    ...(requiresApproval === undefined ? {} : { requiresApproval }),
    execute: async ({ q, page }): Promise<Found> => {
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
    call: (q: string, page = 1, more: Partial<ToolContext> = {}) =>
      Promise.resolve(cached.execute({ q, page }, context(more))),
  };
}

/** A tool whose runs wait until they are let go, and that hears a stop. */
function waiting(options: Partial<CacheOptions> = {}) {
  const runs: { go(value: Found): void; break(error: Error): void }[] = [];
  const cached = withCache(
    tool({
      name: "slow",
      description: "Takes its time.",
      parameters: z.object({ q: z.string() }),
      execute: (_params, { signal }) =>
        new Promise<Found>((resolve, reject) => {
          runs.push({ go: resolve, break: reject });
          signal?.addEventListener("abort", () => reject(new Error("heard the stop")), { once: true });
        }),
    }),
    options,
  );
  const call = (q: string, signal?: AbortSignal) =>
    Promise.resolve(cached.execute({ q }, context(signal && { signal })));
  return { cached, runs, call };
}

const later = () => new Promise((resolve) => setTimeout(resolve, 0));

describe("withCache, exact", () => {
  it("runs once for equal parameters, and again for any other", async () => {
    const { call, runs, cached } = counting();
    expect(await call("a")).toEqual({ hits: ["a1"] });
    expect(await call("a")).toEqual({ hits: ["a1"] });
    await call("a", 2);
    expect(runs).toEqual(["a1", "a2"]);
    expect(cached.cache.stats()).toEqual({ hits: 1, misses: 2, evictions: 0, size: 2, hitRate: 1 / 3 });
    expect(logs.at(-1)).toBe("Answered from the cache: the result is 0 s old.");
  });

  it("works with nothing but a tool, and in a test without a context", async () => {
    const { runs } = counting();
    const bare = withCache(
      tool({ name: "n", description: "d", parameters: z.object({}), execute: () => runs.push("run") }),
    );
    const execute = bare.execute as (params: object, context: unknown) => Promise<number>;
    expect(await execute({}, {})).toBe(1);
    expect(await execute({}, {})).toBe(1);
  });

  it("gives out copies, so that nobody can spoil what is kept", async () => {
    const { call } = counting();
    const first = await call("a");
    first.hits.push("mine");
    (await call("a")).hits.push("mine");
    expect(await call("a")).toEqual({ hits: ["a1"] });
  });

  it("keeps no failure, thrown or returned", async () => {
    const { call, runs, cached } = counting();
    await expect(call("throw")).rejects.toThrow("down");
    await expect(call("throw")).rejects.toThrow("down");
    await call("fail");
    await call("fail");
    expect(runs).toEqual(["throw1", "throw1", "fail1", "fail1"]);
    expect(cached.cache.stats().size).toBe(0);
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
    expect(cached.cache.stats()).toMatchObject({ misses: 4, hits: 1 });
  });

  it("takes parameters as a model gives them where it is told to forget or to remember", async () => {
    const { call, runs, cached } = counting();
    await cached.cache.warmup([{ params: { q: "a" }, result: { hits: ["warm"] } }]);
    expect(await call("a")).toEqual({ hits: ["warm"] });
    expect(await cached.cache.invalidate({ q: "a" })).toBe(true);
    await call("a");
    expect(runs).toEqual(["a1"]);
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
    expect(cached.cache.stats().evictions).toBe(2);
  });

  it("keeps nothing with a size of 0 or no time, and ends", async () => {
    for (const options of [{ maxSize: 0 }, { ttl: "0s" }]) {
      const { call, runs } = counting(options);
      await call("a");
      await call("a");
      expect(runs).toHaveLength(2);
    }
  });

  it("keeps users apart, and sessions when told, unless they share", async () => {
    const runsWith = async (scope: CacheOptions["scope"]) => {
      const { call, runs } = counting(scope === undefined ? {} : { scope });
      await call("a", 1, { userId: "anna", sessionId: "s1" });
      await call("a", 1, { userId: "anna", sessionId: "s2" });
      await call("a", 1, { userId: "ben", sessionId: "s2" });
      await call("a", 1, {});
      return runs.length;
    };
    expect(await runsWith(undefined)).toBe(3);
    expect(await runsWith("user")).toBe(3);
    expect(await runsWith("session")).toBe(4);
    expect(await runsWith("shared")).toBe(1);
  });

  it("always runs a call that needs approval, unless it is told otherwise", async () => {
    for (const [policy, options, expected] of [
      [true, {}, 2],
      [(params: Params) => params.q === "a", {}, 2],
      [(params: Params) => params.q !== "a", {}, 1],
      [async () => true, {}, 2],
      [async () => false, {}, 1],
      [
        () => {
          throw new Error("broken");
        },
        {},
        2,
      ],
      [true, { cacheApproved: true }, 1],
    ] as const) {
      const { call, runs } = counting(options, policy);
      await call("a");
      await call("a");
      expect(runs).toHaveLength(expected);
    }
  });

  it("tells its listeners, and is not disturbed by what they throw", async () => {
    const heard: string[] = [];
    const { call } = counting({
      onHit: (key, params) => {
        heard.push(`hit ${key.startsWith("toolcache:search:")} ${JSON.stringify(params)}`);
        throw new Error("mine");
      },
      onMiss: () => heard.push("miss"),
    });
    await call("a");
    expect(await call("a")).toEqual({ hits: ["a1"] });
    expect(heard).toEqual(["miss", 'hit true {"q":"a","page":1}']);
  });

  it("takes any parameters at all: it keeps apart what differs and does not cache what nothing tells apart", async () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    const values = [1n, 1, "1", Number.NaN, "NaN", null, new Date(1), new Map([["a", 1]]), { a: 1 }, [1], new Set([1])];
    const untellable = [cycle, () => 1, Symbol("s"), new (class Own {})(), Promise.resolve(1)];
    let runs = 0;
    const cached = withCache(
      tool({
        name: "any",
        description: "d",
        parameters: z.object({ value: z.unknown() }),
        execute: () => {
          runs += 1;
          return runs;
        },
      }),
    );
    const results = [];
    for (const value of [...values, ...untellable]) results.push(await cached.execute({ value }, context()));
    expect(new Set(results).size).toBe(values.length + untellable.length);
    for (const value of values) await cached.execute({ value }, context());
    expect(runs).toBe(values.length + untellable.length);
    for (const value of untellable) await cached.execute({ value }, context());
    expect(runs).toBe(values.length + 2 * untellable.length);
    expect(logs.at(-1)).toContain("Not cached: the arguments hold something");
  });

  it("does not keep a result that a copy would not be the same as", async () => {
    class Money {
      toJSON = () => "5 €";
    }
    let runs = 0;
    const cached = withCache(
      tool({
        name: "money",
        description: "d",
        parameters: z.object({}),
        execute: () => {
          runs += 1;
          return new Money();
        },
      }),
    );
    await cached.execute({}, context());
    expect(await cached.execute({}, context())).toBeInstanceOf(Money);
    expect(runs).toBe(2);
  });

  it("stays the same tool for everyone else, with options and computed names too", async () => {
    const { cached } = counting();
    expect(cached.toJSON()).toMatchObject({ name: "search", description: "Searches." });
    expect(isCachedTool(cached)).toBe(true);
    expect(isCachedTool(tool({ name: "n", description: "d", parameters: z.object({}), execute: () => 1 }))).toBe(false);
    const computed = withCache(
      tool({
        name: (opts: { table?: string }) => `read_${(opts.table as string).toLowerCase()}`,
        description: "d",
        parameters: z.object({}),
        execute: (_params, { opts }) => opts.table,
      }),
      { scope: "shared" },
    );
    const [users, orders] = [computed.with({ table: "Users" }), computed.with({ table: "Orders" })];
    expect(users.name).toBe("read_users");
    expect(await users.execute({}, context())).toBe("Users");
    expect(await orders.execute({}, context())).toBe("Orders");
  });

  it.each([
    [{ strategy: "magic" as "exact" }, 'The cache strategy "magic" is not known'],
    [{ ttl: "soon" }, "Invalid duration format: soon"],
    [{ maxSize: -1 }, '"maxSize" of a cache is -1'],
    [{ maxSize: Number.NaN }, '"maxSize" of a cache is NaN'],
    [{ similarity: 95 }, '"similarity" of a cache is 95'],
    [{ storage: "disk" as "memory" }, 'The cache storage "disk" is not known'],
    [{ storage: "redis" as const }, "redisClient required for redis storage"],
    [{ scope: "world" as "shared" }, 'The cache scope "world" is not known'],
    [{ embeddingService: {} as "lexical" }, '"embeddingService" of a cache cannot embed texts'],
  ])("refuses %j at once", (options, words) => {
    expect(() => counting(options)).toThrow(words);
  });

  it("refuses a tool whose code does not run here", () => {
    const sandboxed = tool({
      name: "py",
      description: "d",
      parameters: z.object({ command: z.string() }),
      execute: () => null,
      sandbox: { type: "docker", image: "python:3.12-slim" },
    });
    expect(() => withCache(sandboxed)).toThrow("A tool that runs in a sandbox of its own cannot be cached.");
  });
});

describe("withCache, calls at the same time", () => {
  it("runs once for ten, and each gets a copy", async () => {
    const { call, runs, cached } = counting();
    const results = await Promise.all(Array.from({ length: 10 }, () => call("a")));
    expect(runs).toEqual(["a1"]);
    expect(new Set(results).size).toBe(10);
    expect(cached.cache.stats()).toMatchObject({ hits: 9, misses: 1 });
    results[0]?.hits.push("mine");
    expect(results[1]).toEqual({ hits: ["a1"] });
  });

  it("fails once for ten, and keeps nothing of it", async () => {
    const { call, runs } = counting();
    const ends = await Promise.allSettled(Array.from({ length: 10 }, () => call("throw")));
    expect(ends.every(({ status }) => status === "rejected")).toBe(true);
    expect(runs).toHaveLength(1);
    await expect(call("throw")).rejects.toThrow("down");
    expect(runs).toHaveLength(2);
  });

  it("ends one that is stopped, and no other", async () => {
    const { call, runs } = waiting();
    const stop = new AbortController();
    const leader = call("a");
    const stopped = call("a", stop.signal);
    const other = call("a");
    stop.abort(new Error("stopped"));
    await expect(stopped).rejects.toThrow("stopped");
    runs[0]?.go({ hits: ["x"] });
    expect(await leader).toEqual({ hits: ["x"] });
    expect(await other).toEqual({ hits: ["x"] });
    expect(runs).toHaveLength(1);
  });

  it("lets another take over when the one that runs is stopped", async () => {
    const { call, runs, cached } = waiting();
    const stop = new AbortController();
    const leader = call("a", stop.signal);
    const others = [call("a"), call("a")];
    await later();
    stop.abort(new Error("stopped"));
    await expect(leader).rejects.toThrow("stopped");
    await later();
    expect(runs).toHaveLength(2);
    runs[1]?.go({ hits: ["second"] });
    expect(await Promise.all(others)).toEqual([{ hits: ["second"] }, { hits: ["second"] }]);
    expect(cached.cache.stats()).toMatchObject({ hits: 1, misses: 2, size: 1 });
  });

  it("does not wait for the end of a run that does not hear its stop", async () => {
    const cached = withCache(
      tool({ name: "deaf", description: "d", parameters: z.object({}), execute: () => new Promise<never>(() => {}) }),
    );
    const stop = new AbortController();
    const call = cached.execute({}, context({ signal: stop.signal }));
    stop.abort(new Error("stopped"));
    await expect(call).rejects.toThrow("stopped");
    const never = new AbortController();
    never.abort(new Error("never began"));
    await expect(cached.execute({}, context({ signal: never.signal }))).rejects.toThrow("never began");
  });

  it("keeps nothing of a run that began before it was told to forget", async () => {
    const { call, runs, cached } = waiting();
    for (const forget of [() => cached.cache.clear(), () => cached.cache.invalidate({ q: "a" })]) {
      const before = call("a");
      await later();
      await forget();
      runs.at(-1)?.go({ hits: ["old"] });
      await before;
      expect(cached.cache.stats().size).toBe(0);
    }
  });

  it("looks up a slow storage once for all, also when the first result comes in between", async () => {
    const memory = createToolCacheStorage("memory");
    let gets = 0;
    const slow: ToolCacheStorage = {
      kind: "slow",
      async get(key) {
        gets += 1;
        await later();
        return memory.get(key) as CacheEntry | undefined;
      },
      nearest: (...args) => memory.nearest(...args),
      set: async (key, entry) => {
        await later();
        return memory.set(key, entry);
      },
      delete: (key) => memory.delete(key),
      clear: (prefix) => memory.clear(prefix),
      size: (prefix) => memory.size(prefix),
      list: (prefix, limit) => memory.list(prefix, limit),
    };
    const { call, runs } = counting({ storage: slow, now: Date.now });
    await Promise.all([call("a"), call("a"), later().then(() => call("a"))]);
    await call("a");
    expect(runs).toEqual(["a1"]);
    expect(gets).toBe(2);
  });
});

describe("withCache, a storage that fails", () => {
  it("runs the call, says what is wrong, and shows it", async () => {
    const broken = new Proxy({ kind: "broken", size: () => 0, list: () => [] } as unknown as ToolCacheStorage, {
      get: (target, name) =>
        Reflect.get(target, name) ??
        (async () => {
          throw new Error("the disk is full");
        }),
    });
    const { call, cached } = counting({ storage: broken });
    expect(await call("a")).toEqual({ hits: ["a1"] });
    expect(logs.at(-1)).toBe("The result could not be cached: the disk is full");
    expect(cached.cache.report().problem).toBe("The result could not be cached: the disk is full");
  });
});

describe("withCache, semantic", () => {
  it("answers a like text, and never across any other parameter", async () => {
    const { call, runs } = counting({ strategy: "semantic" });
    await call("Weather in Paris?");
    expect(await call("weather in paris")).toEqual({ hits: ["Weather in Paris?1"] });
    expect(logs.at(-1)).toMatch(/of a call that is (100|99) % like it is 0 s old/);
    await call("weather in paris", 2);
    await call("weather in Rome");
    await call("weather in paris", 1, { userId: "ben" });
    expect(runs).toHaveLength(4);
  });

  it("makes one embedding for a miss, one for a like text, none for an equal one", async () => {
    const embedded: string[] = [];
    const { call } = counting({
      strategy: "semantic",
      embeddingService: {
        async embed(text) {
          embedded.push(text);
          return [text.length, 1];
        },
      },
    });
    await call("abc");
    expect(embedded).toEqual(["abc"]);
    await call("abd");
    expect(embedded).toEqual(["abc", "abd"]);
    await call("abc");
    expect(embedded).toHaveLength(2);
  });

  it("compares the parameter that it is told to, and all of the others exactly", async () => {
    const asked: unknown[] = [];
    const cached = withCache(
      tool({
        name: "ask",
        description: "d",
        parameters: z.object({ question: z.string(), topic: z.string() }),
        execute: (params) => asked.push(params),
      }),
      { strategy: "semantic", textParameter: "topic" },
    );
    await cached.execute({ question: "who", topic: "The Tools" }, context());
    await cached.execute({ question: "who", topic: "the tools!" }, context());
    expect(asked).toHaveLength(1);
    await cached.execute({ question: "Who", topic: "the tools!" }, context());
    expect(asked).toHaveLength(2);
  });

  it("compares all texts where none has a usual name, and wants the numbers to be equal", async () => {
    const asked: unknown[] = [];
    const cached = withCache(
      tool({
        name: "ask",
        description: "d",
        parameters: z.object({ city: z.string(), days: z.number() }),
        execute: (params) => asked.push(params),
      }),
      { strategy: "semantic" },
    );
    await cached.execute({ city: "New York", days: 1 }, context());
    await cached.execute({ city: "new york", days: 1 }, context());
    expect(asked).toHaveLength(1);
    await cached.execute({ city: "New York", days: 2 }, context());
    expect(asked).toHaveLength(2);
  });

  it("goes on exactly when texts cannot be compared", async () => {
    const { call, runs } = counting({
      strategy: "semantic",
      embeddingService: {
        embed: () => {
          throw new Error("no model");
        },
      },
    });
    await call("a");
    await call("a");
    expect(runs).toEqual(["a1"]);
    expect(logs.at(-2)).toBe("The text could not be compared by likeness: no model");
  });

  it("asks for a provider's embedding through the host of the call", async () => {
    const asked: unknown[] = [];
    const outside = {
      async ask(service: string, input: unknown) {
        asked.push([service, input]);
        return { model: "m", vectors: [[1, 0]] };
      },
    };
    const { call, runs } = counting({ strategy: "semantic", embeddingService: "provider" });
    await call("colour", 1, { outside });
    await call("color", 1, { outside });
    expect(runs).toEqual(["colour1"]);
    expect(asked[0]).toEqual(["embed", { texts: ["colour"] }]);
  });
});

describe("what a person is shown of a cache", () => {
  it("says how it stands and holds no result", async () => {
    const { call, cached } = counting();
    let changes = 0;
    const leave = cached.cache.onChange(() => {
      changes += 1;
    });
    await call("a");
    await call("a");
    expect(changes).toBeGreaterThanOrEqual(2);
    const report = cached.cache.report();
    expect(report).toMatchObject({ tool: "search", strategy: "exact", storage: "memory", hits: 1, misses: 1, size: 1 });
    expect(report.entries).toMatchObject([{ label: '{"page":1,"q":"a"}', hits: 1 }]);
    expect(JSON.stringify(report)).not.toContain("a1");
    leave();
    changes = 0;
    await call("a");
    expect(changes).toBe(0);
  });

  it("forgets one and all on command", async () => {
    const evicted: string[] = [];
    const { call, cached, runs } = counting({ onEvict: (key) => evicted.push(key) });
    await call("a");
    await call("b");
    const key = cached.cache.report().entries.find(({ label }) => label.includes('"a"'))?.key ?? "";
    await cached.cache.command({ kind: "evict", key });
    await cached.cache.command({ kind: "evict", key: "unknown" });
    expect(evicted).toEqual([key]);
    await call("a");
    await call("b");
    expect(runs).toEqual(["a1", "b1", "a1"]);
    await cached.cache.command({ kind: "clear" });
    expect(cached.cache.report().entries).toEqual([]);
  });
});
