import { afterEach, describe, expect, it } from "vitest";
import { OutsideCacheStorage } from "@/lib/core/cache/outside-cache-storage";
import type { Outside, OutsideInput } from "@/lib/core/tool/outside";
import { cacheStorageContract } from "@/lib/testing/cache-storage-contract";
import type { PageServiceContext } from "../page-service";
import { type BrowserCache, createBrowserCache } from "./browser-cache";
import { ENTRIES, TEXTS } from "./cache-database";

let sessions = 0;
const newSession = () => `s_test_${Date.now()}_${++sessions}`;

/** The way of a tool to the service, without the frame between them. */
function outsideOf(cache: BrowserCache, sessionId: string): Outside {
  return { ask: (_service, input) => cache.service.ask(input, { sessionId } as PageServiceContext) };
}

const access: { outside?: Outside } = {};
cacheStorageContract("browser (IndexedDB in Chromium)", {
  open({ prefix, maxSize, now }) {
    access.outside = outsideOf(createBrowserCache({ now }), newSession());
    return new OutsideCacheStorage({ kind: "browser", service: "browser-cache", prefix: () => prefix, maxSize, now });
  },
  access,
  keepsMoreThanJson: false,
});

const prefix = "toolcache:t:";
const entry = (value: OutsideInput[string], more: object = {}) => ({
  value,
  storedAt: 0,
  expiresAt: Date.now() + 60_000,
  bytes: 1,
  label: "{}",
  ...more,
});
const set = (outside: Outside, key: string, value: OutsideInput[string] = 1, maxSize = 100) =>
  outside.ask("browser-cache", { method: "set", prefix, maxSize, key: `${prefix}${key}`, entry: entry(value) });
const get = (outside: Outside, key: string) =>
  outside.ask("browser-cache", { method: "get", prefix, maxSize: 100, key: `${prefix}${key}` });

async function inStore(name: string, use: (store: IDBObjectStore) => void): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open("toolwright-tool-cache");
    request.onsuccess = () => resolve(request.result);
  });
  const transaction = database.transaction(name, "readwrite");
  use(transaction.objectStore(name));
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
  database.close();
}

describe("the browser's cache", () => {
  const put = IDBObjectStore.prototype.put;
  afterEach(() => {
    IDBObjectStore.prototype.put = put;
  });

  it("lasts longer than the page, and keeps sessions apart", async () => {
    const [mine, other] = [newSession(), newSession()];
    await set(outsideOf(createBrowserCache(), mine), "a", { found: true });
    const reloaded = createBrowserCache();
    expect(await get(outsideOf(reloaded, mine), "a")).toMatchObject({ entry: { value: { found: true } } });
    expect(await get(outsideOf(reloaded, other), "a")).toEqual({ entry: null });
    await reloaded.remove(other, prefix, undefined);
    expect(await reloaded.list(mine, prefix, 10)).toMatchObject([{ key: `${prefix}a`, hits: 1 }]);
  });

  it("drops what is broken there", async () => {
    const session = newSession();
    const outside = outsideOf(createBrowserCache(), session);
    await set(outside, "text");
    await set(outside, "row");
    await set(outside, "whole");
    await inStore(TEXTS, (store) => store.put('{"cut', [session, `${prefix}text`]));
    await inStore(ENTRIES, (store) => store.put({ key: 5 }, [session, `${prefix}row`]));
    expect(await get(outside, "text")).toEqual({ entry: null });
    expect(await get(outside, "row")).toEqual({ entry: null });
    expect(await get(outside, "whole")).toMatchObject({ entry: { value: 1 } });
  });

  it("is bounded for all tools of a session together, and lets the oldest go", async () => {
    const session = newSession();
    const outside = outsideOf(createBrowserCache({ limits: { entries: 3, bytes: 1_000 } }), session);
    for (const key of ["a", "b", "c"]) await set(outside, key);
    expect(await set(outside, "d")).toEqual({ evicted: [`${prefix}a`] });
    await set(outside, "large", "x".repeat(998));
    expect(await get(outside, "d")).toEqual({ entry: null });
    expect(await get(outside, "large")).toMatchObject({ entry: { label: "{}" } });
  });

  it("says so when the browser has no room", async () => {
    const outside = outsideOf(createBrowserCache(), newSession());
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    await expect(set(outside, "a")).rejects.toMatchObject({ code: "outside-quota" });
  });

  it("says so where the browser keeps nothing", async () => {
    const outside = outsideOf(createBrowserCache({ factory: () => undefined }), newSession());
    await expect(get(outside, "a")).rejects.toMatchObject({ code: "outside-missing" });
  });

  it("refuses what a tool must not ask", async () => {
    const outside = outsideOf(createBrowserCache(), newSession());
    const wrong: OutsideInput[] = [
      {},
      { method: "drop", prefix, maxSize: 1 },
      { method: "get", prefix, maxSize: 1, key: "toolcache:other:k" },
      { method: "get", prefix, maxSize: 1e9, key: `${prefix}k` },
      { method: "set", prefix, maxSize: 1, key: `${prefix}k`, entry: {} },
    ];
    for (const input of wrong) {
      await expect(outside.ask("browser-cache", input)).rejects.toMatchObject({ code: "outside-invalid-input" });
    }
    await expect(set(outside, "large", "x".repeat(300_000))).rejects.toMatchObject({ code: "outside-too-large" });
  });

  it("forgets what expired in any session when it is opened", async () => {
    const session = newSession();
    const clock = { now: Date.now() };
    await set(outsideOf(createBrowserCache(), session), "a");
    const later = createBrowserCache({ now: () => clock.now + 120_000 });
    await later.list(newSession(), prefix, 1);
    const atOnce = createBrowserCache({ now: () => clock.now });
    expect(await atOnce.list(session, prefix, 10)).toEqual([]);
  });

  it("lists and removes for the person whose session it is", async () => {
    const session = newSession();
    const cache = createBrowserCache();
    const outside = outsideOf(cache, session);
    for (const key of ["a", "b", "c"]) await set(outside, key);
    await cache.remove(session, prefix, `${prefix}b`);
    expect((await cache.list(session, prefix, 10)).map(({ key }) => key)).toEqual([`${prefix}c`, `${prefix}a`]);
    await cache.remove(session, prefix, undefined);
    expect(await cache.list(session, prefix, 10)).toEqual([]);
  });
});
