import { describe, expect, it, vi } from "vitest";
import type { CacheCommand, CacheEntrySummary, CacheReport } from "@/lib/core/cache/cache-report";
import { fail, ok, type Result } from "@/lib/core/errors/result";
import { createCacheDesk, type KeptResults } from "./cache-desk";

const entry = (key: string, hits = 0): CacheEntrySummary => ({
  key,
  label: key,
  storedAt: 0,
  expiresAt: Date.now() + 60_000,
  bytes: 1,
  hits,
});

const report = (tool: string, storage: string, entries: CacheEntrySummary[] = []): CacheReport => ({
  tool,
  prefix: `toolcache:${tool}:`,
  strategy: "exact",
  storage,
  lifetimeMs: 1,
  maxSize: 10,
  hits: 0,
  misses: 0,
  evictions: 0,
  size: entries.length,
  entries,
});

/** A place that keeps entries by prefix, and a guest that tells what it is made to. */
function open(reports: CacheReport[]) {
  const listeners = new Set<() => void>();
  const commands: [string, CacheCommand, boolean][] = [];
  const guest = {
    list: () => reports,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    command: (...command: [string, CacheCommand, boolean]) => void commands.push(command),
  };
  const keeping = (kept: Record<string, CacheEntrySummary[]>) => {
    const place: KeptResults & { kept: typeof kept; broken: boolean; asked: number } = {
      kept,
      broken: false,
      asked: 0,
      async list(prefix): Promise<Result<CacheEntrySummary[]>> {
        place.asked += 1;
        return place.broken ? fail("outside-failed", "No answer.") : ok(kept[prefix] ?? []);
      },
      async remove(prefix, key): Promise<Result<void>> {
        if (place.broken) return fail("outside-failed", "No answer.");
        kept[prefix] = (kept[prefix] ?? []).filter((each) => key !== undefined && each.key !== key);
        return ok(undefined);
      },
    };
    return place;
  };
  const browser = keeping({ "toolcache:b:": [entry("b1"), entry("b2")] });
  const server = keeping({ "toolcache:s:": [entry("s1"), entry("s2")] });
  const desk = createCacheDesk({ guest, browser, server });
  const keys = (tool: string) =>
    desk.store
      .getState()
      .caches.find((each) => each.tool === tool)
      ?.entries.map(({ key }) => key);
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return { desk, browser, server, commands, keys, tell, reports };
}

describe("the desk of the caches", () => {
  it("shows what the guest tells, and for the browser what is really there", async () => {
    const { keys, tell, reports } = open([report("m", "memory", [entry("m1")]), report("b", "browser", [entry("x")])]);
    await vi.waitFor(() => expect(keys("b")).toEqual(["b1", "b2"]));
    expect(keys("m")).toEqual(["m1"]);
    reports[0] = report("m", "memory", [entry("m1"), entry("m2")]);
    tell();
    await vi.waitFor(() => expect(keys("m")).toEqual(["m1", "m2"]));
  });

  it("asks the server when a person looks, and puts the guest's own entries first", async () => {
    const { desk, server, keys, tell } = open([report("s", "server", [entry("s2", 3)])]);
    tell();
    await vi.waitFor(() => expect(keys("s")).toEqual(["s2"]));
    expect(server.asked).toBe(0);
    expect(await desk.refresh()).toEqual(ok(undefined));
    expect(keys("s")).toEqual(["s2", "s1"]);
    expect(desk.store.getState().caches[0]).toMatchObject({ size: 2, entries: [{ hits: 3 }, { hits: 0 }] });
    server.broken = true;
    expect(await desk.refresh()).toMatchObject({ ok: false });
  });

  it("removes where the results are, then tells the guest that they are gone", async () => {
    const { desk, browser, server, commands, keys } = open([
      report("m", "memory"),
      report("b", "browser"),
      report("s", "server"),
    ]);
    expect(await desk.evict("m", "m1")).toEqual(ok(undefined));
    await desk.evict("b", "b1");
    await desk.refresh();
    await desk.clear("s");
    expect(commands).toEqual([
      ["m", { kind: "evict", key: "m1" }, false],
      ["b", { kind: "evict", key: "b1" }, true],
      ["s", { kind: "clear" }, true],
    ]);
    expect(browser.kept["toolcache:b:"]).toHaveLength(1);
    expect(server.kept["toolcache:s:"]).toEqual([]);
    expect([keys("b"), keys("s")]).toEqual([["b2"], []]);
  });

  it("tells the guest nothing when the results could not be removed, or the tool is gone", async () => {
    const { desk, browser, commands, tell } = open([report("b", "browser")]);
    browser.broken = true;
    expect(await desk.clear("b")).toMatchObject({ ok: false, problem: { message: "No answer." } });
    expect(await desk.clear("gone")).toMatchObject({ ok: false, problem: { code: "not-found" } });
    expect(commands).toEqual([]);
    tell();
    await vi.waitFor(() => expect(desk.store.getState().caches[0]?.problem).toBe("No answer."));
  });
});
