"use client";

import { useEffect } from "react";
import { SecretsPanel } from "@/components/secrets/secrets-panel";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import type { SessionWorkbench } from "@/lib/client/create-workbench";
import { useStoreValue } from "@/lib/client/workbench-context";

/** The secrets of an own session; read anew each time it is opened. */
export function SecretsDialog({
  workbench,
  open,
  onOpenChange,
  onShowCall,
}: {
  workbench: SessionWorkbench;
  open: boolean;
  onOpenChange(open: boolean): void;
  onShowCall(runId: string, callId: string): void;
}) {
  const { secrets, offered, uses, loaded, problem } = useStoreValue(workbench.secrets, (state) => state);
  const described = useStoreValue(workbench.definition, (state) => state.described);
  useEffect(() => {
    if (open) void workbench.refreshSecrets();
  }, [open, workbench]);
  return (
    <Dialog onOpenChange={onOpenChange} open={open}>
      {open ? (
        <DialogContent
          className="max-w-2xl"
          description="What tools may use without ever seeing it. Only you can open this; no link shows it."
          title="Secrets"
        >
          <SecretsPanel
            loaded={loaded}
            offered={offered}
            onRemove={workbench.removeSecret}
            onRetry={() => void workbench.refreshSecrets()}
            onSave={workbench.saveSecret}
            onShowCall={(runId, callId) => {
              onOpenChange(false);
              onShowCall(runId, callId);
            }}
            problem={problem}
            secrets={secrets}
            tools={(described?.tools ?? []).map(({ name }) => name)}
            uses={uses}
          />
        </DialogContent>
      ) : null}
    </Dialog>
  );
}
