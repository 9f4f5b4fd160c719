"use client";

import { Check, FileDiff, Undo2 } from "lucide-react";
import { useEffect, useState } from "react";
import type { Problem, Result } from "@/lib/core/errors/result";
import type { FileChange, Sandbox } from "@/lib/core/sandbox/sandbox";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { DiffView } from "../ui/diff-view";
import { EmptyState } from "../ui/empty-state";
import { IconButton } from "../ui/icon-button";
import { renderVisible } from "../ui/render-visible";
import { Spinner } from "../ui/spinner";
import { diffableText } from "./file-content";
import { relativePath } from "./tree-rows";

export interface ChangesViewProps {
  sandbox: Pick<Sandbox, "read" | "cwd">;
  revision: number;
  changes: readonly FileChange[];
  /** The bytes before, undefined when the file did not exist. */
  baselineFile(path: string): Uint8Array | undefined;
  /** Makes the present state the new starting point. */
  onAccept(): Promise<void>;
  onRevert(path: string): Promise<Result<void>>;
  onOpen?(path: string): void;
  readOnly?: boolean;
}

const WORD = { created: "new", changed: "changed", removed: "removed" } as const;
const TONE = { created: "good", changed: "neutral", removed: "bad" } as const;
const OPEN_AT_FIRST = 5;

/** What is different from how the run found the workspace: every file with its diff, to keep or to take back. */
export function ChangesView(props: ChangesViewProps) {
  const { sandbox, changes, onAccept, onRevert, readOnly = false } = props;
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState<Problem>();
  if (changes.length === 0) {
    return (
      <EmptyState icon={FileDiff} title="No changes">
        What a run or the terminal changes in the workspace appears here as a diff.
      </EmptyState>
    );
  }
  const accept = async () => {
    setBusy("accept");
    await onAccept();
    setBusy(undefined);
  };
  const revert = async (path: string) => {
    setBusy(path);
    setProblem(undefined);
    const answer = await onRevert(path);
    setBusy(undefined);
    if (!answer.ok) setProblem(answer.problem);
  };
  return (
    <section aria-label="Changes" className="flex h-full min-h-0 flex-1 flex-col">
      <header className="flex items-center gap-2 border-b px-3 py-1.5">
        <span className="flex-1 text-xs">
          {changes.length === 1 ? "1 file is different" : `${changes.length.toLocaleString("en")} files are different`}
        </span>
        {readOnly ? null : (
          <Button size="sm" busy={busy === "accept"} onClick={() => void accept()}>
            <Check aria-hidden />
            Accept all
          </Button>
        )}
      </header>
      {problem === undefined ? null : (
        <p role="alert" className="px-3 py-1 text-danger-text text-xs">
          {problem.message} {problem.fix ?? ""}
        </p>
      )}
      <ul className="min-h-0 flex-1 overflow-auto">
        {changes.map((change, index) => (
          <ChangedFile
            key={change.path}
            {...props}
            change={change}
            name={relativePath(change.path, sandbox.cwd)}
            openAtFirst={index < OPEN_AT_FIRST}
            busy={busy === change.path}
            onRevertFile={() => void revert(change.path)}
          />
        ))}
      </ul>
    </section>
  );
}

interface ChangedFileProps extends ChangesViewProps {
  change: FileChange;
  name: string;
  openAtFirst: boolean;
  busy: boolean;
  onRevertFile(): void;
}

function ChangedFile(props: ChangedFileProps) {
  const { change, name, openAtFirst, busy, onRevertFile, onOpen, readOnly = false } = props;
  const [open, setOpen] = useState(openAtFirst);
  return (
    <li className="border-b">
      <div className="sticky top-0 z-10 flex items-center gap-1 bg-card px-2 py-1">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="focus-inset flex min-w-0 flex-1 items-center gap-2 rounded-sm px-1 text-left hover:bg-accent"
        >
          <Badge tone={TONE[change.kind]}>{WORD[change.kind]}</Badge>
          <span className="one-line font-mono text-xs">{renderVisible(name)}</span>
        </button>
        {onOpen === undefined || change.kind === "removed" ? null : (
          <Button size="sm" variant="ghost" onClick={() => onOpen(change.path)}>
            Open
          </Button>
        )}
        {readOnly ? null : (
          <IconButton label={`Revert ${name}`} size="iconSm" busy={busy} onClick={onRevertFile}>
            <Undo2 aria-hidden />
          </IconButton>
        )}
      </div>
      {open ? <ChangeDiff {...props} /> : null}
    </li>
  );
}

type Texts = { before: string; after: string } | "not-text" | { problem: string };

function ChangeDiff({ sandbox, change, name, revision, baselineFile }: ChangedFileProps) {
  const [texts, setTexts] = useState<Texts>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a moved revision means the file may have changed
  useEffect(() => {
    let current = true;
    const read = async (): Promise<Texts> => {
      const before = diffableText(change.kind === "created" ? undefined : baselineFile(change.path));
      const after = diffableText(change.kind === "removed" ? undefined : await sandbox.read(change.path));
      return before === undefined || after === undefined ? "not-text" : { before, after };
    };
    read().then(
      (value) => {
        if (current) setTexts(value);
      },
      (error: unknown) => {
        if (current) setTexts({ problem: error instanceof Error ? error.message : String(error) });
      },
    );
    return () => {
      current = false;
    };
  }, [sandbox, change.path, change.kind, baselineFile, revision]);

  if (texts === undefined) {
    return (
      <p className="p-2">
        <Spinner label={`Comparing ${name}`} />
      </p>
    );
  }
  if (texts === "not-text")
    return <p className="p-2 text-muted-foreground text-xs">Not text, or too large for a diff.</p>;
  if ("problem" in texts) return <p className="p-2 text-danger-text text-xs">{texts.problem}</p>;
  if (texts.before === texts.after) {
    return (
      <p className="p-2 text-muted-foreground text-xs">{texts.after === "" ? "The file is empty." : "Same text."}</p>
    );
  }
  return <DiffView oldText={texts.before} newText={texts.after} label={`Diff of ${name}`} />;
}
