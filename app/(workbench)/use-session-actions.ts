"use client";

import { useMemo } from "react";
import { runToStop } from "@/components/workbench/run-to-stop";
import type { LayoutControl } from "@/components/workbench/use-workbench-layout";
import { waitingRequests } from "@/components/workbench/waiting-requests";
import type { WorkbenchAction } from "@/components/workbench/workbench-action";
import type { SessionWorkbench } from "@/lib/client/create-workbench";
import { useStoreValue } from "@/lib/client/workbench-context";

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
  const stops = useStoreValue(workbench.runs, ({ log, selectedRunId }) => runToStop(log.runs, selectedRunId)?.name);
  return useMemo((): WorkbenchAction[] => {
    const stoppable = () => {
      const { log, selectedRunId } = workbench.runs.getState();
      return runToStop(log.runs, selectedRunId);
    };
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
        label: stops === undefined ? "Stop what runs" : `Stop ${stops}`,
        group: "Run",
        keywords: ["cancel", "abort", "run"],
        enabled: () => stoppable() !== undefined,
        perform() {
          const run = stoppable();
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
  }, [workbench, control, stops, onShare, onSecrets, onShowCall, onShowProviders]);
}
