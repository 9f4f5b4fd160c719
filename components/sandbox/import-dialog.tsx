"use client";

import { useState } from "react";
import type { Problem } from "@/lib/core/errors/result";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { Dialog, DialogContent } from "../ui/dialog";
import { formatBytes } from "../ui/format-bytes";
import { Label } from "../ui/label";
import { Notice } from "../ui/notice";
import { renderVisible } from "../ui/render-visible";
import { Spinner } from "../ui/spinner";
import type { BroughtFiles } from "./read-dropped";

export type ImportSource = ({ kind: "files" } & BroughtFiles) | { kind: "zip"; name: string; bytes: Uint8Array };

export type ImportStep =
  | { phase: "reading"; done: number; total: number }
  | { phase: "asking"; source: ImportSource }
  | { phase: "writing" }
  /** `fixes`: how to go on with what was left out, each once. */
  | { phase: "done"; files: number; bytes: number; skipped: string[]; fixes: string[] }
  | { phase: "failed"; problem: Problem };

export interface ImportDialogProps {
  step: ImportStep;
  onTake(source: ImportSource, replace: boolean): void;
  onClose(): void;
}

/** Carries an import from reading over one question to what came in and what was left out. */
export function ImportDialog({ step, onTake, onClose }: ImportDialogProps) {
  const [replace, setReplace] = useState(false);
  const busy = step.phase === "reading" || step.phase === "writing";
  return (
    <Dialog open onOpenChange={(open) => (open || busy ? undefined : onClose())}>
      <DialogContent
        title={titleOf(step)}
        footer={
          step.phase === "asking" ? (
            <>
              <Button onClick={onClose}>Leave it</Button>
              <Button variant="primary" onClick={() => onTake(step.source, replace)}>
                Bring it in
              </Button>
            </>
          ) : busy ? undefined : (
            <Button onClick={onClose}>Close</Button>
          )
        }
      >
        <div aria-live="polite" className="grid gap-3">
          {step.phase === "reading" ? (
            <>
              <p className="flex items-center gap-2">
                <Spinner />
                {step.total === 0
                  ? "Listing"
                  : `${step.done.toLocaleString("en")} of ${step.total.toLocaleString("en")} files`}
              </p>
              {step.total === 0 ? null : (
                <progress
                  aria-label="Files read"
                  className="w-full accent-primary"
                  value={step.done}
                  max={step.total}
                />
              )}
            </>
          ) : null}
          {step.phase === "writing" ? (
            <p className="flex items-center gap-2">
              <Spinner /> Writing into the workspace
            </p>
          ) : null}
          {step.phase === "asking" ? (
            <>
              <p>{describeSource(step.source)}</p>
              {step.source.kind === "files" ? <Skipped lines={step.source.skipped} /> : null}
              <div className="flex items-start gap-2">
                <Checkbox
                  id="import-replace"
                  checked={replace}
                  onCheckedChange={(value) => setReplace(value === true)}
                />
                <Label htmlFor="import-replace" className="font-normal">
                  Replace the workspace: every file that is here now is removed. Without this, files are added and only
                  those of the same name are overwritten.
                </Label>
              </div>
            </>
          ) : null}
          {step.phase === "done" ? (
            <>
              <p>{describeOutcome(step)}</p>
              <Skipped lines={step.skipped} />
              {step.fixes.map((fix) => (
                <p key={fix}>{fix}</p>
              ))}
            </>
          ) : null}
          {step.phase === "failed" ? (
            <Notice tone="bad" title={step.problem.message}>
              {step.problem.fix}
            </Notice>
          ) : null}
        </div>
      </DialogContent>
    </Dialog>
  );
}

const TITLE = {
  reading: "Reading the files",
  asking: "Bring these files into the workspace?",
  writing: "Bringing the files in",
  done: "The files are in the workspace",
  failed: "The files could not be brought in",
} as const;

function titleOf(step: ImportStep): string {
  return step.phase === "done" && step.files === 0 ? "Nothing was brought in" : TITLE[step.phase];
}

function describeOutcome({ files, bytes, skipped }: Extract<ImportStep, { phase: "done" }>): string {
  if (files > 0) return `${countFiles(files)}, ${formatBytes(bytes)}, ${files === 1 ? "is" : "are"} in the workspace.`;
  return skipped.length === 0
    ? "There was no file in it. The workspace is as it was."
    : "Every file was left out, for the reason beside its name. The workspace is as it was.";
}

function countFiles(count: number): string {
  return `${count.toLocaleString("en")} ${count === 1 ? "file" : "files"}`;
}

const LISTED = 200;

function Skipped({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <details open={lines.length <= 8}>
      <summary className="cursor-pointer">{lines.length.toLocaleString("en")} left out</summary>
      <ul className="max-h-48 overflow-auto py-1 font-mono text-muted-foreground text-xs">
        {lines.slice(0, LISTED).map((line) => (
          <li key={line} className="[overflow-wrap:anywhere]">
            {renderVisible(line)}
          </li>
        ))}
        {lines.length > LISTED ? <li>… and {(lines.length - LISTED).toLocaleString("en")} more</li> : null}
      </ul>
    </details>
  );
}

function describeSource(source: ImportSource): string {
  if (source.kind === "zip") return `${source.name}, ${formatBytes(source.bytes.length)}`;
  let bytes = 0;
  for (const data of source.files.values()) bytes += data.length;
  return `${countFiles(source.files.size)}, ${formatBytes(bytes)}`;
}
