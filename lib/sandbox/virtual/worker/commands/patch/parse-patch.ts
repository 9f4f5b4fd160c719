import { ToolFailure } from "../tool/tool-failure";
import type { FilePatch, PatchHunk } from "./patch-hunk";

const UNIFIED = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
const NORMAL = /^(\d+)(?:,(\d+))?([acd])(\d+)(?:,(\d+))?$/;
const CONTEXT_OLD = /^\*\*\* (\d+)(?:,(\d+))? \*\*\*\*$/;
const CONTEXT_NEW = /^--- (\d+)(?:,(\d+))? ----$/;
const NO_NEWLINE = /^\\ /;
const EPOCH =
  /\t(?:1970-01-01 00:00:00|1969-12-31|1970-01-01 \d\d:\d\d:\d\d(?:\.0+)? [+-]\d{4}|Thu Jan {1,2}1 00:00:00 1970)/;

/** The changes that a text describes, in unified, context or normal form. */
export function parsePatch(text: string): FilePatch[] {
  return new PatchParser(text.replace(/\r\n/g, "\n").split("\n")).parse();
}

class PatchParser {
  private at = 0;
  private readonly patches: FilePatch[] = [];

  constructor(private readonly lines: readonly string[]) {
    if (lines.at(-1) === "") this.lines = lines.slice(0, -1);
  }

  parse(): FilePatch[] {
    let index: string | undefined;
    let rename: { from?: string; to?: string } = {};
    let mode: "new" | "deleted" | undefined;
    let names: string[] = [];
    while (this.at < this.lines.length) {
      const line = this.lines[this.at] as string;
      const next = this.lines[this.at + 1] ?? "";
      if (line.startsWith("Index: ")) index = line.slice(7).trim();
      else if (line.startsWith("diff --git ")) {
        this.finishRename(rename, names, mode);
        rename = {};
        mode = undefined;
        names = /^diff --git "?(.+?)"? "?(b\/.+?)"?$/.exec(line)?.slice(1) ?? [];
      } else if (line.startsWith("rename from ")) rename.from = line.slice(12);
      else if (line.startsWith("rename to ")) rename.to = line.slice(10);
      else if (line.startsWith("new file mode")) mode = "new";
      else if (line.startsWith("deleted file mode")) mode = "deleted";
      else if (/^(?:GIT binary patch|Binary files .* differ$)/.test(line) && names.length > 0) {
        throw new ToolFailure("binary patches are not supported", 2);
      } else if (line.startsWith("--- ") && next.startsWith("+++ ")) {
        this.unified(index, rename, mode);
        index = undefined;
        rename = {};
        mode = undefined;
        continue;
      } else if (
        line.startsWith("*** ") &&
        next.startsWith("--- ") &&
        this.lines[this.at + 2]?.startsWith("***************")
      ) {
        this.context(index);
        index = undefined;
        continue;
      } else if (NORMAL.test(line) && /^[<>] /.test(next.padEnd(2))) {
        this.normal(index);
        index = undefined;
        continue;
      }
      this.at += 1;
    }
    this.finishRename(rename, names, mode);
    return this.patches;
  }

  /** A git change without hunks: a move, or an empty file that comes or goes. */
  private finishRename(
    rename: { from?: string; to?: string },
    names: readonly string[],
    mode: string | undefined,
  ): void {
    const { from, to } = rename;
    if (from !== undefined && to !== undefined) {
      this.patches.push({
        oldName: `a/${from}`,
        newName: `b/${to}`,
        indexName: undefined,
        creates: false,
        removes: false,
        rename: { from, to },
        hunks: [],
        header: "",
      });
    } else if (mode !== undefined && names.length === 2) {
      this.patches.push({
        oldName: mode === "new" ? "/dev/null" : names[0],
        newName: mode === "new" ? names[1] : "/dev/null",
        indexName: undefined,
        creates: mode === "new",
        removes: mode === "deleted",
        rename: undefined,
        hunks: [],
        header: "",
      });
    }
  }

  private unified(index: string | undefined, rename: { from?: string; to?: string }, mode: string | undefined): void {
    const [oldLine, newLine] = [this.lines[this.at] as string, this.lines[this.at + 1] as string];
    this.at += 2;
    const patch: FilePatch = {
      oldName: headerName(oldLine.slice(4)),
      newName: headerName(newLine.slice(4)),
      indexName: index,
      creates: mode === "new" || isNothing(oldLine),
      removes: mode === "deleted" || isNothing(newLine),
      rename: rename.from !== undefined && rename.to !== undefined ? { from: rename.from, to: rename.to } : undefined,
      hunks: [],
      header: `${oldLine}\n${newLine}\n`,
    };
    while (UNIFIED.test(this.lines[this.at] ?? "")) patch.hunks.push(this.unifiedHunk());
    if (patch.hunks.length > 0 || patch.rename !== undefined) this.patches.push(patch);
  }

  private malformed(): never {
    throw new ToolFailure(`**** malformed patch at line ${this.at + 1}: ${this.lines[this.at] ?? ""}`, 2);
  }

  private unifiedHunk(): PatchHunk {
    const found = UNIFIED.exec(this.lines[this.at] as string) as RegExpExecArray;
    this.at += 1;
    const hunk: PatchHunk = {
      oldStart: Number(found[1]),
      newStart: Number(found[3]),
      lines: [],
      oldUnended: false,
      newUnended: false,
    };
    let [oldLeft, newLeft] = [Number(found[2] ?? 1), Number(found[4] ?? 1)];
    while (oldLeft > 0 || newLeft > 0 || NO_NEWLINE.test(this.lines[this.at] ?? "")) {
      const line = this.lines[this.at];
      if (line === undefined) this.malformed();
      if (NO_NEWLINE.test(line as string)) {
        const last = hunk.lines.at(-1)?.mark;
        if (last !== "+") hunk.oldUnended = true;
        if (last !== "-") hunk.newUnended = true;
        this.at += 1;
        continue;
      }
      const mark = line === "" ? " " : (line as string)[0];
      if (mark !== " " && mark !== "-" && mark !== "+" && mark !== "\t") this.malformed();
      if (mark === "\t") hunk.lines.push({ mark: " ", text: line as string });
      else hunk.lines.push({ mark: mark as " ", text: (line as string).slice(1) });
      if (mark !== "+") oldLeft -= 1;
      if (mark !== "-") newLeft -= 1;
      if (oldLeft < 0 || newLeft < 0) this.malformed();
      this.at += 1;
    }
    return hunk;
  }

  private normal(index: string | undefined): void {
    const patch: FilePatch = {
      oldName: undefined,
      newName: undefined,
      indexName: index,
      creates: false,
      removes: false,
      rename: undefined,
      hunks: [],
      header: "",
    };
    for (;;) {
      const found = NORMAL.exec(this.lines[this.at] ?? "");
      if (found === null) break;
      this.at += 1;
      const letter = found[3];
      const hunk: PatchHunk = {
        oldStart: Number(found[1]),
        newStart: Number(found[4]),
        lines: [],
        oldUnended: false,
        newUnended: false,
      };
      const take = (prefix: string, mark: "-" | "+", count: number): void => {
        for (let taken = 0; taken < count; taken += 1) {
          const line = this.lines[this.at];
          if (line === undefined || !line.startsWith(prefix)) this.malformed();
          hunk.lines.push({ mark, text: (line as string).slice(2) });
          this.at += 1;
        }
        if (!NO_NEWLINE.test(this.lines[this.at] ?? "")) return;
        if (mark === "-") hunk.oldUnended = true;
        else hunk.newUnended = true;
        this.at += 1;
      };
      if (letter !== "a") take("<", "-", Number(found[2] ?? found[1]) - Number(found[1]) + 1);
      if (letter === "c") {
        if (this.lines[this.at] !== "---") this.malformed();
        this.at += 1;
      }
      if (letter !== "d") take(">", "+", Number(found[5] ?? found[4]) - Number(found[4]) + 1);
      patch.hunks.push(hunk);
    }
    this.patches.push(patch);
  }

  private context(index: string | undefined): void {
    const [oldLine, newLine] = [this.lines[this.at] as string, this.lines[this.at + 1] as string];
    this.at += 2;
    const patch: FilePatch = {
      oldName: headerName(oldLine.slice(4)),
      newName: headerName(newLine.slice(4)),
      indexName: index,
      creates: isNothing(oldLine),
      removes: isNothing(newLine),
      rename: undefined,
      hunks: [],
      header: `${oldLine}\n${newLine}\n`,
    };
    while (this.lines[this.at]?.startsWith("***************")) {
      this.at += 1;
      patch.hunks.push(this.contextHunk());
    }
    this.patches.push(patch);
  }

  private contextHunk(): PatchHunk {
    const old = CONTEXT_OLD.exec(this.lines[this.at] ?? "") ?? this.malformed();
    this.at += 1;
    const oldSide = this.contextSide(/^[ !-] |^$/);
    const added = CONTEXT_NEW.exec(this.lines[this.at] ?? "") ?? this.malformed();
    this.at += 1;
    const newSide = this.contextSide(/^[ !+] |^$/);
    const common = (side: typeof oldSide): { mark: string; text: string }[] =>
      side.lines.filter(({ mark }) => mark === " ");
    // A side without changes is left out; its context is the other's.
    const oldLines = oldSide.lines.length > 0 ? oldSide.lines : common(newSide);
    const newLines = newSide.lines.length > 0 ? newSide.lines : common(oldSide);
    const lines: PatchHunk["lines"] = [];
    let [left, right] = [0, 0];
    while (left < oldLines.length || right < newLines.length) {
      while (left < oldLines.length && oldLines[left]?.mark !== " ") {
        lines.push({ mark: "-", text: oldLines[left]?.text ?? "" });
        left += 1;
      }
      while (right < newLines.length && newLines[right]?.mark !== " ") {
        lines.push({ mark: "+", text: newLines[right]?.text ?? "" });
        right += 1;
      }
      if (left < oldLines.length) lines.push({ mark: " ", text: oldLines[left]?.text ?? "" });
      left += 1;
      right += 1;
    }
    return {
      oldStart: Number(old[1]),
      newStart: Number(added[1]),
      lines,
      oldUnended: oldSide.unended,
      newUnended: newSide.unended,
    };
  }

  private contextSide(shape: RegExp): { lines: { mark: string; text: string }[]; unended: boolean } {
    const lines: { mark: string; text: string }[] = [];
    let unended = false;
    for (;;) {
      const line = this.lines[this.at];
      if (line !== undefined && NO_NEWLINE.test(line)) unended = true;
      else if (line === undefined || !shape.test(line) || CONTEXT_NEW.test(line)) break;
      else lines.push({ mark: line[0] ?? " ", text: line.slice(2) });
      this.at += 1;
    }
    return { lines, unended };
  }
}

function headerName(text: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(text);
  if (quoted !== null) return (quoted[1] as string).replace(/\\(.)/g, "$1");
  return text.split("\t")[0]?.replace(/ +$/, "") ?? "";
}

function isNothing(line: string): boolean {
  return headerName(line.slice(4)) === "/dev/null" || EPOCH.test(line);
}
