"use client";

import { useEffect, useMemo, useState } from "react";
import { AgentComposer } from "@/components/run/agent-composer";
import { RunList } from "@/components/run/run-list";
import { RunTimeline } from "@/components/run/run-timeline";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { emptySessionRuns, foldEvent, foldEvents } from "@/lib/core/agent/fold-event";
import { ok } from "@/lib/core/errors/result";
import { recordedRun } from "@/lib/examples/recorded-runs/recorded-runs";
import { finishedLog, longLog, type SampleLog, waitingLog } from "./sample-events";

type Choice = "finished" | "waiting" | "submitted" | "long" | "streaming";
const ACTIONS = { decide: async () => ok(undefined), openFile: () => undefined, openPlace: () => undefined };

/** A whole run view: finished, waiting, ten thousand events, and one that grows while it is watched. */
export function TimelineSection() {
  const [choice, setChoice] = useState<Choice>("waiting");
  return (
    <main className="flex h-dvh flex-col">
      <div className="flex items-center gap-2 border-b p-2">
        <SegmentedControl<Choice>
          label="Run"
          value={choice}
          onValueChange={setChoice}
          options={[
            { value: "finished", label: "Finished" },
            { value: "waiting", label: "Waiting" },
            { value: "submitted", label: "Shares and submits" },
            { value: "long", label: "10,000 events" },
            { value: "streaming", label: "Streaming" },
          ]}
        />
      </div>
      {choice === "streaming" ? <Growing /> : <Still key={choice} choice={choice} />}
    </main>
  );
}

function Still({ choice }: { choice: Exclude<Choice, "streaming"> }) {
  const runs = useMemo(() => {
    if (choice === "submitted") return foldEvents(recordedRun("shared-and-submitted")?.events() ?? []).runs;
    const log: Record<typeof choice, () => SampleLog> = { finished: finishedLog, waiting: waitingLog, long: longLog };
    return foldEvents(log[choice]().events).runs;
  }, [choice]);
  return (
    <div className="flex min-h-0 flex-1">
      <div className="w-64 overflow-auto border-r max-md:hidden">
        <RunList runs={runs} selectedRunId={runs[0]?.runId} onSelect={() => undefined} />
      </div>
      <div className="flex min-w-0 flex-1 flex-col">
        <RunTimeline runs={runs} actions={ACTIONS} endActions={{ sendPrompt: () => undefined }} />
        <AgentComposer run={runs.at(-1)} onRun={async () => ok(undefined)} onStop={async () => ok(undefined)} />
      </div>
    </div>
  );
}

function Growing() {
  const events = useMemo(
    () => [...finishedLog().events, ...longLog().events.map((event) => ({ ...event, seq: event.seq + 500 }))],
    [],
  );
  const [log, setLog] = useState(emptySessionRuns);
  useEffect(() => {
    let at = 0;
    const timer = setInterval(() => {
      const event = events[at];
      at += 1;
      if (event === undefined) clearInterval(timer);
      else setLog((current) => foldEvent(current, event));
    }, 30);
    return () => clearInterval(timer);
  }, [events]);
  return <RunTimeline runs={log.runs} actions={ACTIONS} />;
}
