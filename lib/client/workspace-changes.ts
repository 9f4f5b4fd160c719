import type { FileChange, Sandbox, SandboxSnapshot } from "@/lib/core/sandbox/sandbox";

/** Above this many paths one snapshot is cheaper than reading them one by one. */
const MANY_PATHS = 60;

/** What differs between two states of a workspace, by absolute path, sorted. Directories are not listed. */
export function diffSnapshots(before: SandboxSnapshot, after: SandboxSnapshot): FileChange[] {
  const changes: FileChange[] = [];
  for (const [path, entry] of after.entries) {
    if (entry.type === "directory") continue;
    const old = before.entries.get(path);
    if (old === undefined || old.type === "directory") changes.push({ path, kind: "created" });
    else if (!sameEntry(old, entry)) changes.push({ path, kind: "changed" });
  }
  for (const [path, entry] of before.entries) {
    if (entry.type === "directory") continue;
    const now = after.entries.get(path);
    if (now === undefined || now.type === "directory") changes.push({ path, kind: "removed" });
  }
  return sorted(changes);
}

/**
 * Brings a list of changes up to date after the watcher named some paths. Reads only those files; falls back to a whole
 * snapshot when a directory moved or many files did.
 */
export async function updateChanges(
  sandbox: Sandbox,
  baseline: SandboxSnapshot,
  current: readonly FileChange[],
  touched: ReadonlySet<string>,
): Promise<FileChange[]> {
  if (touched.size > MANY_PATHS) return diffSnapshots(baseline, await sandbox.snapshot());
  const byPath = new Map(current.map((change) => [change.path, change]));
  for (const path of touched) {
    const known = baseline.entries.get(path);
    const now = await readFile(sandbox, path);
    if (now === "directory" || known?.type === "directory" || known?.type === "symlink") {
      return diffSnapshots(baseline, await sandbox.snapshot());
    }
    if (now === undefined && known === undefined && hasEntryBelow(baseline, path)) {
      return diffSnapshots(baseline, await sandbox.snapshot());
    }
    byPath.delete(path);
    if (now === undefined) {
      if (known !== undefined) byPath.set(path, { path, kind: "removed" });
      for (const below of [...byPath.keys()]) if (below.startsWith(`${path}/`)) byPath.delete(below);
    } else if (known === undefined) byPath.set(path, { path, kind: "created" });
    else if (!sameBytes(known.data, now)) byPath.set(path, { path, kind: "changed" });
  }
  return sorted([...byPath.values()]);
}

async function readFile(sandbox: Sandbox, path: string): Promise<Uint8Array | "directory" | undefined> {
  try {
    if ((await sandbox.stat(path)).type === "directory") return "directory";
    return await sandbox.read(path);
  } catch {
    // Gone again, or unreadable: for a list of changes that is the same as not there.
    return undefined;
  }
}

function hasEntryBelow(snapshot: SandboxSnapshot, path: string): boolean {
  for (const known of snapshot.entries.keys()) if (known.startsWith(`${path}/`)) return true;
  return false;
}

type Entry = SandboxSnapshot["entries"] extends ReadonlyMap<string, infer E> ? E : never;

function sameEntry(left: Entry, right: Entry): boolean {
  if (left.type === "file" && right.type === "file") return sameBytes(left.data, right.data);
  if (left.type === "symlink" && right.type === "symlink") return left.target === right.target;
  return left.type === right.type;
}

function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  if (left === right) return true;
  if (left.byteLength !== right.byteLength) return false;
  for (let index = 0; index < left.byteLength; index++) if (left[index] !== right[index]) return false;
  return true;
}

function sorted(changes: FileChange[]): FileChange[] {
  return changes.sort((left, right) => (left.path < right.path ? -1 : left.path > right.path ? 1 : 0));
}
