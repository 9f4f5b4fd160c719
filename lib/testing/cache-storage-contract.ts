import { describe, expect, test } from "vitest";
import type { CacheAccess, CacheEntry, ToolCacheStorage } from "@/lib/core/cache/tool-cache-storage";

export interface OpenStorageOptions {
  /** What the keys begin with. */
  prefix: string;
  maxSize: number;
  now(): number;
}

export interface CacheStorageContractOptions {
  /** A storage that shares what it keeps with others of the same prefix, as two loads of one definition do. */
  open(options: OpenStorageOptions): ToolCacheStorage | Promise<ToolCacheStorage>;
  /** Given to every method. */
  access?: CacheAccess;
  /** Whether it keeps more than JSON: dates, maps, bytes, `undefined`. */
  keepsMoreThanJson: boolean;
}

const MINUTE = 60_000;
let opened = 0;

/** What every place for cached results must do. */
export function cacheStorageContract(name: string, options: CacheStorageContractOptions): void {
  const { access } = options;

  /** A storage whose clock stands still, with a prefix that no other test uses. */
  async function open(maxSize = 10) {
    opened += 1;
    const clock = { now: 1_700_000_000_000 };
    const prefix = `contract:tool${opened}:`;
    const storage = await options.open({ prefix, maxSize, now: () => clock.now });
    const key = (rest: string) => `${prefix}${rest}`;
    const entry = (value: unknown, more: Partial<CacheEntry> = {}): CacheEntry => ({
      value,
      storedAt: clock.now,
      expiresAt: clock.now + MINUTE,
      bytes: 10,
      label: "{}",
      ...more,
    });
    const like = (group: string, ...vector: number[]) => ({
      likeness: { group: key(group), vector: Float32Array.from(vector) },
    });
    return { storage, clock, prefix, key, entry, like };
  }

  describe(`${name} cache storage`, () => {
    test("gives back what was stored under a key, and nothing under any other", async () => {
      const { storage, key, entry } = await open();
      const value = { list: [1, "two", null, true], deep: { text: "ünï" } };
      await storage.set(key("a"), entry(value), access);
      expect(await storage.get(key("a"), access)).toEqual(entry(value));
      expect(await storage.get(key("b"), access)).toBeUndefined();
      await storage.set(key("a"), entry("newer"), access);
      expect((await storage.get(key("a"), access))?.value).toBe("newer");
    });

    test("gives nothing out after its time", async () => {
      const { storage, key, entry, clock, prefix } = await open();
      await storage.set(key("a"), entry(1), access);
      clock.now += MINUTE - 1;
      expect((await storage.get(key("a"), access))?.value).toBe(1);
      clock.now += 1;
      expect(await storage.get(key("a"), access)).toBeUndefined();
      expect(await storage.delete(key("a"), access)).toBe(false);
      expect(storage.size(prefix)).toBe(0);
    });

    test("keeps no more than it may, and lets go of what was used longest ago", async () => {
      const { storage, key, entry, clock, prefix } = await open(3);
      for (const each of ["a", "b", "c"]) {
        expect(await storage.set(key(each), entry(each), access)).toEqual([]);
        clock.now += 1;
      }
      await storage.get(key("a"), access);
      clock.now += 1;
      expect(await storage.set(key("d"), entry("d"), access)).toEqual([key("b")]);
      expect(await storage.get(key("b"), access)).toBeUndefined();
      for (const each of ["a", "c", "d"]) expect((await storage.get(key(each), access))?.value).toBe(each);
      expect(storage.size(prefix)).toBe(3);
    });

    test("lets go of nothing when it overwrites", async () => {
      const { storage, key, entry } = await open(2);
      await storage.set(key("a"), entry(1), access);
      await storage.set(key("b"), entry(2), access);
      expect(await storage.set(key("a"), entry(3), access)).toEqual([]);
      expect((await storage.get(key("b"), access))?.value).toBe(2);
    });

    test("lets what has expired go before anything that lives", async () => {
      const { storage, key, entry, clock } = await open(2);
      await storage.set(key("lives"), entry(1, { expiresAt: clock.now + 10 * MINUTE }), access);
      clock.now += 1;
      await storage.set(key("expires"), entry(2, { storedAt: clock.now - MINUTE, expiresAt: clock.now + 5 }), access);
      await storage.get(key("lives"), access);
      await storage.get(key("expires"), access);
      clock.now += 5;
      await storage.get(key("expires"), access);
      await storage.set(key("c"), entry(3), access);
      expect((await storage.get(key("lives"), access))?.value).toBe(1);
    });

    test("keeps nothing when it may keep nothing", async () => {
      const { storage, key, entry } = await open(0);
      expect(await storage.set(key("a"), entry(1), access)).toEqual([]);
      expect(await storage.get(key("a"), access)).toBeUndefined();
    });

    test("says whether there was something to delete", async () => {
      const { storage, key, entry } = await open();
      await storage.set(key("a"), entry(1), access);
      expect(await storage.delete(key("a"), access)).toBe(true);
      expect(await storage.delete(key("a"), access)).toBe(false);
      expect(await storage.get(key("a"), access)).toBeUndefined();
    });

    test("clears everything with a prefix", async () => {
      const { storage, key, entry, like, prefix } = await open();
      await storage.set(key("a"), entry(1), access);
      await storage.set(key("g.b"), entry(2, like("g.", 1, 0)), access);
      await storage.clear(prefix, access);
      expect(await storage.get(key("a"), access)).toBeUndefined();
      expect(await storage.nearest(key("g."), Float32Array.from([1, 0]), 0.5, access)).toBeUndefined();
      expect(storage.size(prefix)).toBe(0);
    });

    test("finds the nearest of its group, if it is near enough", async () => {
      const { storage, key, entry, like } = await open();
      await storage.set(key("g.x"), entry("x", like("g.", 1, 0)), access);
      await storage.set(key("g.xy"), entry("xy", like("g.", 0.8, 0.6)), access);
      await storage.set(key("h.y"), entry("y", like("h.", 0, 1)), access);
      const nearest = async (group: string, vector: number[], similarity: number) =>
        (await storage.nearest(key(group), Float32Array.from(vector), similarity, access))?.entry.value;
      expect(await nearest("g.", [1, 0], 0.95)).toBe("x");
      expect(await nearest("g.", [0.8, 0.6], 1)).toBe("xy");
      expect(await nearest("g.", [0, 1], 0.5)).toBe("xy");
      expect(await nearest("g.", [0, 1], 0.7)).toBeUndefined();
      expect(await nearest("h.", [1, 0], 0.5)).toBeUndefined();
      expect(await nearest("other.", [1, 0], 0.1)).toBeUndefined();
    });

    test("does not find what has left, has expired, or has other dimensions", async () => {
      const { storage, key, entry, like, clock } = await open();
      await storage.set(key("g.a"), entry("a", like("g.", 1, 0)), access);
      await storage.set(key("g.b"), entry("b", { ...like("g.", 0.8, 0.6), expiresAt: clock.now + 10 }), access);
      await storage.set(key("g.c"), entry("c", like("g.", 0, 1)), access);
      const find = async (...vector: number[]) =>
        (await storage.nearest(key("g."), Float32Array.from(vector), 0.5, access))?.key;
      expect(await find(1, 0, 0)).toBeUndefined();
      expect(await find(1, 0)).toBe(key("g.a"));
      await storage.delete(key("g.a"), access);
      expect(await find(1, 0)).toBe(key("g.b"));
      clock.now += 10;
      expect(await find(1, 0)).toBeUndefined();
      expect(await find(0, 1)).toBe(key("g.c"));
    });

    test("shows what it keeps, used last first, without the values", async () => {
      const { storage, key, entry, clock, prefix } = await open();
      await storage.set(key("a"), entry({ secret: "value" }, { label: "first" }), access);
      clock.now += 1;
      await storage.set(key("b"), entry(2, { label: "second" }), access);
      clock.now += 1;
      await storage.get(key("a"), access);
      const listed = storage.list(prefix, 10);
      expect(listed.map(({ label, hits }) => [label, hits])).toEqual([
        ["first", 1],
        ["second", 0],
      ]);
      expect(JSON.stringify(listed)).not.toContain("value");
      expect(storage.list(prefix, 1)).toHaveLength(1);
      expect(storage.list("another:", 10)).toEqual([]);
    });

    test("keeps values that JSON cannot say exactly, or does not keep them at all", async () => {
      const { storage, key, entry } = await open();
      const values = [new Date(5), new Map([["a", 1]]), undefined, Number.NaN, -0, { a: undefined }, 10n];
      for (const [index, value] of values.entries()) {
        await storage.set(key(String(index)), entry(value), access);
        const found = await storage.get(key(String(index)), access);
        if (options.keepsMoreThanJson) expect(found?.value).toEqual(value);
        else expect(found).toBeUndefined();
      }
    });

    test("keeps apart what many ask for at the same time", async () => {
      const { storage, key, entry } = await open(100);
      const names = Array.from({ length: 40 }, (_, index) => `k${index}`);
      await Promise.all(names.map((each) => storage.set(key(each), entry(each), access)));
      const found = await Promise.all(names.map((each) => storage.get(key(each), access)));
      expect(found.map((each) => each?.value)).toEqual(names);
    });
  });
}
