import { Check, Undo2 } from "lucide-react";
import type { Hunk } from "@/lib/client/workspace-hunks";
import { DiffLineRow } from "../ui/diff-line-row";
import type { DiffLine } from "../ui/diff-lines";
import { IconButton } from "../ui/icon-button";

const CONTEXT_LINES = 3;
/** So that a file written anew does not fill the page; the whole file can be opened. */
const MOST_LINES = 400;

export interface HunkViewProps {
  hunk: Hunk;
  /** The new text as lines, for what stands around the hunk. */
  newLines: readonly string[];
  /** Where the hunk before ends, in lines of the new text: its context is not drawn twice. */
  after: number;
  name: string;
  busy: boolean;
  onAccept?(): void;
  onRevert?(): void;
}

/** One part of a file's difference with what a person can decide about it. */
export function HunkView({ hunk, newLines, after, name, busy, onAccept, onRevert }: HunkViewProps) {
  const lines = linesOf(hunk, newLines, after);
  const place = `line ${hunk.newStart + 1} of ${name}`;
  return (
    <div className="border-t first:border-t-0">
      <div className="bg-muted">
        <div className="sticky left-0 flex w-fit items-center gap-1 px-2 font-sans text-muted-foreground">
          <span>line {hunk.newStart + 1}</span>
          {onAccept === undefined ? null : (
            <IconButton label={`Accept the part at ${place}`} size="iconSm" disabled={busy} onClick={onAccept}>
              <Check aria-hidden />
            </IconButton>
          )}
          {onRevert === undefined ? null : (
            <IconButton label={`Revert the part at ${place}`} size="iconSm" disabled={busy} onClick={onRevert}>
              <Undo2 aria-hidden />
            </IconButton>
          )}
        </div>
      </div>
      {lines.slice(0, MOST_LINES).map((line) => (
        <DiffLineRow key={`${line.oldNumber ?? ""}:${line.newNumber ?? ""}`} line={line} />
      ))}
      {lines.length > MOST_LINES ? (
        <p className="sticky left-0 w-fit p-2 font-sans text-muted-foreground">
          {(lines.length - MOST_LINES).toLocaleString("en")} more lines of this part are not drawn.
        </p>
      ) : null}
    </div>
  );
}

function linesOf(hunk: Hunk, newLines: readonly string[], after: number): DiffLine[] {
  const lines: DiffLine[] = [];
  const shift = hunk.oldStart - hunk.newStart;
  const context = (from: number, to: number, offset: number) => {
    for (let at = Math.max(from, 0); at < Math.min(to, newLines.length); at += 1) {
      lines.push({ kind: "context", text: shown(newLines[at]), oldNumber: at + offset + 1, newNumber: at + 1 });
    }
  };
  context(Math.max(after, hunk.newStart - CONTEXT_LINES), hunk.newStart, shift);
  let newAt = 0;
  let oldAt = 0;
  for (const change of hunk.changes) {
    context(hunk.newStart + newAt, hunk.newStart + change.newStart, shift + oldAt - newAt);
    hunk.oldLines.slice(change.oldStart, change.oldStart + change.oldCount).forEach((line, index) => {
      lines.push({ kind: "removed", text: shown(line), oldNumber: hunk.oldStart + change.oldStart + index + 1 });
    });
    hunk.newLines.slice(change.newStart, change.newStart + change.newCount).forEach((line, index) => {
      lines.push({ kind: "added", text: shown(line), newNumber: hunk.newStart + change.newStart + index + 1 });
    });
    newAt = change.newStart + change.newCount;
    oldAt = change.oldStart + change.oldCount;
  }
  const end = hunk.newStart + hunk.newLines.length;
  context(end, end + CONTEXT_LINES, shift + hunk.oldLines.length - hunk.newLines.length);
  return lines;
}

/** What ends a line is shown where it is what changed: a last line without an ending says so. */
function shown(line = ""): string {
  return line.endsWith("\n") ? line.slice(0, -1) : `${line} (no newline at the end)`;
}
