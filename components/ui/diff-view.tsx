"use client";

import { type ReactNode, useMemo, useState } from "react";
import { DiffLineRow } from "./diff-line-row";
import { type DiffLine, diffLines } from "./diff-lines";

const LINES_STEP = 400;

export interface DiffViewProps {
  oldText: string;
  newText: string;
  label: string;
  /** Draw no line numbers: for a piece whose place in the file is not known. */
  withoutNumbers?: boolean;
  /** Draw every line from the start: for what a person decides about. */
  whole?: boolean;
}

/** A unified diff. Draws at most 400 lines until more is asked for, unless `whole`. */
export function DiffView({ oldText, newText, label, withoutNumbers = false, whole = false }: DiffViewProps) {
  const diff = useMemo(() => diffLines(oldText, newText), [oldText, newText]);
  const [shown, setShown] = useState(LINES_STEP);
  const limit = whole ? Number.POSITIVE_INFINITY : shown;
  let drawn = 0;
  let total = 0;
  const blocks: ReactNode[] = [];
  for (const hunk of diff.hunks) {
    total += hunk.lines.length;
    if (drawn >= limit) continue;
    const lines = hunk.lines.slice(0, limit - drawn);
    drawn += lines.length;
    blocks.push(
      <div key={`${hunk.oldStart}:${hunk.newStart}`} className="border-t first:border-t-0">
        {withoutNumbers ? null : (
          <div className="bg-muted px-2 text-muted-foreground">
            line {hunk.newStart}
            {hunk.oldStart === hunk.newStart ? "" : `, before ${hunk.oldStart}`}
          </div>
        )}
        {lines.map((line) => (
          <DiffLineRow key={keyOf(line)} line={line} withoutNumbers={withoutNumbers} whole={whole} />
        ))}
      </div>,
    );
  }
  if (diff.hunks.length === 0) return <p className="p-2 text-muted-foreground text-xs">The two texts are equal.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className="overflow-x-auto font-mono text-xs leading-5">
      <div className="w-max min-w-full">
        {diff.gaveUp ? (
          <p className="p-2 font-sans text-muted-foreground">
            Too different to compare line by line: the whole old text, then the whole new one.
          </p>
        ) : null}
        {blocks}
        {total > drawn ? (
          <button
            type="button"
            onClick={() => setShown(shown + LINES_STEP * 5)}
            className="sticky left-0 m-1 rounded-sm px-2 py-1 font-sans text-primary-text hover:underline"
          >
            Show more: {(total - drawn).toLocaleString("en")} lines are not drawn yet
          </button>
        ) : null}
      </div>
    </section>
  );
}

function keyOf(line: DiffLine): string {
  return `${line.oldNumber ?? ""}:${line.newNumber ?? ""}`;
}
