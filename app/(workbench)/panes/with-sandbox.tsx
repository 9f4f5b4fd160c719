"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Spinner } from "@/components/ui/spinner";
import { useStoreValue, useWorkbench } from "@/lib/client/workbench-context";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { useSandbox } from "../use-sandbox";

/** What needs the workspace waits for it here, or says why it is not there. */
export function WithSandbox({ children }: { children(sandbox: Sandbox): ReactNode }) {
  const workbench = useWorkbench();
  const status = useStoreValue(workbench.workspace, (state) => state.status);
  const sandbox = useSandbox();
  if (status.phase === "failed") {
    return (
      <Notice
        tone="bad"
        title={status.problem.message}
        className="m-2"
        action={
          workbench.reopenWorkspace === undefined ? undefined : (
            <Button size="sm" onClick={workbench.reopenWorkspace}>
              Start it again
            </Button>
          )
        }
      >
        {status.problem.fix ?? "The files are kept in this browser."}
      </Notice>
    );
  }
  if (sandbox === undefined) {
    return (
      <p className="flex items-center gap-2 p-3 text-muted-foreground" role="status">
        <Spinner /> {status.phase === "starting" ? status.step : "Opening the workspace"}
      </p>
    );
  }
  return children(sandbox);
}
