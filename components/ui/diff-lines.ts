import { structuredPatch } from "diff";

export interface DiffLine {
  kind: "context" | "added" | "removed";
  text: string;
  oldNumber?: number;
  newNumber?: number;
}

export interface DiffHunk {
  oldStart: number;
  newStart: number;
  lines: DiffLine[];
}

export interface LineDiff {
  hunks: DiffHunk[];
  added: number;
  removed: number;
  /** True when the texts differ too much to be compared within the time limit: whole files are shown instead. */
  gaveUp: boolean;
}

/** Compares two texts line by line, three lines of context, at most about half a second of work. */
export function diffLines(oldText: string, newText: string): LineDiff {
  const patch = structuredPatch("", "", oldText, newText, "", "", { context: 3, timeout: 500 });
  const hunks =
    patch === undefined
      ? [wholeHunk(oldText, newText)]
      : patch.hunks.map((hunk) => readHunk(hunk.oldStart, hunk.newStart, hunk.lines));
  let added = 0;
  let removed = 0;
  for (const hunk of hunks) {
    for (const line of hunk.lines) {
      if (line.kind === "added") added += 1;
      else if (line.kind === "removed") removed += 1;
    }
  }
  return { hunks, added, removed, gaveUp: patch === undefined };
}

function readHunk(oldStart: number, newStart: number, raw: string[]): DiffHunk {
  let oldNumber = oldStart;
  let newNumber = newStart;
  const lines: DiffLine[] = [];
  for (const entry of raw) {
    const text = entry.slice(1);
    if (entry.startsWith("+")) lines.push({ kind: "added", text, newNumber: newNumber++ });
    else if (entry.startsWith("-")) lines.push({ kind: "removed", text, oldNumber: oldNumber++ });
    else if (entry.startsWith(" ")) {
      lines.push({ kind: "context", text, oldNumber: oldNumber++, newNumber: newNumber++ });
    }
  }
  return { oldStart, newStart, lines };
}

function wholeHunk(oldText: string, newText: string): DiffHunk {
  const lines: DiffLine[] = [];
  for (const [index, text] of splitLines(oldText).entries())
    lines.push({ kind: "removed", text, oldNumber: index + 1 });
  for (const [index, text] of splitLines(newText).entries()) lines.push({ kind: "added", text, newNumber: index + 1 });
  return { oldStart: 1, newStart: 1, lines };
}

function splitLines(text: string): string[] {
  if (text === "") return [];
  return (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
}
