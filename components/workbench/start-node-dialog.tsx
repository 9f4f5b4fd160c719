"use client";

import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";

export interface StartNodeDialogProps {
  /** Whose service is loaded. */
  host: string;
  open: boolean;
  onOpenChange(open: boolean): void;
  onStart(): void;
}

/** What a person should know before another company's service runs in their page. */
export function StartNodeDialog({ host, open, onOpenChange, onStart }: StartNodeDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title="Start Node in this browser?"
        description={`It runs in a WebContainer, which is loaded from ${host}.`}
        footer={
          <>
            <Button onClick={() => onOpenChange(false)}>Keep the embedded shell</Button>
            <Button
              variant="primary"
              onClick={() => {
                onOpenChange(false);
                onStart();
              }}
            >
              Start Node
            </Button>
          </>
        }
      >
        <ul className="list-disc space-y-1.5 pl-4">
          <li>
            WebContainers are a hosted service of StackBlitz, under their terms. Personal and open-source use is free;
            commercial use needs a licence from them.
          </li>
          <li>
            The workspace is copied into the container in this browser. Packages of npm come through their servers.
          </li>
          <li>
            Your files stay where they are: if the container fails or is stopped, the embedded shell goes on with them.
            Installed packages are gone with it.
          </li>
          <li>This browser remembers the choice until you go back to the embedded shell.</li>
        </ul>
      </DialogContent>
    </Dialog>
  );
}
