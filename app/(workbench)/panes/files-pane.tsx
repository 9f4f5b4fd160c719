"use client";

import { FileTree } from "@/components/sandbox/file-tree";
import { StorageMeter } from "@/components/sandbox/storage-meter";
import { useStoreValue, useWorkbench } from "@/lib/client/workbench-context";
import { WithSandbox } from "./with-sandbox";

/** The workspace's files, and what of the browser's store they take. */
export function FilesPane() {
  const workbench = useWorkbench();
  const { revision, changes, openPath, storage } = useStoreValue(workbench.workspace, (state) => state);
  const readOnly = useStoreValue(workbench.session, (state) => state.tab) === "watcher";
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="min-h-0 flex-1">
        <WithSandbox>
          {(sandbox) => (
            <FileTree
              sandbox={sandbox}
              revision={revision}
              changes={changes}
              openPath={openPath}
              onOpen={workbench.openFile}
              readOnly={readOnly}
            />
          )}
        </WithSandbox>
      </div>
      <StorageMeter storage={storage} />
    </div>
  );
}
