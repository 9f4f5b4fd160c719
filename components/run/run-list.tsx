"use client";

import { Bot, Hand, MousePointerClick } from "lucide-react";
import type { RunState } from "@/lib/core/agent/run-state";
import { runWord } from "@/lib/core/agent/run-word";
import { Badge } from "../ui/badge";
import { EmptyState } from "../ui/empty-state";
import { formatDuration } from "../ui/format-duration";
import { RelativeTime } from "../ui/relative-time";
import { renderVisible } from "../ui/render-visible";

export interface RunListProps {
  /** Oldest first, as the log has them; drawn newest first. */
  runs: readonly RunState[];
  selectedRunId: string | undefined;
  onSelect(runId: string): void;
}

/** Every run of the session, by hand and by the agent. */
export function RunList({ runs, selectedRunId, onSelect }: RunListProps) {
  if (runs.length === 0) {
    return (
      <EmptyState icon={Bot} title="No runs yet">
        A call by hand or a prompt to the agent appears here.
      </EmptyState>
    );
  }
  return (
    <ul aria-label="Runs" className="grid grid-cols-[minmax(0,1fr)] gap-px p-1">
      {runs.toReversed().map((run) => {
        const state = runWord(run);
        const Icon = run.kind === "hand" ? MousePointerClick : Bot;
        return (
          <li key={run.runId}>
            <button
              type="button"
              aria-current={run.runId === selectedRunId}
              onClick={() => onSelect(run.runId)}
              className="focus-inset grid w-full grid-cols-[minmax(0,1fr)] gap-0.5 rounded-md px-2 py-1.5 text-left hover:bg-accent aria-[current=true]:bg-accent pointer-coarse:py-2.5"
            >
              <span className="flex items-center gap-1.5">
                <Icon aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
                <span className="one-line flex-1">{renderVisible(runTitle(run))}</span>
                <Badge tone={state.tone}>
                  {state.tone === "waiting" ? <Hand aria-hidden /> : null}
                  {state.word}
                </Badge>
              </span>
              <span className="flex gap-2 pl-5 text-muted-foreground text-xs">
                <span>{run.kind === "hand" ? "by hand" : counted(run)}</span>
                {run.endedAt === undefined ? null : (
                  <span className="tabular-nums">{formatDuration(Math.max(0, run.endedAt - run.startedAt))}</span>
                )}
                <RelativeTime at={run.startedAt} className="ml-auto" />
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function runTitle(run: RunState): string {
  if (run.kind === "hand") return Object.values(run.calls)[0]?.tool ?? "call by hand";
  return run.prompt.split("\n", 1)[0]?.slice(0, 200) || "(empty prompt)";
}

function counted(run: RunState): string {
  const calls = Object.keys(run.calls).length;
  return calls === 1 ? "1 call" : `${calls} calls`;
}
