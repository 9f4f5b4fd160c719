"use client";

import { useId, useState } from "react";
import type { FolderDesk, RealDirectory } from "@/lib/client/folder-desk";
import type { Problem } from "@/lib/core/errors/result";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { Dialog, DialogContent } from "../ui/dialog";
import { Label } from "../ui/label";
import { Notice } from "../ui/notice";
import { renderVisible } from "../ui/render-visible";

export interface LinkFolderDialogProps {
  directory: RealDirectory;
  link: FolderDesk["link"];
  onClose(): void;
}

/** Asks how far the agent may go with a folder of this computer: reading it, unless the person allows more. */
export function LinkFolderDialog({ directory, link, onClose }: LinkFolderDialogProps) {
  const [writable, setWritable] = useState(false);
  const [everything, setEverything] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const id = useId();
  const confirm = async () => {
    setBusy(true);
    setProblem(undefined);
    const answer = await link(directory, writable ? "writable" : "read-only", { everything });
    setBusy(false);
    if (answer.ok) onClose();
    else setProblem(answer.problem);
  };
  return (
    <Dialog open onOpenChange={(open) => (open || busy ? undefined : onClose())}>
      <DialogContent
        title="Link this folder?"
        description="Its files are in the workspace below its name until this page is closed. Runs and commands can read them; nothing on the disk changes unless you allow it."
        footer={
          <>
            <Button onClick={onClose} disabled={busy}>
              Leave it
            </Button>
            <Button variant="primary" busy={busy} onClick={() => void confirm()}>
              Link it
            </Button>
          </>
        }
      >
        <div className="grid gap-3">
          <p className="font-mono text-xs [overflow-wrap:anywhere]">{renderVisible(directory.name)}</p>
          <div className="flex items-start gap-2">
            <Checkbox id={`${id}-write`} checked={writable} onCheckedChange={(value) => setWritable(value === true)} />
            <Label htmlFor={`${id}-write`} className="font-normal">
              Write changes back to the disk. A file that changed there meanwhile is left as it is, and you are told.
            </Label>
          </div>
          <div className="flex items-start gap-2">
            <Checkbox
              id={`${id}-all`}
              checked={everything}
              onCheckedChange={(value) => setEverything(value === true)}
            />
            <Label htmlFor={`${id}-all`} className="font-normal">
              Bring .git and node_modules too.
            </Label>
          </div>
          {problem === undefined ? null : (
            <Notice tone="bad" title={problem.message}>
              {problem.fix}
            </Notice>
          )}
        </div>
      </DialogContent>
    </Dialog>
  );
}
