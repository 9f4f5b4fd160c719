"use client";

import { useMemo, useState } from "react";
import { RunTimeline } from "@/components/run/run-timeline";
import { FileTree } from "@/components/sandbox/file-tree";
import { FileViewer } from "@/components/sandbox/file-viewer";
import { SharedSessionView } from "@/components/share/shared-session-view";
import { forkLink } from "@/lib/client/fork-link";
import type { OpenedLink } from "@/lib/client/server-port";
import type { SharedSession } from "@/lib/client/shared-session";
import { useStoreValue } from "@/lib/client/workbench-context";
import { ok } from "@/lib/core/errors/result";
import { WithSandbox } from "./panes/with-sandbox";
import { useWaitingTitle } from "./use-waiting-title";

export interface SharedScreenProps {
  shared: SharedSession;
  link: OpenedLink;
  linkId: string;
  linkKey: string;
}

export function SharedScreen({ shared, link, linkId, linkKey }: SharedScreenProps) {
  const { workbench, replay } = shared;
  const log = useStoreValue(workbench.runs, (state) => state.log);
  const events = useMemo(() => link.events, [link]);
  useWaitingTitle(link.title, 0);
  return (
    <SharedSessionView
      title={link.title}
      createdAt={link.createdAt}
      definition={link.definition.files}
      replay={replay}
      workspace={link.archive === undefined ? undefined : <SharedFiles shared={shared} />}
      timeline={
        <RunTimeline
          runs={log.runs}
          keys={false}
          actions={{
            openFile: (path, line) => workbench.openFile(path.startsWith("/") ? path : `/workspace/${path}`, line),
            loadEvents: async (runId, callId) =>
              ok(events.filter((event) => event.runId === runId && "callId" in event && event.callId === callId)),
          }}
        />
      }
      onFork={async () => {
        const forked = await forkLink(linkId, linkKey);
        if (forked.ok) window.location.assign(`/s/${forked.value.sessionId}`);
        return forked;
      }}
    />
  );
}

function SharedFiles({ shared }: { shared: SharedSession }) {
  const { workbench } = shared;
  const openPath = useStoreValue(workbench.workspace, (state) => state.openPath);
  const [changes] = useState([]);
  return (
    <WithSandbox>
      {(sandbox) => (
        <div className="flex min-h-0 flex-1">
          <div className="w-56 shrink-0 border-r">
            <FileTree
              sandbox={sandbox}
              revision={0}
              changes={changes}
              openPath={openPath}
              onOpen={workbench.openFile}
              readOnly
            />
          </div>
          <div className="min-w-0 flex-1">
            {openPath === undefined ? (
              <p className="p-3 text-muted-foreground">Choose a file to read it.</p>
            ) : (
              <FileViewer
                sandbox={sandbox}
                path={openPath}
                revision={0}
                onClose={() => workbench.openFile(undefined)}
              />
            )}
          </div>
        </div>
      )}
    </WithSandbox>
  );
}
