/** One place that a patch changes. */
export interface PatchHunk {
  /** Counted from 1; 0 for an empty side. */
  oldStart: number;
  newStart: number;
  /** ` ` common, `-` removed, `+` added, each with its text. */
  lines: { mark: " " | "-" | "+"; text: string }[];
  /** The last line of that side has no newline. */
  oldUnended: boolean;
  newUnended: boolean;
}

export interface FilePatch {
  oldName: string | undefined;
  newName: string | undefined;
  /** From an `Index:` line. */
  indexName: string | undefined;
  /** The time in the header says that the file is not there: it is created, or removed. */
  creates: boolean;
  removes: boolean;
  rename: { from: string; to: string } | undefined;
  hunks: PatchHunk[];
  /** The header as rejects repeat it. */
  header: string;
}

export function reversedHunk(hunk: PatchHunk): PatchHunk {
  const flipped = { " ": " ", "-": "+", "+": "-" } as const;
  const lines: PatchHunk["lines"] = [];
  let added: PatchHunk["lines"] = [];
  for (const { mark, text } of hunk.lines) {
    const line = { mark: flipped[mark], text };
    if (line.mark === "+") added.push(line);
    else {
      // Removed lines stand before the added ones.
      if (line.mark === " ") {
        lines.push(...added);
        added = [];
      }
      lines.push(line);
    }
  }
  return {
    oldStart: hunk.newStart,
    newStart: hunk.oldStart,
    lines: [...lines, ...added],
    oldUnended: hunk.newUnended,
    newUnended: hunk.oldUnended,
  };
}

export function sideLines(hunk: PatchHunk, side: "old" | "new"): string[] {
  const left = side === "old" ? "+" : "-";
  return hunk.lines.filter(({ mark }) => mark !== left).map(({ text }) => text);
}
