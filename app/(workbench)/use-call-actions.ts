"use client";

import { useMemo } from "react";
import type { CallActions } from "@/components/run/call-actions";
import { readEvents } from "@/lib/actions/run-actions";
import { reachServer } from "@/lib/client/reach-server";
import { useWorkbench } from "@/lib/client/workbench-context";
import { ok } from "@/lib/core/errors/result";

/** What a call's card can do in an own session. */
export function useCallActions(): CallActions {
  const workbench = useWorkbench();
  return useMemo(
    () => ({
      decide: workbench.decide,
      openPlace: (file) => {
        workbench.openFile(undefined);
        workbench.openDefinition(file);
      },
      openFile: (path, line) => workbench.openFile(path.startsWith("/") ? path : `/workspace/${path}`, line),
      async loadEvents(runId, callId) {
        const { sessionId } = workbench;
        const events = await reachServer(() => readEvents({ sessionId, after: 0 }));
        if (!events.ok) return events;
        return ok(
          events.value.filter((event) => event.runId === runId && "callId" in event && event.callId === callId),
        );
      },
    }),
    [workbench],
  );
}
