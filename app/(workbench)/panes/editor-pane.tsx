"use client";

import { lazy, Suspense } from "react";
import { EditorPanel } from "@/components/editor/editor-panel";
import { newToolText } from "@/lib/client/new-tool-text";
import { useStoreValue, useWorkbench } from "@/lib/client/workbench-context";
import { WithSandbox } from "./with-sandbox";

const FileViewer = lazy(() =>
  import("@/components/sandbox/file-viewer").then((module) => ({ default: module.FileViewer })),
);

/** The definition's code, or one workspace file while it is open. */
export function EditorPane({ onRun }: { onRun(): void }) {
  const workbench = useWorkbench();
  const openPath = useStoreValue(workbench.workspace, (state) => state.openPath);
  const revision = useStoreValue(workbench.workspace, (state) => state.revision);
  const { files, activePath, problems, described, build } = useStoreValue(workbench.definition, (state) => state);
  const readOnly = useStoreValue(workbench.session, (state) => state.tab) === "watcher";
  if (openPath !== undefined) {
    return (
      <WithSandbox>
        {(sandbox) => (
          <Suspense fallback={null}>
            <FileViewer
              sandbox={sandbox}
              path={openPath}
              revision={revision}
              readOnly={readOnly}
              onClose={() => workbench.openFile(undefined)}
            />
          </Suspense>
        )}
      </WithSandbox>
    );
  }
  return (
    <EditorPanel
      files={files}
      activePath={activePath}
      problems={problems}
      readOnly={readOnly}
      note={
        build === "broken" && described !== undefined ? "The last version that loaded still answers calls." : undefined
      }
      onChange={workbench.edit}
      onOpen={workbench.openDefinition}
      onSave={() => void workbench.saveNow()}
      onRun={onRun}
      onAdd={(path) => {
        const added = workbench.addDefinitionFile(path, newToolText(path));
        return added.ok ? undefined : added.problem.message;
      }}
      onRemove={(path) => workbench.removeDefinitionFile(path)}
    />
  );
}
