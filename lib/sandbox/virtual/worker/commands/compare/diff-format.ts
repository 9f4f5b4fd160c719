import type { LineChange } from "./line-changes";

export interface Side {
  lines: readonly string[];
  /** Whether the last line is ended. */
  ended: boolean;
}

const NO_END = "\\ No newline at end of file\n";

/** `2c2`, `< old`, `---`, `> new` */
export function normalFormat(before: Side, after: Side, changes: readonly LineChange[]): string {
  return changes
    .map((change) => {
      const { oldStart, oldEnd, newStart, newEnd } = change;
      const kind = oldStart === oldEnd ? "a" : newStart === newEnd ? "d" : "c";
      const head = `${place(oldStart, oldEnd)}${kind}${place(newStart, newEnd)}\n`;
      const middle = kind === "c" ? "---\n" : "";
      return head + marked(before, oldStart, oldEnd, "< ") + middle + marked(after, newStart, newEnd, "> ");
    })
    .join("");
}

/** `3,5`, `4`, or the line before for a place that holds nothing. */
function place(start: number, end: number): string {
  if (end - start <= 1) return String(end);
  return `${start + 1},${end}`;
}

/** The hunks of a unified diff, without the two lines that name the files. */
export function unifiedHunks(before: Side, after: Side, changes: readonly LineChange[], context: number): string {
  const groups: LineChange[][] = [];
  for (const change of changes) {
    const last = groups.at(-1)?.at(-1);
    if (last !== undefined && change.oldStart - last.oldEnd <= 2 * context) groups.at(-1)?.push(change);
    else groups.push([change]);
  }
  return groups
    .map((group) => {
      const first = group[0] as LineChange;
      const last = group.at(-1) as LineChange;
      const lead = Math.min(context, first.oldStart);
      const trail = Math.min(context, before.lines.length - last.oldEnd);
      const oldFrom = first.oldStart - lead;
      const newFrom = first.newStart - lead;
      const oldTo = last.oldEnd + trail;
      const newTo = last.newEnd + trail;
      let text = `@@ -${range(oldFrom, oldTo)} +${range(newFrom, newTo)} @@\n`;
      let at = oldFrom;
      for (const change of group) {
        text += marked(before, at, change.oldStart, " ");
        text += marked(before, change.oldStart, change.oldEnd, "-");
        text += marked(after, change.newStart, change.newEnd, "+");
        at = change.oldEnd;
      }
      return text + marked(before, at, oldTo, " ");
    })
    .join("");
}

function range(from: number, to: number): string {
  const count = to - from;
  if (count === 1) return String(from + 1);
  return `${count === 0 ? from : from + 1},${count}`;
}

function marked({ lines, ended }: Side, from: number, to: number, mark: string): string {
  let text = "";
  for (let index = from; index < to; index += 1) {
    text += `${mark}${lines[index]}\n`;
    if (index === lines.length - 1 && !ended) text += NO_END;
  }
  return text;
}
