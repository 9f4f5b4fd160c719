"use client";

import { useEffect, useState } from "react";
import { RunTimeline } from "@/components/run/run-timeline";
import { SharedSessionView } from "@/components/share/shared-session-view";
import { createReplay, type Replay } from "@/lib/client/replay";
import { emptySessionRuns } from "@/lib/core/agent/fold-event";
import { fail } from "@/lib/core/errors/result";
import { exampleSessions } from "@/lib/examples/example-sessions";
import { finishedLog } from "./sample-events";

const [EXAMPLE] = exampleSessions;
const NO_ACTIONS = {};

export function SharedSection() {
  const [log, setLog] = useState(emptySessionRuns);
  const [replay, setReplay] = useState<Replay>();
  useEffect(() => {
    const made = createReplay(finishedLog().events, setLog);
    setLog(made.log());
    setReplay(made);
    return () => made.dispose();
  }, []);
  if (replay === undefined) return null;
  return (
    <SharedSessionView
      title={EXAMPLE.title}
      createdAt={Date.now() - 3_600_000}
      definition={EXAMPLE.definition.files}
      workspace={undefined}
      timeline={<RunTimeline runs={log.runs} actions={NO_ACTIONS} keys={false} />}
      replay={replay}
      onFork={async () => fail("connection-lost", "The server cannot be reached.", { fix: "Try again." })}
    />
  );
}
