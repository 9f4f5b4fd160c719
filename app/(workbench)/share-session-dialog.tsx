"use client";

import { ShareDialog } from "@/components/share/share-dialog";
import { listLinks, revokeLink } from "@/lib/actions/link-actions";
import { reachServer } from "@/lib/client/reach-server";
import { useStoreValue, useWorkbench } from "@/lib/client/workbench-context";
import { useWorkspaceFileCount } from "./use-workspace-file-count";

export function ShareSessionDialog(props: { open: boolean; onOpenChange(open: boolean): void }) {
  const workbench = useWorkbench();
  const { sessionId } = workbench;
  const title = useStoreValue(workbench.session, (state) => state.title);
  const files = useStoreValue(workbench.definition, (state) => state.files);
  const log = useStoreValue(workbench.runs, (state) => state.log);
  const workspaceFiles = useWorkspaceFileCount(props.open);
  return (
    <ShareDialog
      {...props}
      preview={{
        title,
        definitionFiles: Object.keys(files).length,
        workspaceFiles,
        events: log.lastSeq,
        runs: log.runs.length,
      }}
      createLink={workbench.createLink}
      listLinks={() => reachServer(() => listLinks({ sessionId }))}
      revokeLink={(linkId) => reachServer(() => revokeLink({ linkId }))}
    />
  );
}
