"use client";

import { DatabaseZap, X } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { formatBytes } from "@/components/ui/format-bytes";
import { formatDuration } from "@/components/ui/format-duration";
import { IconButton } from "@/components/ui/icon-button";
import { Notice } from "@/components/ui/notice";
import { RelativeTime } from "@/components/ui/relative-time";
import { renderVisible } from "@/components/ui/render-visible";
import { useNow } from "@/components/ui/use-now";
import type { CacheEntrySummary, CacheReport } from "@/lib/core/cache/cache-report";
import type { Problem, Result } from "@/lib/core/errors/result";

export interface CachePanelProps {
  caches: readonly CacheReport[];
  onEvict(tool: string, key: string): Promise<Result<void>>;
  onClear(tool: string): Promise<Result<void>>;
}

const STORAGE_WORDS: Readonly<Record<string, { word: string; title: string }>> = {
  memory: { word: "in memory", title: "Until the definition is loaded again" },
  browser: { word: "in this browser", title: "For this session, also after a reload" },
  server: { word: "on the server", title: "For this session, in the operator's Redis" },
};

/** What each cached tool remembers: how often that helped, how old it is, how large; and the ways to forget it. */
export function CachePanel({ caches, onEvict, onClear }: CachePanelProps) {
  const [problem, setProblem] = useState<Problem>();
  if (caches.length === 0) {
    return (
      <EmptyState icon={DatabaseZap} title="No tool is cached">
        Wrap one: <code className="font-mono">withCache(tool, {'{ ttl: "5m" }'})</code>. Its hits and its results then
        stand here.
      </EmptyState>
    );
  }
  const told = async (answer: Promise<Result<void>>) => {
    const settled = await answer;
    setProblem(settled.ok ? undefined : settled.problem);
  };
  return (
    <div className="min-h-0 flex-1 space-y-2 overflow-auto p-2">
      {problem === undefined ? null : (
        <Notice title={problem.message} tone="bad">
          {problem.fix}
        </Notice>
      )}
      {caches.map((cache) => (
        <ToolCacheSection
          cache={cache}
          key={cache.prefix}
          onClear={() => told(onClear(cache.tool))}
          onEvict={(key) => told(onEvict(cache.tool, key))}
        />
      ))}
    </div>
  );
}

function ToolCacheSection({
  cache,
  onEvict,
  onClear,
}: {
  cache: CacheReport;
  onEvict(key: string): void;
  onClear(): void;
}) {
  const { tool, hits, misses, evictions, size, maxSize, strategy, lifetimeMs, problem, entries } = cache;
  const now = useNow();
  const live = now === undefined ? entries : entries.filter(({ expiresAt }) => expiresAt > now);
  const unlisted = Math.max(0, size - entries.length);
  const calls = hits + misses;
  const storage = STORAGE_WORDS[cache.storage] ?? {
    word: `in ${cache.storage}`,
    title: "A storage of the author's own",
  };
  return (
    <section aria-label={`Cache of ${tool}`} className="rounded-md border bg-card">
      <div className="flex flex-wrap items-center gap-x-1.5 gap-y-1 border-b px-2.5 py-1.5">
        <h3 className="one-line min-w-0 flex-1 basis-24 font-medium font-mono text-xs">{renderVisible(tool)}</h3>
        {strategy === "semantic" ? (
          <Badge title="A like text is answered as well; every other argument must be equal">by likeness</Badge>
        ) : null}
        <Badge title={storage.title} tone="outline">
          {storage.word}
        </Badge>
        <Button
          aria-label={`Clear the cache of ${tool}`}
          disabled={live.length === 0}
          onClick={onClear}
          size="sm"
          variant="ghost"
        >
          Clear
        </Button>
      </div>
      <dl className="grid grid-cols-3 gap-x-2 px-2.5 py-2 text-xs">
        <Figure name="Hits" value={hits} detail={calls === 0 ? undefined : `${Math.round((hits / calls) * 100)} %`} />
        <Figure name="Misses" value={misses} />
        <Figure
          name="Stored"
          value={live.length + unlisted}
          detail={`of ${maxSize.toLocaleString("en")}${evictions === 0 ? "" : `, ${evictions.toLocaleString("en")} evicted`}`}
        />
      </dl>
      {problem === undefined ? null : (
        <Notice announce={false} className="mx-2.5 mb-2" tone="bad">
          {renderVisible(problem)}
        </Notice>
      )}
      {live.length === 0 ? (
        <p className="border-t px-2.5 py-2 text-muted-foreground text-xs">
          Nothing is stored. A call of {tool} stores its result for {formatDuration(lifetimeMs)}.
        </p>
      ) : (
        <ul aria-label={`Stored results of ${tool}`} className="divide-y border-t">
          {live.map((entry) => (
            <EntryRow entry={entry} key={entry.key} now={now} onEvict={() => onEvict(entry.key)} />
          ))}
        </ul>
      )}
      {unlisted === 0 ? null : (
        <p className="border-t px-2.5 py-1.5 text-muted-foreground text-xs">
          and {unlisted.toLocaleString("en")} used longer ago
        </p>
      )}
    </section>
  );
}

function Figure({ name, value, detail }: { name: string; value: number; detail?: string | undefined }) {
  return (
    <div className="min-w-0">
      <dt className="text-2xs text-muted-foreground">{name}</dt>
      <dd className="tabular-nums">
        <span className="font-medium text-sm">{value.toLocaleString("en")}</span>
        {detail === undefined ? null : <span className="ml-1 text-muted-foreground">{detail}</span>}
      </dd>
    </div>
  );
}

function EntryRow({ entry, now, onEvict }: { entry: CacheEntrySummary; now: number | undefined; onEvict(): void }) {
  const { storedAt, expiresAt, bytes, hits } = entry;
  const label = argumentWords(entry.label);
  return (
    <li className="flex items-start gap-1.5 py-1 pr-1 pl-2.5">
      <div className="min-w-0 flex-1">
        <p className="one-line font-mono text-xs" title={label}>
          {renderVisible(label)}
        </p>
        <p className="text-2xs text-muted-foreground tabular-nums">
          stored <RelativeTime at={storedAt} />
          {now === undefined ? null : ` · ${formatDuration(Math.max(1000, expiresAt - now))} left`} ·{" "}
          {formatBytes(bytes)} · {hits === 1 ? "1 hit" : `${hits.toLocaleString("en")} hits`}
        </p>
      </div>
      <IconButton label={`Evict ${label}`} onClick={onEvict} size="iconSm" tooltipSide="left">
        <X aria-hidden />
      </IconButton>
    </li>
  );
}

/** The arguments as `city: Rome, days: 3`; a label that was cut, or is no object, stands as it is. */
function argumentWords(label: string): string {
  try {
    const value: unknown = JSON.parse(label);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return label;
    const words = Object.entries(value).map(([name, one]) => {
      return `${name}: ${typeof one === "string" ? one : JSON.stringify(one)}`;
    });
    return words.length === 0 ? "no arguments" : words.join(", ");
  } catch {
    return label;
  }
}
