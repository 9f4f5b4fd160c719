"use client";

import { type ReactNode, useState } from "react";
import type { FileDrafts } from "@/lib/client/file-drafts";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { DiffView } from "../ui/diff-view";
import { Kbd } from "../ui/kbd";
import { Notice } from "../ui/notice";
import { loadAutosave, saveAutosave } from "./autosave-setting";
import { type FileDocument, useFileDocument } from "./use-file-document";

/** What an editor for the text of one file is given. */
export interface FileEditorProps {
  /** Absolute; tells the language. */
  path: string;
  label: string;
  text: string;
  /** The line to go to; a new object each time. */
  reveal: { line: number } | undefined;
  onChange(text: string): void;
  onSave(): void;
}

export interface TextDocumentProps {
  sandbox: Pick<Sandbox, "read" | "write">;
  path: string;
  name: string;
  /** The text on disk; undefined when the file is gone. */
  disk: string | undefined;
  drafts: FileDrafts;
  reveal: { line: number } | undefined;
  renderEditor(props: FileEditorProps): ReactNode;
  /** Drawn in place of the editor, of the text as it stands. */
  preview?: (text: string) => ReactNode;
  onClose?(): void;
}

/** One text file in an editor: saved by itself or by hand, with a choice when somebody else wrote it meanwhile. */
export function TextDocument(props: TextDocumentProps) {
  const { sandbox, path, name, disk, drafts, reveal, renderEditor, preview, onClose } = props;
  const [autosave, setAutosave] = useState(loadAutosave);
  const document = useFileDocument({ sandbox, path, disk, drafts, autosave, readOnly: false });
  const gone = disk === undefined;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {gone ? (
        <Notice
          tone="waiting"
          className="m-2"
          title={`${name} was removed meanwhile`}
          announce
          action={
            <>
              <Button size="sm" onClick={() => void document.keepMine()}>
                Write it again
              </Button>
              {onClose === undefined ? null : (
                <Button size="sm" variant="ghost" onClick={onClose}>
                  Close
                </Button>
              )}
            </>
          }
        >
          Its text is still here.
        </Notice>
      ) : null}
      {document.theirs === undefined || gone ? null : (
        <Conflict name={name} document={document} theirs={document.theirs} />
      )}
      {document.problem === undefined ? null : (
        <Notice tone="bad" className="m-2" title="Not saved">
          {document.problem} The text is kept in this browser; save again when that is mended.
        </Notice>
      )}
      <div className="flex min-h-0 flex-1 flex-col">
        {preview?.(document.text) ??
          renderEditor({
            path,
            label: `Text of ${name}`,
            text: document.text,
            reveal,
            onChange: document.change,
            onSave: () => void document.save(),
          })}
      </div>
      <div className="flex h-8 shrink-0 items-center gap-2 overflow-hidden border-t px-2 text-xs pointer-coarse:h-11">
        <Button size="sm" busy={document.saving} disabled={!document.dirty} onClick={() => void document.save()}>
          Save <Kbd keys="mod+s" />
        </Button>
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is in it */}
        <label className="flex items-center gap-1.5 whitespace-nowrap text-muted-foreground">
          <Checkbox
            checked={autosave}
            onCheckedChange={(checked) => {
              setAutosave(checked === true);
              saveAutosave(checked === true);
            }}
          />
          Save by itself
        </label>
        <span role="status" className="one-line ml-auto text-muted-foreground">
          {stateInWords(document, gone)}
        </span>
      </div>
    </div>
  );
}

function Conflict({ name, document, theirs }: { name: string; document: FileDocument; theirs: string }) {
  const [comparing, setComparing] = useState(false);
  return (
    <div className="m-2 grid min-h-0 gap-1">
      <Notice
        tone="waiting"
        title={`${name} was changed by something else while you edited it`}
        announce
        action={
          <>
            <Button size="sm" aria-expanded={comparing} onClick={() => setComparing(!comparing)}>
              {comparing ? "Hide the difference" : "Compare"}
            </Button>
            <Button size="sm" onClick={() => void document.keepMine()}>
              Keep mine
            </Button>
            <Button size="sm" onClick={document.takeTheirs}>
              Take theirs
            </Button>
          </>
        }
      >
        Nothing is overwritten until you choose.
      </Notice>
      {comparing ? (
        <div className="max-h-60 overflow-auto rounded-md border">
          <DiffView oldText={theirs} newText={document.text} label={`From theirs to mine, ${name}`} />
        </div>
      ) : null}
    </div>
  );
}

function stateInWords({ saving, dirty, theirs, problem }: FileDocument, gone: boolean): string {
  if (saving) return "Saving";
  if (problem !== undefined) return "Not saved";
  if (theirs !== undefined) return "Waits for your choice";
  if (gone) return "Not on disk";
  return dirty ? "Unsaved, kept in this browser" : "Saved";
}
