import { createServer } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { OutsideCacheStorage } from "@/lib/core/cache/outside-cache-storage";
import { RedisToolCacheStorage } from "@/lib/core/cache/redis-tool-cache-storage";
import type { ToolCacheStorage } from "@/lib/core/cache/tool-cache-storage";
import { withCache } from "@/lib/core/cache/with-cache";
import type { Outside } from "@/lib/core/tool/outside";
import { tool } from "@/lib/core/tool/tool";
import type { ToolContext } from "@/lib/core/tool/tool-types";
import { cacheStorageContract } from "@/lib/testing/cache-storage-contract";
import { serviceContext } from "../tools/testing/service-context";
import { connectRedis } from "./connect-redis";
import { openServerCache, type ServerCache } from "./server-cache";

const redisUrl = process.env.TEST_REDIS_URL;
const title = redisUrl === undefined ? "(skipped: TEST_REDIS_URL is not set)" : "";
const ownerId = `o_test_${process.pid}_${Date.now()}`;
const unexpected = (error: Error) => {
  throw error;
};

/** The way of a tool to the service, without the page and the dispatcher between them. */
function outsideOf(cache: ServerCache, sessionId = "s_1"): Outside {
  return {
    ask: async (name, input) => {
      expect(name).toBe(cache.service.name);
      return cache.service.execute(cache.service.input.parse(input), serviceContext({ ownerId, sessionId }));
    },
  };
}

describe.skipIf(redisUrl === undefined)(`over a real Redis ${title}`, () => {
  const url = redisUrl ?? "";
  const client = connectRedis({ url, onLost: unexpected });
  const opened: ServerCache[] = [];
  const open = (options: { now?(): number } = {}) => {
    const cache = openServerCache({ redisUrl: url, onLost: unexpected, ...options });
    opened.push(cache);
    return cache;
  };
  const access: { outside?: Outside } = {};

  beforeAll(async () => {
    await client.ping();
  });
  afterEach(async () => {
    for (const cache of opened.splice(0)) await cache.close();
  });
  afterAll(async () => {
    const keys = await client.keys(`toolwright:cache:${ownerId}:*`);
    const own = await client.keys(`contract-${ownerId}:*`);
    if (keys.length + own.length > 0) await client.del(...keys, ...own);
    client.disconnect();
  });

  cacheStorageContract("redis, through a client", {
    open: ({ maxSize, now }) =>
      new RedisToolCacheStorage({ client, keyPrefix: `contract-${ownerId}:${Math.random()}`, maxSize, now }),
    keepsMoreThanJson: false,
  });

  cacheStorageContract("server", {
    open({ prefix, maxSize, now }): ToolCacheStorage {
      access.outside = outsideOf(open({ now }));
      return new OutsideCacheStorage({ kind: "server", service: "server-cache", prefix: () => prefix, maxSize, now });
    },
    access,
    keepsMoreThanJson: false,
  });

  const value = { value: 1, storedAt: 0, expiresAt: Date.now() + 60_000, bytes: 1, label: "{}" };

  it("keeps sessions and owners apart, whatever keys a page names", async () => {
    const cache = open();
    const place = { prefix: "toolcache:t:", maxSize: 10 };
    await outsideOf(cache, "s_1").ask("server-cache", { method: "set", ...place, key: "toolcache:t:k", entry: value });
    const get = { method: "get", ...place, key: "toolcache:t:k" };
    expect(await outsideOf(cache, "s_1").ask("server-cache", get)).toMatchObject({ entry: { value: 1 } });
    expect(await outsideOf(cache, "s_2").ask("server-cache", get)).toEqual({ entry: null });
    const other = serviceContext({ ownerId: `${ownerId}x`, sessionId: "s_1" });
    expect(await cache.service.execute(cache.service.input.parse(get), other)).toEqual({ entry: null });
    expect(await cache.list({ ownerId, sessionId: "s_2" }, place.prefix, 10)).toEqual([]);
    await outsideOf(cache, "s_2").ask("server-cache", { method: "clear", ...place });
    expect(await outsideOf(cache, "s_1").ask("server-cache", get)).toMatchObject({ entry: { value: 1 } });
  });

  it("refuses keys of another place, too many tools, too large results and too long a time", async () => {
    const cache = open();
    const outside = outsideOf(cache, "s_hostile");
    const set = (prefix: string, key: string, more: object = {}) =>
      outside.ask("server-cache", { method: "set", prefix, maxSize: 10, key, entry: { ...value, ...more } });
    await expect(set("a:t:", "b:t:k")).rejects.toMatchObject({ code: "outside-invalid-input" });
    await expect(set("a:t:", "a:t:k", { value: "x".repeat(300_000) })).rejects.toMatchObject({
      code: "outside-too-large",
    });
    await expect(
      outside.ask("server-cache", { method: "get", prefix: "a:", maxSize: 1e9, key: "a:k" }),
    ).rejects.toThrow();
    for (let index = 0; index < 25; index += 1) {
      await set(`p${index}:`, `p${index}:k`, { expiresAt: Date.now() + 1e12 });
    }
    const kept = await client.keys(`toolwright:cache:${ownerId}:s_hostile:*:entry:*`);
    expect(kept).toHaveLength(20);
    const days = (await client.ttl(kept[0] ?? "")) / 86_400;
    expect(days).toBeLessThanOrEqual(30.01);
  });

  it("takes what is broken in Redis for nothing", async () => {
    const cache = open();
    const outside = outsideOf(cache, "s_broken");
    const place = { prefix: "toolcache:t:", maxSize: 10 };
    await outside.ask("server-cache", { method: "set", ...place, key: "toolcache:t:k", entry: value });
    const [entryKey] = await client.keys(`toolwright:cache:${ownerId}:s_broken:*:entry:*`);
    await client.set(entryKey ?? "", '{"value":');
    expect(await outside.ask("server-cache", { method: "get", ...place, key: "toolcache:t:k" })).toEqual({
      entry: null,
    });
  });

  it("lists and removes for the person whose session it is", async () => {
    const cache = open();
    const prefix = "toolcache:t:";
    for (const each of ["a", "b", "c"]) {
      await outsideOf(cache, "s_list").ask("server-cache", {
        method: "set",
        prefix,
        maxSize: 10,
        key: `${prefix}${each}`,
        entry: { ...value, label: each },
      });
    }
    const owner = { ownerId, sessionId: "s_list" };
    const labels = async () => (await cache.list(owner, prefix, 10)).map(({ label }) => label);
    expect(await labels()).toEqual(["c", "b", "a"]);
    await cache.remove(owner, prefix, `${prefix}b`);
    expect(await labels()).toEqual(["c", "a"]);
    await cache.remove(owner, prefix, undefined);
    expect(await labels()).toEqual([]);
  });

  it("carries a tool's results over from one load of its definition to the next", async () => {
    const outside = outsideOf(open(), "s_tool");
    const context = { opts: {}, log: () => {}, outside } as unknown as ToolContext;
    let runs = 0;
    const load = () =>
      withCache(
        tool({
          name: "count",
          description: "Counts.",
          parameters: { type: "object", properties: {} },
          execute: () => {
            runs += 1;
            return { runs };
          },
        }),
        { storage: "server", strategy: "semantic" },
      );
    expect(await load().execute({ query: "one thing" }, context)).toEqual({ runs: 1 });
    expect(await load().execute({ query: "one thing" }, context)).toEqual({ runs: 1 });
    const second = load();
    expect(await second.execute({ query: "One thing!" }, context)).toEqual({ runs: 1 });
    expect(second.cache.stats()).toMatchObject({ hits: 1, misses: 0, size: 1 });
  });
});

describe("a server without Redis", () => {
  it("says what is missing", async () => {
    const cache = openServerCache({ redisUrl: undefined });
    const asked = outsideOf(cache).ask("server-cache", { method: "clear", prefix: "a:", maxSize: 1 });
    await expect(asked).rejects.toMatchObject({ code: "outside-missing", message: /TOOLWRIGHT_REDIS_URL/ });
    expect(await cache.list({ ownerId, sessionId: "s" }, "a:", 1)).toEqual([]);
  });

  it("fails soon when Redis is away, says so once, and the tool still runs", async () => {
    const free = createServer();
    await new Promise<void>((resolve) => free.listen(0, "127.0.0.1", resolve));
    const { port } = free.address() as { port: number };
    await new Promise((resolve) => free.close(resolve));
    const lost: Error[] = [];
    const cache = openServerCache({ redisUrl: `redis://127.0.0.1:${port}`, onLost: (error) => lost.push(error) });
    const logs: string[] = [];
    const context = {
      opts: {},
      log: (text: string) => logs.push(text),
      outside: outsideOf(cache),
    } as unknown as ToolContext;
    const cached = withCache(
      tool({ name: "t", description: "d", parameters: { type: "object", properties: {} }, execute: () => "ran" }),
      { storage: "server" },
    );
    expect(await cached.execute({}, context)).toBe("ran");
    expect(logs).toContain("The cache could not be read: The server's cache does not answer.");
    expect(lost).toHaveLength(1);
    await cache.close();
  });
});
