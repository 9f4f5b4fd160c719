"use client";

import { useMemo } from "react";
import type { RunningTerminals } from "@/components/sandbox/running-terminals";
import { TerminalPane } from "@/components/sandbox/terminal-pane";
import { EmptyState } from "@/components/ui/empty-state";
import { useStoreValue, useWorkbench } from "@/lib/client/workbench-context";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { WithSandbox } from "./with-sandbox";

export function ShellPane({ terminals }: { terminals: RunningTerminals }) {
  const workbench = useWorkbench();
  const tab = useStoreValue(workbench.session, (state) => state.tab);
  if (tab === "watcher") {
    return (
      <EmptyState title="The terminal is in the other tab">
        Only the tab that writes the files runs commands. Take over to type here.
      </EmptyState>
    );
  }
  return <WithSandbox>{(sandbox) => <PersonsTerminal sandbox={sandbox} terminals={terminals} />}</WithSandbox>;
}

function PersonsTerminal({ sandbox, terminals }: { sandbox: Sandbox; terminals: RunningTerminals }) {
  const workbench = useWorkbench();
  const shell = useMemo(() => workbench.terminalShell?.(sandbox) ?? sandbox, [workbench, sandbox]);
  return (
    <TerminalPane sandbox={shell} sessionId={workbench.sessionId} terminals={terminals} onOpen={workbench.openFile} />
  );
}
