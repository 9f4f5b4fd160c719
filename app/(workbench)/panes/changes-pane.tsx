"use client";

import { ChangesView } from "@/components/sandbox/changes-view";
import { useStoreValue, useWorkbench } from "@/lib/client/workbench-context";
import { WithSandbox } from "./with-sandbox";

export function ChangesPane() {
  const workbench = useWorkbench();
  const revision = useStoreValue(workbench.workspace, (state) => state.revision);
  const tab = useStoreValue(workbench.session, (state) => state.tab);
  const desk = workbench.changesDesk;
  if (desk === undefined) return null;
  return (
    <WithSandbox>
      {(sandbox) => (
        <ChangesView
          sandbox={sandbox}
          revision={revision}
          desk={desk}
          onOpen={workbench.openFile}
          readOnly={tab === "watcher"}
        />
      )}
    </WithSandbox>
  );
}
