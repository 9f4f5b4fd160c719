"use client";

import { Hand } from "lucide-react";
import { useMemo } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { formatDuration } from "@/components/ui/format-duration";
import { Kbd } from "@/components/ui/kbd";
import { useNow } from "@/components/ui/use-now";
import type { RunState, SessionRuns } from "@/lib/core/agent/run-state";
import { runWord } from "@/lib/core/agent/run-word";
import { type StripMark, stripMarks } from "./strip-marks";
import { waitingRequests } from "./waiting-requests";

export interface TimeStripProps {
  log: SessionRuns;
  /** The run that is drawn; the newest one when it is undefined. */
  runId: string | undefined;
  /** Goes to a call's card. */
  onShowCall(runId: string, callId: string): void;
}

const BARS: Record<StripMark["tone"], string> = {
  neutral: "bg-control/70",
  busy: "bg-foreground/45",
  waiting: "bg-waiting",
  good: "bg-good",
  bad: "bg-danger",
};

/** The time axis of one run, thin and always there. Amber is time that waits, or waited, for a person. */
export function TimeStrip({ log, runId, onShowCall }: TimeStripProps) {
  const run = log.runs.find((one) => one.runId === runId) ?? log.runs.at(-1);
  const oldest = waitingRequests(log)[0];
  const waiting = waitingRequests(log).length;
  return (
    <section
      aria-label="Time of the run"
      className="flex h-8 items-center gap-3 bg-background px-3 text-xs pointer-coarse:h-11"
    >
      {run ? (
        <Axis onShowCall={onShowCall} run={run} />
      ) : (
        <span className="text-muted-foreground">Nothing has run yet</span>
      )}
      {oldest ? (
        <Button
          className="ml-auto"
          onClick={() => onShowCall(oldest.run.runId, oldest.call.callId)}
          size="sm"
          variant="waiting"
        >
          <Hand aria-hidden />
          {waiting === 1 ? "1 waits for you" : `${waiting} wait for you`}
          <Kbd className="max-md:hidden" keys="g a" />
        </Button>
      ) : null}
    </section>
  );
}

function Axis({ run, onShowCall }: { run: RunState; onShowCall: TimeStripProps["onShowCall"] }) {
  const ticking = useNow();
  const now = run.endedAt ?? ticking ?? run.startedAt;
  const { marks, lanes, lengthMs } = useMemo(() => stripMarks(run, now), [run, now]);
  const state = runWord(run);
  const name = run.kind === "hand" ? `Call of ${Object.values(run.calls)[0]?.tool ?? "a tool"}` : "Agent run";
  return (
    <>
      <span className="flex max-w-[45%] shrink-0 items-center gap-2">
        <span className="one-line text-muted-foreground">{name}</span>
        <Badge tone={state.tone}>{state.word}</Badge>
      </span>
      {/* A picture of what the timeline says in words; a pointer may use it, a keyboard has the timeline and its keys. */}
      <div aria-hidden className="relative h-4 min-w-16 flex-1 overflow-hidden rounded-xs bg-muted">
        {marks.map((mark) => (
          <Mark key={mark.key} lanes={lanes} mark={mark} onShow={(callId) => onShowCall(run.runId, callId)} />
        ))}
      </div>
      <span className="shrink-0 text-muted-foreground tabular-nums">
        {ticking === undefined && !run.endedAt ? "" : formatDuration(lengthMs)}
      </span>
    </>
  );
}

function Mark({ mark, lanes, onShow }: { mark: StripMark; lanes: number; onShow(callId: string): void }) {
  const { callId } = mark;
  const wide = Math.max(0, mark.to - mark.from) * 100;
  const style =
    mark.kind === "step"
      ? { left: `${mark.from * 100}%`, width: `${wide}%`, top: 0, bottom: 0 }
      : {
          left: `min(${mark.from * 100}%, calc(100% - 4px))`,
          width: `max(4px, ${wide}%)`,
          top: `${(mark.lane / lanes) * 100}%`,
          height: `${100 / lanes}%`,
        };
  if (mark.kind === "step" || callId === undefined) {
    return (
      <span
        className={cn("absolute border-border border-r bg-foreground/6", mark.tone === "bad" && "bg-danger-soft")}
        style={style}
        title={mark.label}
      />
    );
  }
  return (
    <button
      className={cn("absolute border-background border-y-[1.5px] hover:brightness-110", BARS[mark.tone])}
      onClick={() => onShow(callId)}
      style={style}
      tabIndex={-1}
      title={mark.label}
      type="button"
    />
  );
}
