"use client";

import { useState } from "react";
import type { RunState } from "@/lib/core/agent/run-state";
import { Button } from "../ui/button";
import { formatMoment } from "../ui/format-time";
import { renderVisible } from "../ui/render-visible";

const LIMIT = 2000;

/** What the person asked for, verbatim. */
export function UserPrompt({ run }: { run: Pick<RunState, "prompt" | "startedAt" | "agentName" | "model"> }) {
  const [whole, setWhole] = useState(false);
  const cut = !whole && run.prompt.length > LIMIT;
  return (
    <div className="mt-1 rounded-lg border bg-muted px-3 py-2">
      <p className="flex flex-wrap gap-x-2 text-muted-foreground text-xs">
        <span className="font-medium text-foreground">Prompt</span>
        <span>to {renderVisible(run.agentName)}</span>
        {run.model === undefined ? null : (
          <span>with {run.model.provider === "scripted" ? "the scripted model" : run.model.model}</span>
        )}
        <span suppressHydrationWarning>{formatMoment(run.startedAt)}</span>
      </p>
      <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        {renderVisible(cut ? run.prompt.slice(0, LIMIT) : run.prompt)}
        {cut ? "… " : ""}
        {cut ? (
          <Button size="sm" variant="link" onClick={() => setWhole(true)}>
            Show all
          </Button>
        ) : null}
      </p>
    </div>
  );
}
