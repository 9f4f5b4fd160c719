"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, MessageSquareText } from "lucide-react";
import { memo, type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { RunState } from "@/lib/core/agent/run-state";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { Spinner } from "../ui/spinner";
import type { CallActions } from "./call-actions";
import { CallCard } from "./call-card";
import { MarkdownText } from "./markdown-text";
import { RevertLine } from "./revert-line";
import { RunAnnouncer } from "./run-announcer";
import { type RunEndActions, RunEndNotice } from "./run-end-notice";
import { RunResult } from "./run-result";
import { SharedValues } from "./shared-values";
import { StepLine } from "./step-line";
import type { StepPointActions } from "./step-point-menu";
import { type TimelineRow, timelineRows, waitingCalls } from "./timeline-rows";
import { UserPrompt } from "./user-prompt";
import { WaitingBar } from "./waiting-bar";

export interface RunTimelineProps {
  /** Oldest first: one run, or a conversation of several. */
  runs: readonly RunState[];
  actions: CallActions;
  endActions?: RunEndActions;
  /** Where the states of the files before each step are at hand; the same object as long as they are the same. */
  points?: StepPointActions;
  /** What stands here before the first run. */
  empty?: ReactNode;
  /** Whether A and D decide the oldest waiting request. Default true. */
  keys?: boolean;
}

/** This close to the end, in pixels, the view follows what is added. */
const FOLLOW_DISTANCE = 48;
const ESTIMATE: Record<TimelineRow["kind"], number> = {
  prompt: 60,
  text: 80,
  call: 180,
  step: 24,
  revert: 28,
  thinking: 32,
  end: 64,
};
const NO_ACTIONS: RunEndActions = {};

/** Everything that happened in a run, in order, drawn only where it is looked at. */
export function RunTimeline({ empty, ...props }: RunTimelineProps) {
  if (props.runs.length > 0) return <Feed {...props} />;
  return (
    <>
      {empty ?? (
        <EmptyState icon={MessageSquareText} title="Nothing has run yet">
          Give the agent a prompt, or call a tool by hand.
        </EmptyState>
      )}
    </>
  );
}

/** Stands only while there is a box to scroll, so that what listens to the box is there from its first moment. */
function Feed({ runs, actions, endActions = NO_ACTIONS, points, keys = true }: Omit<RunTimelineProps, "empty">) {
  const rows = useMemo(() => timelineRows(runs), [runs]);
  const waiting = useMemo(() => waitingCalls(runs), [runs]);
  const scroller = useRef<HTMLDivElement>(null);
  const [following, setFollowing] = useState(true);
  const newest = runs.at(-1)?.runId;
  const [followed, setFollowed] = useState(newest);
  if (newest !== followed) {
    // Where a person had stopped to read was in an earlier run; what was just begun is what they look for now.
    setFollowed(newest);
    setFollowing(true);
  }
  /** The waiting call that the view was brought to. */
  const held = useRef<string>(undefined);
  const [open, setOpen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [read, setRead] = useState<ReadonlySet<string>>(new Set());
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => ESTIMATE[rows[index]?.kind ?? "call"],
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 6,
    initialRect: { width: 800, height: 900 },
    // A scroll event must not wait for cards to be drawn.
    useFlushSync: false,
  });
  const size = virtualizer.getTotalSize();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the view moves whenever rows or heights changed
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!following || element === null) return;
    const first = waiting[0]?.call.callId;
    if (first === undefined) held.current = undefined;
    else if (held.current === first) return;
    // A request is shown from its beginning, once; what comes after it must not push its words out of sight.
    const top = first === undefined ? undefined : topOfCard(element, first);
    if (top !== undefined) held.current = first;
    element.scrollTop = Math.min(element.scrollHeight - element.clientHeight, top ?? element.scrollHeight);
  }, [following, size, rows]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    // Only a person's own movement ends following; content that grows under a still view does not.
    const stop = (event: WheelEvent | KeyboardEvent | TouchEvent) => {
      if (event instanceof WheelEvent && event.deltaY >= 0) return;
      if (event instanceof KeyboardEvent && !["PageUp", "ArrowUp", "Home"].includes(event.key)) return;
      setFollowing(false);
    };
    let previous = element.scrollTop;
    const onScroll = () => {
      const rest = element.scrollHeight - element.clientHeight - element.scrollTop;
      const isDownward = element.scrollTop > previous;
      previous = element.scrollTop;
      // A wheel upward begins within the distance of the end; only coming back to the end follows again.
      if (rest <= FOLLOW_DISTANCE && isDownward) setFollowing(true);
      else if (rest > element.clientHeight / 2 && held.current === undefined) setFollowing(false);
    };
    const passive = { passive: true };
    element.addEventListener("wheel", stop, passive);
    element.addEventListener("touchmove", stop, passive);
    element.addEventListener("keydown", stop);
    element.addEventListener("scroll", onScroll, passive);
    return () => {
      element.removeEventListener("wheel", stop);
      element.removeEventListener("touchmove", stop);
      element.removeEventListener("keydown", stop);
      element.removeEventListener("scroll", onScroll);
    };
  }, []);

  const onOpenChange = useCallback((callId: string, value: boolean) => {
    setOpen((current) => new Map(current).set(callId, value));
  }, []);
  const onRead = useCallback((approvalId: string) => setRead((current) => new Set(current).add(approvalId)), []);
  const show = (callId: string) => {
    const index = rows.findIndex((row) => row.kind === "call" && row.call.callId === callId);
    if (index < 0) return;
    setFollowing(false);
    virtualizer.scrollToIndex(index, { align: "start" });
  };

  const keyed = keys ? waiting[0]?.call.callId : undefined;
  const items = virtualizer.getVirtualItems();
  return (
    <div className="relative flex h-full min-h-0 flex-1 flex-col">
      <RunAnnouncer runs={runs} />
      {waiting.length > 0 ? <WaitingBar waiting={waiting} read={read} decide={actions.decide} onShow={show} /> : null}
      <div
        ref={scroller}
        role="feed"
        aria-label="Timeline of the run"
        aria-busy={runs.some((run) => run.status === "running")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        className="focus-inset min-h-0 flex-1 overflow-auto overscroll-contain [overflow-anchor:none]"
      >
        <div className="relative w-full" style={{ height: size }}>
          <div className="absolute inset-x-0 top-0" style={{ transform: `translateY(${items[0]?.start ?? 0}px)` }}>
            {items.map((item) => {
              const row = rows[item.index];
              if (row === undefined) return null;
              return (
                <div key={item.key} ref={virtualizer.measureElement} data-index={item.index} className="px-3 py-1">
                  {row.kind === "call" ? (
                    <CallCard
                      call={row.call}
                      runId={row.run.runId}
                      actions={actions}
                      asker={row.call.phase === "waiting" ? askerOf(row.run) : undefined}
                      keys={row.call.callId === keyed}
                      onRead={onRead}
                      open={open.get(row.call.callId) ?? true}
                      onOpenChange={onOpenChange}
                    />
                  ) : (
                    // A feed holds articles and nothing else; the card of a call is one by itself.
                    <article aria-label={labelOf(row)}>
                      <OtherRow row={row} endActions={endActions} points={points} />
                    </article>
                  )}
                </div>
              );
            })}
          </div>
        </div>
      </div>
      {following ? null : (
        <div className="pointer-events-none absolute inset-x-0 bottom-2 flex justify-center">
          <Button size="sm" className="pointer-events-auto shadow-md" onClick={() => setFollowing(true)}>
            <ArrowDown aria-hidden />
            To the end
          </Button>
        </div>
      )}
    </div>
  );
}

/** Where a card begins within the scrolled content, if it is drawn. */
function topOfCard(scroller: HTMLElement, callId: string): number | undefined {
  const cards = [...scroller.querySelectorAll<HTMLElement>("[data-call-id]")];
  const card = cards.find((candidate) => candidate.dataset.callId === callId);
  if (card === undefined) return undefined;
  return card.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop - 8;
}

function labelOf(row: OtherRowProps["row"]): string {
  switch (row.kind) {
    case "prompt":
      return "Prompt";
    case "step":
      return `Step ${row.step.step}`;
    case "text":
      return `Text of step ${row.step.step}`;
    case "revert":
      return "Taken back";
    case "thinking":
      return "Waiting for the model";
    case "end":
      return "End of the run";
  }
}

interface OtherRowProps {
  row: Exclude<TimelineRow, { kind: "call" }>;
  endActions: RunEndActions;
  points: StepPointActions | undefined;
}

const OtherRow = memo(function OtherRow({ row, endActions, points }: OtherRowProps) {
  switch (row.kind) {
    case "prompt":
      return <UserPrompt run={row.run} />;
    case "step":
      return (
        <>
          <StepLine run={row.run} step={row.step} points={points} />
          {row.shared === undefined ? null : <SharedValues title="The tools share:" values={row.shared} />}
        </>
      );
    case "text":
      return <MarkdownText text={row.step.text} />;
    case "revert":
      return <RevertLine revert={row.revert} />;
    case "thinking":
      return (
        <p className="flex items-center gap-1.5 text-muted-foreground text-xs">
          <Spinner /> {endActions.undriven ? "Nobody drives this run" : "The model is working"}
        </p>
      );
    case "end":
      return (
        <div className="grid gap-2">
          <RunResult run={row.run} />
          <RunEndNotice run={row.run} actions={endActions} />
        </div>
      );
  }
});

const askers = new WeakMap<RunState, { agentName: string; model?: string; prompt: string }>();

/** The same object for the same run, so that a card is not drawn again for nothing. */
function askerOf(run: RunState): { agentName: string; model?: string; prompt: string } {
  const known = askers.get(run);
  if (known !== undefined) return known;
  const made = { agentName: run.agentName, model: run.model?.model, prompt: run.prompt };
  askers.set(run, made);
  return made;
}
