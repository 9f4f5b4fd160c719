"use client";

import { useMemo } from "react";
import { AgentComposer } from "@/components/run/agent-composer";
import type { CallActions } from "@/components/run/call-actions";
import { RunTimeline } from "@/components/run/run-timeline";
import { useStoreValue, useWorkbench } from "@/lib/client/workbench-context";
import { isTerminalRun } from "@/lib/core/agent/terminal-call";
import { fail, type Result } from "@/lib/core/errors/result";
import { exampleSessions } from "@/lib/examples/example-sessions";
import { useCallActions } from "../use-call-actions";
import { useStepPoints } from "../use-step-points";

const NO_RUNS: readonly string[] = [];

/** The conversation with the agent: prompt, timeline, decisions in place. */
export function AgentPane({ onShowChanges }: { onShowChanges(): void }) {
  const workbench = useWorkbench();
  const title = useStoreValue(workbench.session, (state) => state.title);
  const log = useStoreValue(workbench.runs, (state) => state.log);
  const model = useStoreValue(workbench.runs, (state) => state.model);
  const driven = useStoreValue(workbench.runs, (state) => state.driven ?? NO_RUNS);
  const tab = useStoreValue(workbench.session, (state) => state.tab);
  const described = useStoreValue(workbench.definition, (state) => state.described);
  const actions: CallActions = useCallActions();
  const points = useStepPoints(onShowChanges);
  const examples = useMemo(() => promptsOf(title), [title]);
  const runs = useMemo(() => log.runs.filter((run) => run.kind === "agent" || isTerminalRun(run)), [log]);
  const newest = runs.findLast((run) => run.kind === "agent");
  const undriven = newest !== undefined && newest.status !== "ended" && !driven.includes(newest.runId);

  const denyAndRun = async (prompt: string): Promise<Result<unknown>> => {
    for (const call of Object.values(newest?.calls ?? {})) {
      if (call.approval === undefined || call.approval.decision !== undefined) continue;
      const denied = await workbench.decide(call.approval.approvalId, "denied", "A new prompt was sent instead.");
      if (!denied.ok && denied.problem.code !== "already-decided") return denied;
    }
    if (newest !== undefined) {
      const stopped = await workbench.stop(newest.runId);
      if (!stopped.ok) return stopped;
    }
    return workbench.startRun(prompt);
  };
  const refuse = async () => fail("watching", "Another tab drives this session.", { fix: "Take over to work here." });

  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex min-h-0 flex-1 flex-col">
        <RunTimeline
          runs={runs}
          actions={actions}
          points={points.actions}
          endActions={{
            undriven,
            sendPrompt: tab === "driver" ? (prompt) => void workbench.startRun(prompt) : undefined,
          }}
        />
      </div>
      {points.below}
      <AgentComposer
        run={newest}
        undriven={undriven && tab === "driver"}
        examples={examples}
        unavailable={described === undefined ? "The definition has not loaded." : undefined}
        note={
          model.provider === "scripted"
            ? "No key needed: the scripted model uses your tools as script.json says."
            : `${model.provider} · ${model.model}`
        }
        onRun={tab === "driver" ? workbench.startRun : refuse}
        onStop={workbench.stop}
        onContinueRun={workbench.continueRun}
        onDenyAndRun={denyAndRun}
      />
    </div>
  );
}

/** What the box offers before the first run: the prompt of the example this session was made from. */
function promptsOf(title: string): string[] {
  return exampleSessions.filter((example) => example.title === title).map((example) => example.prompt);
}
