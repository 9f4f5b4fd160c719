import { createStore, type StoreApi } from "zustand/vanilla";
import { type CacheEntrySummary, type CacheReport, REPORTED_ENTRIES } from "@/lib/core/cache/cache-report";
import { fail, ok, type Result } from "@/lib/core/errors/result";
import type { GuestCaches } from "@/lib/tool-host/host/tool-host-types";

/** Where results are kept outside of the guest, for one session. */
export interface KeptResults {
  list(prefix: string, limit: number): Promise<Result<CacheEntrySummary[]>>;
  /** One entry, or all of one tool's cache. */
  remove(prefix: string, key: string | undefined): Promise<Result<void>>;
}

export interface CacheDeskState {
  /** Each cached tool, with the results that are kept outside of the guest as well. */
  caches: readonly CacheReport[];
}

/** What a person sees of the caches and may do with them. */
export interface CacheDesk {
  readonly store: StoreApi<CacheDeskState>;
  /** Asks for what is kept on the server; the rest follows by itself. */
  refresh(): Promise<Result<void>>;
  evict(tool: string, key: string): Promise<Result<void>>;
  clear(tool: string): Promise<Result<void>>;
  dispose(): void;
}

export interface CacheDeskPorts {
  guest: GuestCaches;
  /** In this browser; asked whenever a cache changed. */
  browser: KeptResults;
  /** On the server; asked when a person looks. */
  server: KeptResults;
}

/**
 * The caches of the loaded tools. A guest knows only what it saw itself, so what is kept in the browser and on the server is
 * read and removed there, and the guest is told. The guest is hostile: what it says of a cache names no place but the session's own.
 */
export function createCacheDesk({ guest, browser, server }: CacheDeskPorts): CacheDesk {
  const store = createStore<CacheDeskState>(() => ({ caches: guest.list() }));
  const onServer = new Map<string, readonly CacheEntrySummary[]>();
  let turn = 0;

  function placeOf(report: CacheReport): KeptResults | undefined {
    if (report.storage === "browser") return browser;
    return report.storage === "server" ? server : undefined;
  }

  async function follow(): Promise<void> {
    turn += 1;
    const mine = turn;
    const caches = await Promise.all(guest.list().map(whole));
    // Only the newest reading counts; an older one may have waited longer.
    if (mine === turn) store.setState({ caches });
  }

  async function whole(report: CacheReport): Promise<CacheReport> {
    if (report.storage === "server") return merged(report, onServer.get(report.prefix) ?? []);
    if (report.storage !== "browser") return report;
    const kept = await browser.list(report.prefix, REPORTED_ENTRIES);
    if (!kept.ok) return { ...report, problem: kept.problem.message };
    return { ...report, entries: kept.value, size: kept.value.length };
  }

  async function command(name: string, key: string | undefined): Promise<Result<void>> {
    const report = guest.list().find(({ tool }) => tool === name);
    if (report === undefined) {
      return fail("not-found", `“${name}” is not cached any more.`, { fix: "Its cache went with the definition." });
    }
    const place = placeOf(report);
    const removed = await place?.remove(report.prefix, key);
    if (removed?.ok === false) return removed;
    onServer.set(
      report.prefix,
      (onServer.get(report.prefix) ?? []).filter((entry) => key !== undefined && entry.key !== key),
    );
    guest.command(name, key === undefined ? { kind: "clear" } : { kind: "evict", key }, place !== undefined);
    await follow();
    return ok(undefined);
  }

  const end = guest.subscribe(() => void follow());
  void follow();
  return {
    store,
    async refresh() {
      let answer: Result<void> = ok(undefined);
      for (const { storage, prefix } of guest.list()) {
        if (storage !== "server") continue;
        const kept = await server.list(prefix, REPORTED_ENTRIES);
        if (kept.ok) onServer.set(prefix, kept.value);
        else answer = kept;
      }
      await follow();
      return answer;
    },
    evict: (tool, key) => command(tool, key),
    clear: (tool) => command(tool, undefined),
    dispose: end,
  };
}

/** What the guest saw itself is newer than what was read from the server. */
function merged(report: CacheReport, kept: readonly CacheEntrySummary[]): CacheReport {
  const seen = new Set(report.entries.map(({ key }) => key));
  const more = kept.filter(({ key, expiresAt }) => !seen.has(key) && expiresAt > Date.now());
  const entries = [...report.entries, ...more].slice(0, REPORTED_ENTRIES);
  return { ...report, entries, size: Math.max(report.size, entries.length) };
}
