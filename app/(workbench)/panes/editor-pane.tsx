"use client";

import { lazy, Suspense, useId, useMemo } from "react";
import { EditorPanel } from "@/components/editor/editor-panel";
import { FileEditor } from "@/components/editor/file-editor";
import { OpenFileTabs } from "@/components/sandbox/open-file-tabs";
import { createFileDrafts, type FileDrafts } from "@/lib/client/file-drafts";
import { newToolText } from "@/lib/client/new-tool-text";
import { useStoreValue, useWorkbench } from "@/lib/client/workbench-context";
import { WithSandbox } from "./with-sandbox";

/** Where every sandbox has its workspace. */
const ROOT = "/workspace";

const FileViewer = lazy(() =>
  import("@/components/sandbox/file-viewer").then((module) => ({ default: module.FileViewer })),
);

/** The definition's code, and the workspace files that are open as tabs beside it. */
export function EditorPane({ onRun }: { onRun(): void }) {
  const workbench = useWorkbench();
  const openPath = useStoreValue(workbench.workspace, (state) => state.openPath);
  const openPaths = useStoreValue(workbench.workspace, (state) => state.openPaths);
  const drafts = useMemo(() => createFileDrafts(workbench.sessionId, localStorage), [workbench.sessionId]);
  const dirty = useStoreValue(drafts.store, (state) => state.paths);
  const panelId = useId();
  return (
    <div className="flex h-full min-h-0 flex-col">
      {openPaths.length === 0 ? null : (
        <OpenFileTabs
          root={ROOT}
          paths={openPaths}
          active={openPath}
          dirty={dirty}
          panelId={panelId}
          onOpen={workbench.openFile}
          onClose={workbench.closeFile}
        />
      )}
      {openPaths.length === 0 ? (
        <InFront onRun={onRun} drafts={drafts} />
      ) : (
        <div className="min-h-0 flex-1" id={panelId} role="tabpanel" aria-label={openPath ?? "Definition"}>
          <InFront onRun={onRun} drafts={drafts} />
        </div>
      )}
    </div>
  );
}

function InFront({ onRun, drafts }: { onRun(): void; drafts: FileDrafts }) {
  const workbench = useWorkbench();
  const openPath = useStoreValue(workbench.workspace, (state) => state.openPath);
  const reveal = useStoreValue(workbench.workspace, (state) => state.reveal);
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
              reveal={reveal?.path === openPath ? reveal : undefined}
              editing={readOnly ? undefined : { drafts, renderEditor: (props) => <FileEditor {...props} /> }}
              onClose={() => workbench.closeFile(openPath)}
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
