"use client";

import { useCallback } from "react";
import { saveFile } from "@/components/sandbox/save-file";
import type { HealthAction } from "@/components/workbench/health-lines";
import type { SessionWorkbench } from "@/lib/client/create-workbench";

/** Does what a line of the health light offers. */
export function useMend(workbench: SessionWorkbench): (action: HealthAction) => void {
  return useCallback(
    (action) => {
      switch (action) {
        case "reload":
          return window.location.reload();
        case "reopen-workspace":
          return workbench.reopenWorkspace();
        case "retry-node":
          return void workbench.startNode();
        case "reconnect":
          return workbench.reconnect();
        case "save-zip":
          return void workbench.exportZip().then((zip) => {
            if (zip.ok) return saveFile("workspace.zip", zip.value, "application/zip");
            const { problem } = zip;
            // Told in the line that the person came from.
            workbench.workspace.setState(({ storage }) => ({ storage: { ...storage, problem } }));
          });
      }
    },
    [workbench],
  );
}
