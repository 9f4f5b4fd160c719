import type { FileChange, SandboxSnapshot, SnapshotEntry } from "./sandbox";

/** The files and links that differ, sorted by path. Directories alone are no difference. */
export function diffSnapshots(before: SandboxSnapshot, after: SandboxSnapshot): FileChange[] {
  const changes: FileChange[] = [];
  for (const [path, entry] of after.entries) {
    if (entry.type === "directory") continue;
    const old = before.entries.get(path);
    if (old === undefined || old.type === "directory") changes.push({ path, kind: "created" });
    else if (!sameContent(old, entry)) changes.push({ path, kind: "changed" });
  }
  for (const [path, entry] of before.entries) {
    const now = after.entries.get(path);
    if (entry.type !== "directory" && (now === undefined || now.type === "directory")) {
      changes.push({ path, kind: "removed" });
    }
  }
  return changes.sort((left, right) => (left.path < right.path ? -1 : left.path > right.path ? 1 : 0));
}

/** Whether two entries hold the same: times do not matter, and shared bytes are not compared again. */
export function sameContent(left: SnapshotEntry, right: SnapshotEntry): boolean {
  if (left.type === "symlink") return right.type === "symlink" && left.target === right.target;
  if (left.type === "directory") return right.type === "directory";
  return right.type === "file" && left.mode === right.mode && sameBytes(left.data, right.data);
}

function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  if (left === right) return true;
  if (left.byteLength !== right.byteLength) return false;
  for (let index = 0; index < left.byteLength; index += 1) if (left[index] !== right[index]) return false;
  return true;
}
