"use client";

import { useState } from "react";
import type { CallState } from "@/lib/core/agent/run-state";
import { Button } from "../ui/button";
import { formatDuration } from "../ui/format-duration";
import { renderVisible } from "../ui/render-visible";

const LAST = 200;

/** What the tool logged, each line with its time since the call began, and how far it says it is. */
export function CallLog({
  call,
}: {
  call: Pick<CallState, "logs" | "progress" | "startedAt" | "claimedAt" | "phase">;
}) {
  const [all, setAll] = useState(false);
  const start = call.claimedAt ?? call.startedAt;
  const hidden = all ? 0 : Math.max(0, call.logs.length - LAST);
  return (
    <div className="px-3 py-1">
      {call.progress !== undefined && call.phase === "running" ? (
        <div className="py-1 text-xs">
          <p className="[overflow-wrap:anywhere]">{renderVisible(call.progress.text)}</p>
          {call.progress.fraction === undefined ? null : (
            <progress
              className="h-1.5 w-full accent-primary"
              aria-label="Progress"
              value={call.progress.fraction}
              max={1}
            />
          )}
        </div>
      ) : null}
      {call.logs.length === 0 ? null : (
        <section
          aria-label="Log lines"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
          tabIndex={0}
          className="focus-inset max-h-48 overflow-auto font-mono text-xs leading-5"
        >
          {hidden > 0 ? (
            <Button size="sm" variant="link" onClick={() => setAll(true)}>
              Show {hidden.toLocaleString("en")} earlier lines
            </Button>
          ) : null}
          {call.logs.slice(hidden).map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the log only grows at its end
            <p key={hidden + index} className="flex gap-2">
              <span className="w-14 shrink-0 text-right text-muted-foreground tabular-nums">
                {formatDuration(line.afterMs ?? Math.max(0, line.at - start))}
              </span>
              <span className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">{renderVisible(line.text)}</span>
            </p>
          ))}
        </section>
      )}
    </div>
  );
}
