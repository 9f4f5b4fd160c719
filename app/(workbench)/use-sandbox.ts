"use client";

import { useEffect, useState } from "react";
import { useStoreValue, useWorkbench } from "@/lib/client/workbench-context";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";

/** The sandbox once it answers; undefined before that and while it is opened anew. Failures stand in the workspace store. */
export function useSandbox(): Sandbox | undefined {
  const workbench = useWorkbench();
  const phase = useStoreValue(workbench.workspace, (state) => state.status.phase);
  const [sandbox, setSandbox] = useState<Sandbox>();
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
  }, [workbench, phase]);
  return sandbox;
}
