"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { RuntimeBanner } from "@/components/workbench/runtime-banner";
import { WatcherBanner } from "@/components/workbench/watcher-banner";
import type { SessionWorkbench } from "@/lib/client/create-workbench";
import { useStoreValue } from "@/lib/client/workbench-context";

/** What concerns the whole session and needs a person's eye, with the one thing to do about each. */
export function SessionBanner({ workbench }: { workbench: SessionWorkbench }) {
  const { tab, save } = useStoreValue(workbench.session, (state) => state);
  const live = useStoreValue(workbench.runs, (state) => state.live);
  const problem = useStoreValue(workbench.runs, (state) => state.problem);
  const storage = useStoreValue(workbench.workspace, (state) => state.storage.problem);
  const runtime = useStoreValue(workbench.runtime, (state) => state);
  const [dismissed, setDismissed] = useState<string>();
  const log = useStoreValue(workbench.runs, (state) => state.log);
  const driven = useStoreValue(workbench.runs, (state) => state.driven);
  const undriven = log.runs.find((run) => run.status !== "ended" && driven?.includes(run.runId) !== true);
  const isStale = save.phase === "failed" && save.problem.code === "stale";
  const isLost = live === "lost" || problem?.code === "connection-lost";

  return (
    <>
      {tab === "watcher" ? <WatcherBanner onTakeOver={workbench.takeOver} /> : null}
      {isLost ? (
        <Notice
          tone="bad"
          className="rounded-none border-x-0 border-t-0"
          title="The connection to the server is lost"
          action={
            <Button size="sm" onClick={workbench.reconnect}>
              Try now
            </Button>
          }
        >
          Everything received so far is kept, and what you type is kept in this browser. It is tried again by itself.
        </Notice>
      ) : null}
      {problem !== undefined && !isLost ? (
        <Notice
          tone="bad"
          className="rounded-none border-x-0 border-t-0"
          title={problem.message}
          action={
            undriven === undefined || tab === "watcher" ? undefined : (
              <Button size="sm" onClick={() => void workbench.continueRun(undriven.runId)}>
                Continue the run
              </Button>
            )
          }
        >
          {problem.fix}
        </Notice>
      ) : null}
      {isStale ? (
        <Notice
          tone="bad"
          className="rounded-none border-x-0 border-t-0"
          title="This session was saved elsewhere since this text was loaded"
          action={
            <>
              <Button size="sm" onClick={() => void workbench.resolveStale("mine")}>
                Keep my text
              </Button>
              <Button size="sm" onClick={() => void workbench.resolveStale("saved")}>
                Use the saved text
              </Button>
            </>
          }
        >
          Your text is kept in this browser until you choose.
        </Notice>
      ) : null}
      <RuntimeBanner
        state={runtime}
        onRetry={() => void workbench.startNode()}
        onDismiss={workbench.dismissNodeProblem}
      />
      {storage !== undefined && dismissed !== storage.message ? (
        <Notice
          tone="bad"
          className="rounded-none border-x-0 border-t-0"
          title={storage.message}
          action={
            <Button size="sm" onClick={() => setDismissed(storage.message)}>
              Understood
            </Button>
          }
        >
          {storage.fix}
        </Notice>
      ) : null}
    </>
  );
}
