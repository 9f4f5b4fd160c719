"use client";

import { Check, Undo2 } from "lucide-react";
import { useEffect, useState } from "react";
import type { ChangesDesk, Sides } from "@/lib/client/changes-desk";
import { type Hunks, hunksOf, splitLines } from "@/lib/client/workspace-hunks";
import type { Result } from "@/lib/core/errors/result";
import type { FileChange, Sandbox } from "@/lib/core/sandbox/sandbox";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { formatBytes } from "../ui/format-bytes";
import { IconButton } from "../ui/icon-button";
import { renderVisible } from "../ui/render-visible";
import { Spinner } from "../ui/spinner";
import { fileContent } from "./file-content";
import { HunkView } from "./hunk-view";
import { ImagePreview } from "./image-preview";

const WORD = { created: "new", changed: "changed", removed: "removed" } as const;
const TONE = { created: "good", changed: "neutral", removed: "bad" } as const;

export interface ChangedFileProps {
  sandbox: Pick<Sandbox, "read">;
  desk: ChangesDesk;
  change: FileChange;
  name: string;
  revision: number;
  /** Grows when what is compared with changed. */
  compared: unknown;
  openAtFirst: boolean;
  busy: boolean;
  canAccept: boolean;
  readOnly: boolean;
  onOpen?(path: string): void;
  decide(work: () => Promise<Result<unknown>>): void;
}

type Comparison =
  | { kind: "text"; sides: Sides; hunks: Hunks; newLines: readonly string[]; after: Uint8Array | undefined }
  | { kind: "other"; before: Uint8Array | undefined; after: Uint8Array | undefined }
  | { kind: "failed"; message: string };

/** One file that differs: what is different, and the decision about the whole of it or about its parts. */
export function ChangedFile(props: ChangedFileProps) {
  const { desk, change, name, openAtFirst, busy, canAccept, readOnly, onOpen, decide } = props;
  const [open, setOpen] = useState(openAtFirst);
  const comparison = useComparison(props);
  const seen = comparison?.kind === "failed" ? undefined : comparison?.after;
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
          {comparison?.kind === "text" ? (
            <span className="shrink-0 text-xs tabular-nums">
              <span className="text-good-text">
                <span className="sr-only">lines added: </span>+{comparison.hunks.added.toLocaleString("en")}
              </span>{" "}
              <span className="text-danger-text">
                <span className="sr-only">lines removed: </span>−{comparison.hunks.removed.toLocaleString("en")}
              </span>
            </span>
          ) : null}
        </button>
        {onOpen === undefined || change.kind === "removed" ? null : (
          <Button size="sm" variant="ghost" onClick={() => onOpen(change.path)}>
            Open
          </Button>
        )}
        {readOnly || !canAccept ? null : (
          <IconButton
            label={`Accept ${name}`}
            size="iconSm"
            disabled={busy}
            onClick={() => decide(() => desk.acceptFile(change.path))}
          >
            <Check aria-hidden />
          </IconButton>
        )}
        {readOnly ? null : (
          <IconButton
            label={`Revert ${name}`}
            size="iconSm"
            disabled={busy}
            onClick={() => decide(() => desk.revertFile(change.path, open ? seen : undefined))}
          >
            <Undo2 aria-hidden />
          </IconButton>
        )}
      </div>
      {open ? <Difference {...props} comparison={comparison} /> : null}
    </li>
  );
}

function useComparison({ sandbox, desk, change, revision, compared }: ChangedFileProps): Comparison | undefined {
  const [comparison, setComparison] = useState<Comparison>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a moved revision or another base means that the texts may differ
  useEffect(() => {
    let current = true;
    const read = async (): Promise<Comparison> => {
      const before = change.kind === "created" ? undefined : await desk.before(change.path);
      const after = change.kind === "removed" ? undefined : await sandbox.read(change.path);
      const sides = { before: textOf(before), after: textOf(after) };
      if (sides.before === undefined || sides.after === undefined) return { kind: "other", before, after };
      const texts = { before: sides.before, after: sides.after };
      const hunks = hunksOf(texts.before, texts.after);
      return { kind: "text", sides: texts, hunks, newLines: splitLines(texts.after), after };
    };
    read().then(
      (value) => {
        if (current) setComparison(value);
      },
      (error: unknown) => {
        if (current) setComparison({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
      },
    );
    return () => {
      current = false;
    };
  }, [sandbox, desk, change.path, change.kind, revision, compared]);
  return comparison;
}

function Difference(props: ChangedFileProps & { comparison: Comparison | undefined }) {
  const { comparison, name, desk, change, busy, readOnly, canAccept, decide } = props;
  if (comparison === undefined) {
    return (
      <p className="p-2">
        <Spinner label={`Comparing ${name}`} />
      </p>
    );
  }
  if (comparison.kind === "failed") return <p className="p-2 text-danger-text text-xs">{comparison.message}</p>;
  if (comparison.kind === "other") return <NotText before={comparison.before} after={comparison.after} name={name} />;
  const { sides, hunks, newLines } = comparison;
  if (hunks.hunks.length === 0) {
    const what = sides.after !== "" ? "Same text: only its mode or kind is different." : "The file is empty.";
    return <p className="p-2 text-muted-foreground text-xs">{what}</p>;
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section aria-label={`Diff of ${name}`} tabIndex={0} className="overflow-x-auto font-mono text-xs leading-5">
      <div className="w-max min-w-full">
        {hunks.gaveUp ? (
          <p className="sticky left-0 w-fit p-2 font-sans text-muted-foreground">
            Too different to compare line by line: the whole old text, then the whole new one.
          </p>
        ) : null}
        {hunks.hunks.map((hunk, index) => {
          const before = hunks.hunks[index - 1];
          return (
            <HunkView
              key={`${hunk.oldStart}:${hunk.newStart}`}
              hunk={hunk}
              newLines={newLines}
              after={before === undefined ? 0 : before.newStart + before.newLines.length}
              name={name}
              busy={busy}
              onAccept={
                readOnly || !canAccept ? undefined : () => decide(() => desk.acceptHunk(change.path, sides, hunk))
              }
              onRevert={readOnly ? undefined : () => decide(() => desk.revertHunk(change.path, sides, hunk))}
            />
          );
        })}
      </div>
    </section>
  );
}

/** What cannot be compared line by line says what it is and how its size changed; an image is drawn, before and after. */
function NotText({ before, after, name }: { before?: Uint8Array; after?: Uint8Array; name: string }) {
  const sides = [
    { word: "Before", bytes: before },
    { word: "Now", bytes: after },
  ].flatMap(({ word, bytes }) => (bytes === undefined ? [] : [{ word, bytes, content: fileContent(bytes) }]));
  return (
    <div className="grid gap-2 p-2 text-muted-foreground text-xs sm:grid-cols-2">
      {sides.map(({ word, bytes, content }) => (
        <div key={word}>
          <p>
            {word}: {KIND_WORD[content.kind]}, {formatBytes(bytes.byteLength)}
          </p>
          {content.kind === "image" ? (
            <ImagePreview bytes={bytes} mediaType={content.mediaType} name={`${name}, ${word.toLowerCase()}`} />
          ) : null}
        </div>
      ))}
    </div>
  );
}

const KIND_WORD = {
  text: "text",
  "not-utf8": "text that is not UTF-8, so it is decided as a whole",
  image: "an image",
  binary: "a binary file, so it is decided as a whole",
  "too-large": "too large to compare line by line, so it is decided as a whole",
} as const;

/** Only what is UTF-8 can be put together again from its parts without harm. */
function textOf(bytes: Uint8Array | undefined): string | undefined {
  if (bytes === undefined) return "";
  const content = fileContent(bytes);
  return content.kind === "text" ? content.text : undefined;
}
