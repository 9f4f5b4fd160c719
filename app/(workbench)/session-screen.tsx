"use client";

import {
  Bot,
  DatabaseZap,
  FileDiff,
  Files,
  History,
  MonitorPlay,
  SquareFunction,
  SquareTerminal,
  Wrench,
} from "lucide-react";
import { lazy, useCallback, useEffect, useMemo, useState } from "react";
import { RunAnnouncer } from "@/components/run/run-announcer";
import { RunList } from "@/components/run/run-list";
import { RunningTerminals } from "@/components/sandbox/running-terminals";
import { ToolList } from "@/components/tools/tool-list";
import { useLintMarks } from "@/components/tools/use-lint-marks";
import { Badge } from "@/components/ui/badge";
import { OnceOpened } from "@/components/ui/once-opened";
import type { Pane } from "@/components/workbench/area-tabs";
import { runToStop } from "@/components/workbench/run-to-stop";
import { TimeStrip } from "@/components/workbench/time-strip";
import { TopBar } from "@/components/workbench/top-bar";
import { useWorkbenchLayout } from "@/components/workbench/use-workbench-layout";
import { waitingRequests } from "@/components/workbench/waiting-requests";
import { WorkbenchFrame } from "@/components/workbench/workbench-frame";
import type { SessionWorkbench } from "@/lib/client/create-workbench";
import { useStoreValue } from "@/lib/client/workbench-context";
import type { RunState } from "@/lib/core/agent/run-state";
import { isTerminalRun } from "@/lib/core/agent/terminal-call";
import type { DescribedTool } from "@/lib/tool-host/described-definition";
import { CallPane } from "./panes/call-pane";
import { EditorPane } from "./panes/editor-pane";
import { SessionBanner } from "./session-banner";
import { useMend } from "./use-mend";
import { useSelectedTool } from "./use-selected-tool";
import { useSessionActions } from "./use-session-actions";
import { useWaitingTitle } from "./use-waiting-title";

// The editor and the form come with the page; what stands beside them is fetched while the tools load.
const AgentPane = lazy(() => import("./panes/agent-pane").then((module) => ({ default: module.AgentPane })));
const CachesPane = lazy(() => import("./panes/caches-pane").then((module) => ({ default: module.CachesPane })));
const ChangesPane = lazy(() => import("./panes/changes-pane").then((module) => ({ default: module.ChangesPane })));
const FilesPane = lazy(() => import("./panes/files-pane").then((module) => ({ default: module.FilesPane })));
const PreviewPane = lazy(() =>
  import("@/components/sandbox/preview-pane").then((module) => ({ default: module.PreviewPane })),
);
const ShellPane = lazy(() => import("./panes/shell-pane").then((module) => ({ default: module.ShellPane })));
const ProviderDialog = lazy(() =>
  import("@/components/tools/provider-dialog").then((module) => ({ default: module.ProviderDialog })),
);
const SecretsDialog = lazy(() => import("./secrets-dialog").then((module) => ({ default: module.SecretsDialog })));
const ShareSessionDialog = lazy(() =>
  import("./share-session-dialog").then((module) => ({ default: module.ShareSessionDialog })),
);

/** One own session: the features in their places. */
export function SessionScreen({ workbench }: { workbench: SessionWorkbench }) {
  const { log, selectedRunId, model, models } = useStoreValue(workbench.runs, (state) => state);
  const { title, save, tab } = useStoreValue(workbench.session, (state) => state);
  const described = useStoreValue(workbench.definition, (state) => state.described);
  const tools = useMemo(() => ownToolsFirst(described?.tools), [described]);
  const problems = useStoreValue(workbench.definition, (state) => state.problems);
  const health = useStoreValue(workbench.health, (state) => state);
  const workspace = useStoreValue(workbench.workspace, (state) => state);
  const { changes } = workspace;
  const runtime = useStoreValue(workbench.runtime, (state) => state);
  const live = useStoreValue(workbench.runs, (state) => state.live);
  const cachedTools = useStoreValue(workbench.caches.store, (state) => state.caches.length);
  const control = useWorkbenchLayout();
  const [tool, selectTool] = useSelectedTool();
  const [terminals] = useState(() => new RunningTerminals());
  const [palette, setPalette] = useState(false);
  const [sharing, setSharing] = useState(false);
  const [secrets, setSecrets] = useState(false);
  const [comparing, setComparing] = useState(false);
  const marks = useLintMarks(tools);
  const waiting = waitingRequests(log).length;
  const stoppable = runToStop(log.runs, selectedRunId);
  const selectedRun = log.runs.find((run) => run.runId === selectedRunId);
  const { show } = control;
  useWaitingTitle(title, waiting);
  useEffect(() => () => terminals.closeAll(), [terminals]);

  const showRun = useCallback(
    (runId: string) => {
      workbench.selectRun(runId);
      const run = workbench.runs.getState().log.runs.find((candidate) => candidate.runId === runId);
      const isCall = run?.kind === "hand" && !isTerminalRun(run);
      if (isCall) {
        const called = Object.values(run.calls)[0]?.tool;
        if (called !== undefined) selectTool(called);
      }
      show("bottom", isCall ? "call" : "agent");
    },
    [workbench, selectTool, show],
  );
  const showCall = useCallback(
    (runId: string, callId: string) => {
      showRun(runId);
      requestAnimationFrame(() => {
        const card = document.querySelector(`[data-call-id="${CSS.escape(callId)}"]`);
        card?.scrollIntoView({ block: "center" });
      });
    },
    [showRun],
  );
  const showChanges = useCallback(() => show("right", "changes"), [show]);
  const mend = useMend(workbench);
  const openShare = useCallback(() => setSharing(true), []);
  const openSecrets = useCallback(() => setSecrets(true), []);
  const openProviders = useCallback(() => setComparing(true), []);
  const actions = useSessionActions({
    workbench,
    control,
    onShare: openShare,
    onSecrets: openSecrets,
    onShowCall: showCall,
    onShowProviders: openProviders,
  });

  // Files come first: with the editor, the form and the terminal beside them, a newcomer sees all four at once.
  const left: Pane[] = [
    { id: "files", label: "Files", icon: Files, content: <FilesPane /> },
    {
      id: "tools",
      label: "Tools",
      icon: Wrench,
      content: (
        <ToolList
          tools={tools}
          problems={problems}
          selected={tool}
          marks={marks}
          onShowProviders={openProviders}
          onSelect={(name) => {
            selectTool(name);
            show("bottom", "call");
          }}
        />
      ),
    },
    {
      id: "runs",
      label: "Runs",
      icon: History,
      content: <RunList runs={log.runs} selectedRunId={selectedRunId} onSelect={showRun} />,
    },
  ];
  const bottom: Pane[] = [
    { id: "call", label: "Call", icon: SquareFunction, content: <CallPane tool={tool} /> },
    {
      id: "agent",
      label: "Agent",
      icon: Bot,
      badge: waiting > 0 ? <Badge tone="waiting">{waiting}</Badge> : undefined,
      keepMounted: true,
      content: <AgentPane onShowChanges={showChanges} />,
    },
  ];
  const right: Pane[] = [
    {
      id: "terminal",
      label: "Terminal",
      icon: SquareTerminal,
      keepMounted: true,
      content: <ShellPane terminals={terminals} />,
    },
    {
      id: "changes",
      label: "Changes",
      icon: FileDiff,
      badge: changes.length > 0 ? <Badge>{changes.length}</Badge> : undefined,
      content: <ChangesPane />,
    },
    // Only where something can be served.
    ...(runtime.phase === "ready"
      ? [
          {
            id: "preview",
            label: "Preview",
            icon: MonitorPlay,
            badge: runtime.openPorts.length > 0 ? <Badge>{runtime.openPorts.length}</Badge> : undefined,
            keepMounted: true,
            content: <PreviewPane ports={runtime.openPorts} />,
          },
        ]
      : []),
    // Only where something is cached: the rail is narrow.
    ...(cachedTools === 0
      ? []
      : [{ id: "caches", label: "Caches", icon: DatabaseZap, content: <CachesPane desk={workbench.caches} /> }]),
  ];

  return (
    <>
      <RunAnnouncer runs={log.runs} />
      <WorkbenchFrame
        control={control}
        actions={actions}
        palette={{ open: palette, onOpenChange: setPalette }}
        waiting={waiting}
        banner={<SessionBanner workbench={workbench} />}
        left={left}
        editor={<EditorPane onRun={() => show("bottom", "call")} />}
        bottom={bottom}
        right={right}
        timeStrip={<TimeStrip log={log} runId={selectedRunId} onShowCall={showCall} />}
        topBar={
          <TopBar
            title={title}
            onRename={tab === "driver" ? workbench.renameSession : undefined}
            save={{ status: save, onRetry: () => void workbench.saveNow() }}
            health={{
              toolHost: health.toolHost,
              isolated: health.isolated,
              secure: globalThis.isSecureContext !== false,
              workspace,
              runtime,
              live,
              onAction: mend,
            }}
            runtime={
              tab === "driver"
                ? { state: runtime, onStart: () => void workbench.startNode(), onStop: workbench.stopNode }
                : undefined
            }
            model={{ options: models, chosen: model, onChoose: workbench.chooseModel }}
            usage={usageOf(selectedRun)}
            stop={stoppable && { name: stoppable.name, onStop: () => void workbench.stop(stoppable.runId) }}
            onPalette={() => setPalette(true)}
            onSecrets={openSecrets}
            onShare={openShare}
          />
        }
      />
      <OnceOpened name="The providers" open={comparing}>
        <ProviderDialog open={comparing} onOpenChange={setComparing} tools={tools ?? []} selected={tool} />
      </OnceOpened>
      <OnceOpened name="The secrets" open={secrets}>
        <SecretsDialog onOpenChange={setSecrets} onShowCall={showCall} open={secrets} workbench={workbench} />
      </OnceOpened>
      <OnceOpened name="Sharing" open={sharing}>
        <ShareSessionDialog open={sharing} onOpenChange={setSharing} />
      </OnceOpened>
    </>
  );
}

/** What the author wrote stands before what came with the kit. */
function ownToolsFirst(tools: readonly DescribedTool[] | undefined): readonly DescribedTool[] | undefined {
  return tools?.toSorted((left, right) => Number(left.file === undefined) - Number(right.file === undefined));
}

function usageOf(run: RunState | undefined) {
  const usages = run?.steps.flatMap((step) => step.usage ?? []) ?? [];
  if (usages.length === 0) return undefined;
  return {
    inputTokens: usages.reduce((sum, usage) => sum + usage.inputTokens, 0),
    outputTokens: usages.reduce((sum, usage) => sum + usage.outputTokens, 0),
  };
}
