"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { Spinner } from "@/components/ui/spinner";
import type { RuntimeState } from "@/lib/client/workbench-types";
import { StartNodeDialog } from "./start-node-dialog";

export interface RuntimeMenuProps {
  state: RuntimeState;
  onStart(): void;
  /** Back to the embedded shell; also ends a start that is under way. */
  onStop(): void;
}

const WORDS: Record<RuntimeState["phase"], string> = {
  idle: "Shell",
  checking: "Starting Node",
  booting: "Starting Node",
  ready: "Node",
  unavailable: "Shell",
};

const LIGHTS: Record<RuntimeState["phase"], string> = {
  idle: "border-[1.5px] border-control bg-transparent",
  checking: "border-[1.5px] border-control bg-transparent",
  booting: "border-[1.5px] border-control bg-transparent",
  ready: "bg-good",
  unavailable: "bg-danger",
};

/** Where commands run, and the way to the other place. Absent where only the embedded shell is offered. */
export function RuntimeMenu({ state, onStart, onStop }: RuntimeMenuProps) {
  const [asking, setAsking] = useState(false);
  const [open, setOpen] = useState(false);
  if (state.offer === undefined) return null;
  const failed = state.phase === "unavailable" ? ", Node is not available" : "";
  return (
    <>
      <Popover onOpenChange={setOpen} open={open}>
        <PopoverTrigger asChild>
          <Button aria-label={`Commands run in: ${WORDS[state.phase]}${failed}`} size="sm" variant="ghost">
            <span aria-hidden className={cn("size-2 rounded-full", LIGHTS[state.phase])} />
            <span className="max-md:sr-only">{WORDS[state.phase]}</span>
          </Button>
        </PopoverTrigger>
        <PopoverContent aria-label="Where commands run" className="w-80 space-y-2 p-3">
          <Explanation state={state} />
          <div className="flex flex-wrap gap-1.5">
            {state.phase === "idle" ? (
              <Button
                onClick={() => {
                  setOpen(false);
                  setAsking(true);
                }}
                size="sm"
                variant="primary"
              >
                Start WebContainer…
              </Button>
            ) : null}
            {state.phase === "checking" || state.phase === "booting" ? (
              <Button onClick={onStop} size="sm">
                Cancel
              </Button>
            ) : null}
            {state.phase === "ready" ? (
              <Button onClick={onStop} size="sm">
                Back to the embedded shell
              </Button>
            ) : null}
            {state.phase === "unavailable" ? (
              <>
                <RetryButton onRetry={onStart} state={state} />
                <Button onClick={onStop} size="sm">
                  Keep the embedded shell
                </Button>
              </>
            ) : null}
          </div>
        </PopoverContent>
      </Popover>
      <StartNodeDialog host={state.offer.host} onOpenChange={setAsking} onStart={onStart} open={asking} />
    </>
  );
}

/** What can help: another try, or a page that starts from nothing. */
export function RetryButton({ state, onRetry }: { state: RuntimeState; onRetry(): void }) {
  return (
    <Button onClick={state.again === "reload" ? () => location.reload() : onRetry} size="sm">
      {state.again === "reload" ? "Reload the page" : "Retry"}
    </Button>
  );
}

function Explanation({ state }: { state: RuntimeState }) {
  switch (state.phase) {
    case "idle":
      return (
        <p>
          Commands run in the embedded shell. For real Node, npm and development servers, start a WebContainer beside
          it; the files are the same.
        </p>
      );
    case "checking":
      return (
        <p className="flex items-center gap-2" role="status">
          <Spinner /> Looking whether {state.offer?.host} answers
        </p>
      );
    case "booting":
      return (
        <p className="flex items-center gap-2" role="status">
          <Spinner /> Starting the container and copying the files in
        </p>
      );
    case "ready":
      return (
        <p>
          Commands of the terminal and of the agent run in Node, on a copy of the files that is kept equal. Its shell is
          small: no grep, sed, awk, find or git. Installed packages stay in the container.
        </p>
      );
    case "unavailable":
      return (
        <>
          <p className="font-medium [overflow-wrap:anywhere]">{state.problem?.message}</p>
          <p className="text-muted-foreground [overflow-wrap:anywhere]">{state.problem?.fix}</p>
        </>
      );
  }
}
