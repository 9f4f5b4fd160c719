import { expect, it } from "vitest";
import { cacheStorageContract } from "@/lib/testing/cache-storage-contract";
import { InMemoryToolCacheStorage } from "./in-memory-tool-cache-storage";
import type { CacheEntry } from "./tool-cache-storage";

cacheStorageContract("in-memory", {
  open: ({ maxSize, now }) => new InMemoryToolCacheStorage(maxSize, { now }),
  keepsMoreThanJson: true,
});

const entry = (bytes: number, expiresAt = 1000): CacheEntry => ({ value: 1, storedAt: 0, expiresAt, bytes, label: "" });

it("is bounded in bytes as well, and does not empty itself for what could never fit", () => {
  const storage = new InMemoryToolCacheStorage(100, { maxBytes: 10, now: () => 0 });
  storage.set("a", entry(4));
  storage.set("b", entry(4));
  expect(storage.set("c", entry(4))).toEqual(["a"]);
  expect(storage.set("huge", entry(11))).toEqual([]);
  expect(storage.get("huge")).toBeUndefined();
  expect(storage.get("b")?.bytes).toBe(4);
});

it("tells who made it what had to leave", () => {
  const evicted: string[] = [];
  const storage = new InMemoryToolCacheStorage(1, { onEvict: (key) => evicted.push(key), now: () => 0 });
  storage.set("a", entry(1));
  storage.set("b", entry(1));
  storage.delete("b");
  expect(evicted).toEqual(["a"]);
});

it("touches one entry for an eviction, at any size", () => {
  for (const size of [10, 10_000]) {
    const storage = new InMemoryToolCacheStorage(size, { now: () => 0 });
    for (let index = 0; index < size; index += 1) storage.set(`k${index}`, entry(1));
    storage.get("k0");
    expect(storage.set("one more", entry(1))).toEqual(["k1"]);
    expect(storage.size("k")).toBe(size - 1);
  }
});

it("does not hold on to what expired and was never asked for again", () => {
  const clock = { now: 0 };
  const storage = new InMemoryToolCacheStorage(1000, { now: () => clock.now });
  for (let index = 0; index < 100; index += 1) storage.set(`k${index}`, entry(1, 50));
  clock.now = 50;
  expect(storage.set("new", entry(1))).toEqual([]);
  expect(storage.list("", 1000).map(({ key }) => key)).toEqual(["new"]);
});
