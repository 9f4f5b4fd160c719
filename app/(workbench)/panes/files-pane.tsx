"use client";

import { FileTree } from "@/components/sandbox/file-tree";
import { ImportMenu } from "@/components/sandbox/import-menu";
import { StorageMeter } from "@/components/sandbox/storage-meter";
import { useStoreValue, useWorkbench } from "@/lib/client/workbench-context";
import { WithSandbox } from "./with-sandbox";

/** The workspace's files, and what of the browser's store they take. */
export function FilesPane() {
  const workbench = useWorkbench();
  const { status, revision, changes, openPath, storage } = useStoreValue(workbench.workspace, (state) => state);
  const title = useStoreValue(workbench.session, (state) => state.title);
  const readOnly = useStoreValue(workbench.session, (state) => state.tab) === "watcher";
  const tree = (
    <div className="flex min-h-0 flex-1 flex-col">
      <WithSandbox>
        {(sandbox) => (
          <FileTree
            sandbox={sandbox}
            revision={revision}
            changes={changes}
            openPath={openPath}
            onOpen={workbench.openFile}
            onMoved={workbench.fileMoved}
            readOnly={readOnly}
          />
        )}
      </WithSandbox>
    </div>
  );
  return (
    <div className="flex h-full min-h-0 flex-col">
      {readOnly ? (
        tree
      ) : (
        <ImportMenu
          title={title}
          importFiles={workbench.importFiles}
          importZip={workbench.importZip}
          exportZip={workbench.exportZip}
        >
          {tree}
        </ImportMenu>
      )}
      {status.phase === "ready" ? <StorageMeter storage={storage} /> : null}
    </div>
  );
}
