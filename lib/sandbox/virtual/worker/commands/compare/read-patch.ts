/** One hunk: the lines it finds and the lines it leaves, each with its end as it stands in the patch. */
export interface PatchHunk {
  /** 1-based; where the hunk says that its old lines begin. */
  oldStart: number;
  oldLines: PatchLine[];
  newLines: PatchLine[];
  /** Unchanged lines at its two ends, which fuzz may leave out. */
  lead: number;
  trail: number;
  /** As it stands in the patch. */
  text: string;
}

export interface PatchLine {
  text: string;
  ended: boolean;
}

export interface FilePatch {
  /** Undefined for a patch without file names. */
  oldName: string | undefined;
  newName: string | undefined;
  /** Whether the headings date a side at the epoch, which stands for a missing file. */
  oldMissing: boolean;
  newMissing: boolean;
  hunks: PatchHunk[];
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
const NORMAL = /^(\d+)(?:,(\d+))?([acd])(\d+)(?:,(\d+))?$/;
const NO_END = /^\\ /;

/** The file patches in a text of unified or normal diffs; what stands between them is passed over. Throws `Error` with what is malformed. */
export function readPatch(text: string): FilePatch[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const patches: FilePatch[] = [];
  let at = 0;
  const malformed = (line: number): Error => new Error(`malformed patch at line ${line + 1}: ${lines[line] ?? ""}`);
  while (at < lines.length) {
    const line = lines[at] as string;
    const next = lines[at + 1] ?? "";
    if (line.startsWith("--- ") && next.startsWith("+++ ")) {
      patches.push({ ...namesOf(line, next), hunks: [] });
      at += 2;
    } else if (HUNK.test(line)) {
      const read = readUnified(lines, at, malformed);
      target(patches).hunks.push(read.hunk);
      at = read.next;
    } else if (NORMAL.test(line) && /^[<>] /.test(next)) {
      const read = readNormal(lines, at, malformed);
      target(patches).hunks.push(read.hunk);
      at = read.next;
    } else at += 1;
  }
  return patches.filter(({ hunks }) => hunks.length > 0);
}

function target(patches: FilePatch[]): FilePatch {
  const last = patches.at(-1);
  if (last !== undefined) return last;
  const nameless = { oldName: undefined, newName: undefined, oldMissing: false, newMissing: false, hunks: [] };
  patches.push(nameless);
  return nameless;
}

function namesOf(oldLine: string, newLine: string) {
  const [oldName = "", oldTime = ""] = oldLine.slice(4).split("\t");
  const [newName = "", newTime = ""] = newLine.slice(4).split("\t");
  const missing = (name: string, time: string): boolean => name === "/dev/null" || /^19(69-12-31|70-01-01)/.test(time);
  return {
    oldName: oldName.trimEnd(),
    newName: newName.trimEnd(),
    oldMissing: missing(oldName.trimEnd(), oldTime),
    newMissing: missing(newName.trimEnd(), newTime),
  };
}

function readUnified(lines: readonly string[], start: number, malformed: (line: number) => Error) {
  const [, oldStart = "0", oldCount = "1", , newCount = "1"] = HUNK.exec(lines[start] as string) ?? [];
  const hunk: PatchHunk = { oldStart: Number(oldStart), oldLines: [], newLines: [], lead: 0, trail: 0, text: "" };
  // A hunk that finds nothing says the line after which it stands.
  if (oldCount === "0") hunk.oldStart += 1;
  let at = start + 1;
  let before = true;
  let last: PatchLine[] = [];
  while (hunk.oldLines.length < Number(oldCount) || hunk.newLines.length < Number(newCount)) {
    const line = lines[at];
    if (line === undefined) throw new Error("unexpected end of file in patch");
    const mark = line === "" ? " " : line[0];
    const entry: PatchLine = { text: line.slice(1), ended: true };
    if (mark === " ") {
      hunk.oldLines.push(entry);
      hunk.newLines.push(entry);
      last = [entry];
      if (before) hunk.lead += 1;
      hunk.trail += 1;
    } else if (mark === "-" || mark === "+") {
      (mark === "-" ? hunk.oldLines : hunk.newLines).push(entry);
      last = [entry];
      before = false;
      hunk.trail = 0;
    } else if (NO_END.test(line)) for (const open of last) open.ended = false;
    else throw malformed(at);
    at += 1;
  }
  if (NO_END.test(lines[at] ?? "")) {
    for (const open of last) open.ended = false;
    at += 1;
  }
  hunk.text = lines
    .slice(start, at)
    .map((line) => `${line}\n`)
    .join("");
  return { hunk, next: at };
}

function readNormal(lines: readonly string[], start: number, malformed: (line: number) => Error) {
  const [, from = "0", to, kind = "c"] = NORMAL.exec(lines[start] as string) ?? [];
  const hunk: PatchHunk = { oldStart: Number(from), oldLines: [], newLines: [], lead: 0, trail: 0, text: "" };
  if (kind === "a") hunk.oldStart += 1;
  let at = start + 1;
  const take = (mark: string, into: PatchLine[]): void => {
    for (; lines[at]?.startsWith(mark); at += 1) {
      into.push({ text: (lines[at] as string).slice(2), ended: true });
      if (!NO_END.test(lines[at + 1] ?? "")) continue;
      (into.at(-1) as PatchLine).ended = false;
      at += 1;
    }
  };
  take("< ", hunk.oldLines);
  if (kind === "c") {
    if (lines[at] !== "---") throw malformed(at);
    at += 1;
  }
  take("> ", hunk.newLines);
  const count = kind === "a" ? 0 : Number(to ?? from) - Number(from) + 1;
  if (hunk.oldLines.length !== count) throw malformed(start);
  hunk.text = lines
    .slice(start, at)
    .map((line) => `${line}\n`)
    .join("");
  return { hunk, next: at };
}

/** The patch that undoes this one. */
export function reversed(patch: FilePatch): FilePatch {
  let moved = 0;
  return {
    oldName: patch.newName,
    newName: patch.oldName,
    oldMissing: patch.newMissing,
    newMissing: patch.oldMissing,
    hunks: patch.hunks.map((hunk) => {
      const oldStart = hunk.oldStart + moved;
      moved += hunk.newLines.length - hunk.oldLines.length;
      return { ...hunk, oldStart, oldLines: hunk.newLines, newLines: hunk.oldLines };
    }),
  };
}
