"use client";

import { callLabel } from "@/lib/core/agent/call-label";
import type { CallState, RunState } from "@/lib/core/agent/run-state";
import { formatDuration } from "../ui/format-duration";
import { formatClock } from "../ui/format-time";
import { Tooltip } from "../ui/tooltip";

export interface HistoryStripProps {
  /** Oldest first. */
  runs: readonly RunState[];
  /** Only calls of this tool. */
  tool: string;
  selectedRunId: string | undefined;
  onSelect(runId: string): void;
}

const LIMIT = 30;
const DOT = {
  neutral: "bg-control",
  busy: "bg-primary animate-pulse-soft",
  waiting: "bg-waiting",
  good: "bg-good",
  bad: "bg-danger",
} as const;

/** Earlier calls of one tool by hand, newest first: a dot each, with the word, the duration and the time. */
export function HistoryStrip({ runs, tool, selectedRunId, onSelect }: HistoryStripProps) {
  const calls = runs.flatMap((run) => {
    const call = run.kind === "hand" ? Object.values(run.calls)[0] : undefined;
    return call?.tool === tool ? [{ run, call }] : [];
  });
  if (calls.length === 0) return <p className="text-muted-foreground text-xs">{tool} was not called by hand yet.</p>;
  return (
    <ul aria-label={`Earlier calls of ${tool}`} className="flex flex-wrap items-center gap-1">
      {calls
        .slice(-LIMIT)
        .toReversed()
        .map(({ run, call }) => (
          <li key={run.runId}>
            <Tooltip content={callInWords(call)}>
              <button
                type="button"
                aria-label={callInWords(call)}
                aria-current={run.runId === selectedRunId}
                onClick={() => onSelect(run.runId)}
                className="grid size-5 place-content-center rounded-sm hover:bg-accent aria-[current=true]:bg-accent pointer-coarse:size-9"
              >
                <span aria-hidden className={`size-2 rounded-full ${DOT[callLabel(call).tone]}`} />
              </button>
            </Tooltip>
          </li>
        ))}
    </ul>
  );
}

function callInWords(call: CallState): string {
  const duration = call.durationMs === undefined ? "" : `, ${formatDuration(call.durationMs)}`;
  return `${callLabel(call).word}${duration}, at ${formatClock(call.settledAt ?? call.startedAt)}`;
}
