"use client";

import type { FileChange } from "@/lib/core/sandbox/sandbox";
import { type FoldedChanges, toolFolderInWords } from "@/lib/core/sandbox/tool-folders";
import { Button } from "../ui/button";
import { Dialog, DialogContent } from "../ui/dialog";
import { renderVisible } from "../ui/render-visible";

export interface ChangesDialogProps {
  title: string;
  description: string;
  /** What confirming does, in one or two words. */
  action: string;
  danger?: boolean;
  /** With what will happen to each; undefined while it is being found out. */
  changes: FoldedChanges | undefined;
  word: Record<FileChange["kind"], string>;
  nameOf(path: string): string;
  busy: boolean;
  onConfirm(): void;
  onCancel(): void;
}

const LISTED = 200;

/** Asks once before many files change, and names them. */
export function ChangesDialog(props: ChangesDialogProps) {
  const { title, description, action, danger, changes, word, nameOf, busy, onConfirm, onCancel } = props;
  const files = changes?.listed;
  const folded = changes?.folded ?? [];
  const isEmpty = files?.length === 0 && folded.length === 0;
  return (
    <Dialog open onOpenChange={(open) => (open || busy ? undefined : onCancel())}>
      <DialogContent
        title={title}
        description={description}
        footer={
          <>
            <Button onClick={onCancel} disabled={busy}>
              Leave it
            </Button>
            <Button
              variant={danger ? "danger" : "primary"}
              busy={busy}
              disabled={files === undefined || isEmpty}
              onClick={onConfirm}
            >
              {action}
            </Button>
          </>
        }
      >
        {files === undefined ? null : isEmpty ? (
          <p className="text-xs">Nothing would change: the files are as they were then.</p>
        ) : (
          <ul
            aria-label="Files that change"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
            tabIndex={0}
            className="max-h-60 overflow-auto font-mono text-xs"
          >
            {files.slice(0, LISTED).map(({ path, kind }) => (
              <li key={path} className="flex gap-2 [overflow-wrap:anywhere]">
                <span className="w-24 shrink-0 font-sans text-muted-foreground">{word[kind]}</span>
                {renderVisible(nameOf(path))}
              </li>
            ))}
            {files.length > LISTED ? <li>… and {(files.length - LISTED).toLocaleString("en")} more</li> : null}
            {folded.map(({ folder, changes }) => (
              <li key={folder} className="font-sans text-muted-foreground">
                {toolFolderInWords(folder)}: {changes.length.toLocaleString("en")}
              </li>
            ))}
          </ul>
        )}
      </DialogContent>
    </Dialog>
  );
}
