"use client";

import { useMemo, useState } from "react";
import { createStore } from "zustand/vanilla";
import { FileTree } from "@/components/sandbox/file-tree";
import { ImportMenu } from "@/components/sandbox/import-menu";
import { LinkedFolders } from "@/components/sandbox/linked-folders";
import { StorageMeter } from "@/components/sandbox/storage-meter";
import { Button } from "@/components/ui/button";
import type { FolderDesk } from "@/lib/client/folder-desk";
import { useStoreValue, useWorkbench } from "@/lib/client/workbench-context";
import { exampleSessions } from "@/lib/examples/example-sessions";
import { WithSandbox } from "./with-sandbox";

const NO_FOLDERS: FolderDesk["store"] = createStore(() => ({ links: [] }));

/** The workspace's files, and what of the browser's store they take. */
export function FilesPane() {
  const workbench = useWorkbench();
  const { status, revision, changes, openPath, storage } = useStoreValue(workbench.workspace, (state) => state);
  const title = useStoreValue(workbench.session, (state) => state.title);
  const readOnly = useStoreValue(workbench.session, (state) => state.tab) === "watcher";
  const links = useStoreValue(workbench.folders?.store ?? NO_FOLDERS, (state) => state.links);
  const readOnlyPaths = useMemo(
    () => links.filter(({ mode }) => mode === "read-only").map(({ path }) => path),
    [links],
  );
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
            readOnlyPaths={readOnlyPaths}
            emptyAction={<BringExample />}
            readOnly={readOnly}
          />
        )}
      </WithSandbox>
    </div>
  );
  return (
    <div className="flex h-full min-h-0 flex-col">
      {readOnly ? (
        <>
          <p className="px-3 py-1.5 text-muted-foreground text-xs">
            Another tab writes these files; here they are for reading, and follow it.
          </p>
          {tree}
        </>
      ) : (
        <ImportMenu
          title={title}
          importFiles={workbench.importFiles}
          importZip={workbench.importZip}
          exportZip={workbench.exportZip}
          linkFolder={workbench.folders?.link}
        >
          {tree}
        </ImportMenu>
      )}
      {workbench.folders === undefined ? null : <LinkedFolders desk={workbench.folders} />}
      {status.phase === "ready" ? <StorageMeter storage={storage} /> : null}
    </div>
  );
}

/** Fills an empty workspace with the files of the example that the session was made from, or of the first one. */
function BringExample() {
  const workbench = useWorkbench();
  const title = useStoreValue(workbench.session, (state) => state.title);
  const [problem, setProblem] = useState<string>();
  const example = exampleSessions.find((candidate) => candidate.title === title) ?? exampleSessions[0];
  if (example === undefined) return null;
  const bring = async () => {
    const encoder = new TextEncoder();
    const files = Object.entries(example.workspace).map(([path, text]) => [path, encoder.encode(text)] as const);
    const answer = await workbench.importFiles(new Map(files), { replace: false });
    if (!answer.ok) setProblem(answer.problem.message);
  };
  return (
    <>
      <Button size="sm" onClick={() => void bring()}>
        Bring the example’s files
      </Button>
      {problem === undefined ? null : (
        <p role="alert" className="w-full text-danger-text text-xs">
          {problem}
        </p>
      )}
    </>
  );
}
