import type { CacheCommand, CacheReport } from "@/lib/core/cache/cache-report";
import { type CachedTool, isCachedTool } from "@/lib/core/cache/with-cache";
import type { Tool, ToolParameters } from "@/lib/core/tool/tool-types";
import { MOST_CACHES } from "../protocol";

/** Not oftener than a person can see. */
const PAUSE_MS = 250;

export interface CacheReporter {
  /** Tells of these tools' caches from now on, and of no others. */
  watch(tools: Iterable<Tool>): void;
  /** What a person decided about one cache. */
  command(tool: string, command: CacheCommand, removed: boolean): void;
}

/** Tells the page how the caches of the loaded tools stand: once now, then after changes. */
export function reportCaches(
  send: (caches: CacheReport[]) => void,
  after: (milliseconds: number, work: () => void) => void,
): CacheReporter {
  let cached: CachedTool<ToolParameters, unknown>[] = [];
  let ends: (() => void)[] = [];
  let isPlanned = false;

  function tell(): void {
    send(cached.map(({ cache }) => cache.report()));
  }

  function plan(): void {
    if (isPlanned) return;
    isPlanned = true;
    after(PAUSE_MS, () => {
      isPlanned = false;
      tell();
    });
  }

  return {
    watch(tools) {
      for (const end of ends) end();
      cached = Array.from(tools).filter(isCachedTool).slice(0, MOST_CACHES);
      ends = cached.map(({ cache }) => cache.onChange(plan));
      if (cached.length > 0) tell();
    },
    command(name, command, removed) {
      const tool = cached.find((each) => each.name === name);
      // A storage that cannot be reached says so in the next report.
      tool?.cache.command(command, removed).catch(plan);
    },
  };
}
