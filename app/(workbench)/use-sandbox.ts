"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { useStoreValue, useWorkbench } from "@/lib/client/workbench-context";
import type { Workbench } from "@/lib/client/workbench-types";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";

/** The sandbox once it answers; undefined before that and while it is opened anew. Failures stand in the workspace store. */
export function useSandbox(): Sandbox | undefined {
  const workbench = useWorkbench();
  const phase = useStoreValue(workbench.workspace, (state) => state.status.phase);
  const runsNode = useRunsNode(workbench.runtime);
  const [sandbox, setSandbox] = useState<Sandbox>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another runtime gives another sandbox
  useEffect(() => {
    if (phase !== "ready") return setSandbox(undefined);
    let isGone = false;
    workbench.sandbox().then(
      (opened) => {
        if (!isGone) setSandbox(opened);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [workbench, phase, runsNode]);
  return sandbox;
}

function useRunsNode(runtime: Workbench["runtime"]): boolean {
  return useSyncExternalStore(
    (changed) => runtime?.subscribe(changed) ?? (() => {}),
    () => runtime?.getState().phase === "ready",
    () => false,
  );
}
