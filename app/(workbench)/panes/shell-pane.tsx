"use client";

import { TerminalPane } from "@/components/sandbox/terminal-pane";
import { EmptyState } from "@/components/ui/empty-state";
import { useStoreValue, useWorkbench } from "@/lib/client/workbench-context";
import { WithSandbox } from "./with-sandbox";

export function ShellPane() {
  const workbench = useWorkbench();
  const tab = useStoreValue(workbench.session, (state) => state.tab);
  if (tab === "watcher") {
    return (
      <EmptyState title="The terminal is in the other tab">
        Only the tab that writes the files runs commands. Take over to type here.
      </EmptyState>
    );
  }
  return (
    <WithSandbox>
      {(sandbox) => <TerminalPane sandbox={sandbox} sessionId={workbench.sessionId} onOpen={workbench.openFile} />}
    </WithSandbox>
  );
}
