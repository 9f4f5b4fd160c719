"use client";

import { Wrench } from "lucide-react";
import { lazy, Suspense, useMemo } from "react";
import { CallNotRun } from "@/components/run/call-not-run";
import { CallPanel } from "@/components/tools/call-panel";
import { EmptyState } from "@/components/ui/empty-state";
import { useStoreValue, useWorkbench } from "@/lib/client/workbench-context";
import { callLabel } from "@/lib/core/agent/call-label";
import type { CallState, RunState, SessionRuns } from "@/lib/core/agent/run-state";
import { exampleSessions } from "@/lib/examples/example-sessions";
import { useCallActions } from "../use-call-actions";

// The form comes first; the card is only there once something was called.
const CallCard = lazy(() => import("@/components/run/call-card").then((module) => ({ default: module.CallCard })));

/** Calls the selected tool by hand; the result stands below the form, in the same card a model's call has. */
export function CallPane({ tool: name }: { tool: string | undefined }) {
  const workbench = useWorkbench();
  const described = useStoreValue(workbench.definition, (state) => state.described);
  const build = useStoreValue(workbench.definition, (state) => state.build);
  const log = useStoreValue(workbench.runs, (state) => state.log);
  const selectedRunId = useStoreValue(workbench.runs, (state) => state.selectedRunId);
  const tab = useStoreValue(workbench.session, (state) => state.tab);
  const actions = useCallActions();
  const tool = described?.tools.find((candidate) => candidate.name === name);
  const calls = useMemo(() => (name === undefined ? [] : handCalls(log, name)), [log, name]);

  if (tool === undefined) {
    return (
      <EmptyState icon={Wrench} title={described === undefined ? "The definition is loading" : "No tools yet"}>
        {build === "broken"
          ? "The code does not load. The line that stops it is marked in the editor."
          : "A tool is a file in tools/ with a name, a schema and a function."}
      </EmptyState>
    );
  }
  const shown = calls.find(({ run }) => run.runId === selectedRunId) ?? calls[0];
  const outcome = shown?.call.outcome;
  return (
    <CallPanel
      key={tool.name}
      tool={tool}
      sessionId={workbench.sessionId}
      initialText={exampleText(tool.name)}
      history={calls.map(({ call }) => historyEntry(call))}
      onRun={(text) => workbench.callByHand(tool.name, text)}
      blocked={tab === "watcher" ? "Another tab drives this session. Take over to call tools here." : undefined}
      issues={outcome?.status === "invalid-arguments" ? outcome.issues : undefined}
      result={
        shown === undefined ? (
          <CallNotRun tool={tool.name} />
        ) : (
          <Suspense fallback={null}>
            <CallCard key={shown.call.callId} call={shown.call} runId={shown.run.runId} actions={actions} keys />
          </Suspense>
        )
      }
    />
  );
}

/** The hand calls of one tool, newest first. */
function handCalls(log: SessionRuns, tool: string): { run: RunState; call: CallState }[] {
  return log.runs
    .filter((run) => run.kind === "hand")
    .flatMap((run) => Object.values(run.calls).map((call) => ({ run, call })))
    .filter(({ call }) => call.tool === tool)
    .reverse();
}

function historyEntry(call: CallState) {
  const { word, tone } = callLabel(call);
  return { callId: call.callId, at: call.startedAt, argumentsText: call.argumentsText, word, tone };
}

function exampleText(tool: string): string | undefined {
  const example = exampleSessions.find(({ exampleArguments }) => Object.hasOwn(exampleArguments, tool));
  const value = example?.exampleArguments[tool];
  return value === undefined ? undefined : JSON.stringify(value, null, 2);
}
