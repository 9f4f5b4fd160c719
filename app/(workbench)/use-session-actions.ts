"use client";

import { useMemo } from "react";
import type { LayoutControl } from "@/components/workbench/use-workbench-layout";
import { waitingRequests } from "@/components/workbench/waiting-requests";
import type { WorkbenchAction } from "@/components/workbench/workbench-action";
import type { SessionWorkbench } from "@/lib/client/create-workbench";
import type { RunState } from "@/lib/core/agent/run-state";

/** What the palette and the keys offer in an own session. */
export function useSessionActions(options: {
  workbench: SessionWorkbench;
  control: LayoutControl;
  onShare(): void;
  onSecrets(): void;
  onShowCall(runId: string, callId: string): void;
  onShowProviders(): void;
}): readonly WorkbenchAction[] {
  const { workbench, control, onShare, onSecrets, onShowCall, onShowProviders } = options;
  return useMemo((): WorkbenchAction[] => {
    const openRun = (): RunState | undefined =>
      workbench.runs.getState().log.runs.find((run) => run.status !== "ended");
    const oldest = () => waitingRequests(workbench.runs.getState().log)[0];
    return [
      {
        id: "show-waiting",
        label: "Go to the request that waits longest",
        group: "Requests",
        keys: "g a",
        enabled: () => oldest() !== undefined,
        perform() {
          const request = oldest();
          if (request !== undefined) onShowCall(request.run.runId, request.call.callId);
        },
      },
      {
        id: "review",
        label: "Open the review page",
        group: "Requests",
        perform: () => window.open(`/s/${workbench.sessionId}/review`, "_blank", "noopener"),
      },
      {
        id: "inbox",
        label: "Show what waits in all sessions",
        group: "Requests",
        keywords: ["inbox", "approve", "decide"],
        perform: () => window.location.assign("/inbox"),
      },
      {
        id: "prompt",
        label: "Ask the agent",
        group: "Run",
        keywords: ["prompt", "run"],
        keys: "g p",
        perform() {
          control.show("bottom", "agent");
          requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-area="bottom"] textarea')?.focus());
        },
      },
      {
        id: "stop",
        label: "Stop what runs",
        group: "Run",
        keywords: ["cancel", "abort"],
        enabled: () => openRun() !== undefined,
        perform() {
          const run = openRun();
          if (run !== undefined) void workbench.stop(run.runId);
        },
      },
      {
        id: "providers",
        label: "Show what each provider makes of the tools",
        group: "Tools",
        keywords: ["lint", "schema", "matrix", "openai", "anthropic", "gemini", "bedrock", "ollama", "mcp"],
        perform: onShowProviders,
      },
      {
        id: "save",
        label: "Save the definition",
        group: "Session",
        keys: "mod+s",
        perform: () => void workbench.saveNow(),
      },
      { id: "share", label: "Share this session", group: "Session", keywords: ["link"], perform: onShare },
      {
        id: "secrets",
        label: "Show the secrets",
        group: "Session",
        keywords: ["key", "token", "password", "credentials"],
        perform: onSecrets,
      },
      {
        id: "links",
        label: "Show all links",
        group: "Session",
        keywords: ["revoke"],
        perform: () => window.location.assign("/links"),
      },
    ];
  }, [workbench, control, onShare, onSecrets, onShowCall, onShowProviders]);
}
