"use client";

import { useEffect, useState } from "react";
import type { RunEvent } from "@/lib/core/agent/event";
import type { CallState } from "@/lib/core/agent/run-state";
import type { Problem } from "@/lib/core/errors/result";
import { CopyButton } from "../ui/copy-button";
import { JsonTree } from "../ui/json-tree";
import { Spinner } from "../ui/spinner";
import type { CallActions } from "./call-actions";
import { ProblemLine } from "./problem-line";
import { TextPieces } from "./text-pieces";

/** Everything that was recorded about one call: its ids, what the model wrote verbatim, and the stored events. */
export function RawView({
  runId,
  call,
  loadEvents,
}: {
  runId: string;
  call: CallState;
  loadEvents?: CallActions["loadEvents"];
}) {
  const [events, setEvents] = useState<RunEvent[]>();
  const [problem, setProblem] = useState<Problem>();
  useEffect(() => {
    let current = true;
    void loadEvents?.(runId, call.callId).then((answer) => {
      if (!current) return;
      if (answer.ok) setEvents(answer.value);
      else setProblem(answer.problem);
    });
    return () => {
      current = false;
    };
  }, [loadEvents, runId, call.callId]);
  return (
    <div className="grid gap-1 border-t px-3 py-2 text-xs">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 font-mono">
        <Id name="run" value={runId} />
        <Id name="call" value={call.callId} />
        {call.approval === undefined ? null : <Id name="approval" value={call.approval.approvalId} />}
        {call.digest === undefined ? null : <Id name="digest" value={call.digest} />}
      </dl>
      <p className="pt-1 font-medium">Arguments as they were written</p>
      <div className="max-h-40 overflow-auto rounded-md border bg-background">
        <TextPieces text={call.argumentsText} />
      </div>
      {problem === undefined ? null : <ProblemLine problem={problem} />}
      {loadEvents !== undefined && events === undefined && problem === undefined ? (
        <Spinner label="Reading the stored events" />
      ) : null}
      <div className="flex items-center justify-between pt-1">
        <span className="font-medium">
          {events === undefined ? "State of the call" : `${events.length} stored events`}
        </span>
        <CopyButton label="Copy raw JSON" text={() => JSON.stringify(events ?? call, null, 2)} />
      </div>
      <div className="max-h-64 overflow-auto rounded-md border bg-background p-1">
        <JsonTree value={events ?? call} label="Raw record" />
      </div>
    </div>
  );
}

function Id({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="flex min-w-0 items-center">
        <span className="one-line" title={value}>
          {value}
        </span>
      </dd>
    </>
  );
}
