import type { RevertedFile } from "@/lib/core/agent/files-revert";
import { fail, ok, type Problem, type Result } from "@/lib/core/errors/result";
import { diffSnapshots } from "@/lib/core/sandbox/diff-snapshots";
import type { Sandbox, SandboxSnapshot, SnapshotEntry } from "@/lib/core/sandbox/sandbox";
import { toolFolderOf } from "@/lib/core/sandbox/tool-folders";
import { hunkLines, hunksOf } from "./workspace-hunks";

/**
 * Makes one path what `entry` says, and tells what that took away; nothing when there was nothing to do. Refused with
 * `changed-meanwhile` when the file no longer holds `seen`.
 */
export async function putBack(
  sandbox: Sandbox,
  path: string,
  entry: SnapshotEntry | undefined,
  seen?: Uint8Array,
): Promise<Result<RevertedFile | undefined>> {
  const current = (await sandbox.snapshot()).entries.get(path);
  if (seen !== undefined && !(current?.type === "file" && sameBytes(current.data, seen))) return changedMeanwhile(path);
  const [change] = diffSnapshots(onePath(path, entry), onePath(path, current));
  if (change === undefined) return ok(undefined);
  if (entry === undefined || entry.type === "directory") await sandbox.remove(path, { recursive: true });
  else if (entry.type === "file" && (current === undefined || isPlain(entry, current))) {
    await sandbox.write(path, entry.data);
  } else {
    // A link, another mode, or another kind of thing in its place: only a whole state can say that.
    const { entries } = await sandbox.snapshot();
    await sandbox.restore({ entries: new Map(entries).set(path, entry) });
  }
  const before = textOf(entry);
  const after = textOf(current);
  const name = relative(sandbox, path);
  if (before === undefined || after === undefined) return ok({ path: name, change: change.kind, part: "whole" });
  const { hunks, added, removed } = hunksOf(before, after);
  return ok({ path: name, change: change.kind, part: "whole", lines: hunks.map(hunkLines).join("\n"), added, removed });
}

/** Makes everything in tools' own folders what it was, at once: half of a repository is none. */
export async function putToolFoldersBack(sandbox: Sandbox, against: SandboxSnapshot): Promise<void> {
  const { entries } = await sandbox.snapshot();
  const outside = [...entries].filter(([path]) => toolFolderOf(path) === undefined);
  const inside = [...against.entries].filter(([path]) => toolFolderOf(path) !== undefined);
  await sandbox.restore({ entries: new Map([...outside, ...inside]) });
}

export function relative(sandbox: Pick<Sandbox, "cwd">, path: string): string {
  return path.startsWith(`${sandbox.cwd}/`) ? path.slice(sandbox.cwd.length + 1) : path;
}

/** The text of a file, the empty text where there is none; undefined for what is not UTF-8. */
export function textOf(entry: SnapshotEntry | undefined): string | undefined {
  if (entry === undefined) return "";
  if (entry.type !== "file") return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(entry.data);
  } catch {
    return undefined;
  }
}

export function changedMeanwhile(path: string): { ok: false; problem: Problem } {
  return fail("changed-meanwhile", `${path} changed while you were looking at it, so nothing was done.`, {
    fix: "Look at the new difference and decide again.",
  });
}

function onePath(path: string, entry: SnapshotEntry | undefined): SandboxSnapshot {
  return { entries: entry === undefined ? new Map() : new Map([[path, entry]]) };
}

function isPlain(entry: SnapshotEntry, current: SnapshotEntry): boolean {
  return entry.type === "file" && current.type === "file" && entry.mode === current.mode;
}

function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  if (left.byteLength !== right.byteLength) return false;
  for (let index = 0; index < left.byteLength; index += 1) if (left[index] !== right[index]) return false;
  return true;
}
