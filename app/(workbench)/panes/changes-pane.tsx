"use client";

import { ChangesView } from "@/components/sandbox/changes-view";
import { useStoreValue, useWorkbench } from "@/lib/client/workbench-context";
import { WithSandbox } from "./with-sandbox";

export function ChangesPane() {
  const workbench = useWorkbench();
  const { revision, changes } = useStoreValue(workbench.workspace, (state) => state);
  const tab = useStoreValue(workbench.session, (state) => state.tab);
  return (
    <WithSandbox>
      {(sandbox) => (
        <ChangesView
          sandbox={sandbox}
          revision={revision}
          changes={changes}
          baselineFile={workbench.baselineFile}
          onAccept={workbench.acceptChanges}
          onRevert={workbench.revertChange}
          onOpen={workbench.openFile}
          readOnly={tab === "watcher"}
        />
      )}
    </WithSandbox>
  );
}
