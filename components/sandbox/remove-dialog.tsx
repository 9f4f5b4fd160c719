"use client";

import { Button } from "../ui/button";
import { Dialog, DialogContent } from "../ui/dialog";
import { renderName } from "./render-name";

export interface RemoveDialogProps {
  name: string;
  directory: boolean;
  onConfirm(): void;
  onCancel(): void;
}

/** Asks once before a file or folder goes. */
export function RemoveDialog({ name, directory, onConfirm, onCancel }: RemoveDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onCancel())}>
      <DialogContent
        title={directory ? "Remove the folder?" : "Remove the file?"}
        description={
          directory
            ? "Everything in it goes too. What is not very large can be brought back with Undo."
            : "What is not very large can be brought back with Undo."
        }
        footer={
          <>
            <Button onClick={onCancel}>Keep</Button>
            <Button variant="danger" onClick={onConfirm}>
              Remove
            </Button>
          </>
        }
      >
        <p className="font-mono text-xs [overflow-wrap:anywhere]">{renderName(name)}</p>
      </DialogContent>
    </Dialog>
  );
}
