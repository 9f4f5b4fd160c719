import { diffSnapshots, sameContent } from "@/lib/core/sandbox/diff-snapshots";
import type { FileChange, Sandbox, SandboxSnapshot } from "@/lib/core/sandbox/sandbox";
import { foldChanges, toolFolderOf } from "@/lib/core/sandbox/tool-folders";

/** Above this many paths one snapshot is cheaper than reading them one by one. */
const MANY_PATHS = 60;

/** What differs, without what is in the own folders of tools. */
export function listedChanges(before: SandboxSnapshot, after: SandboxSnapshot): FileChange[] {
  return foldChanges(diffSnapshots(before, after)).listed;
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
  const paths = [...touched].filter((path) => toolFolderOf(path) === undefined);
  if (paths.length > MANY_PATHS) return listedChanges(baseline, await sandbox.snapshot());
  const byPath = new Map(current.map((change) => [change.path, change]));
  for (const path of paths) {
    const known = baseline.entries.get(path);
    const now = await readFile(sandbox, path);
    if (now === "directory" || known?.type === "directory" || known?.type === "symlink") {
      return listedChanges(baseline, await sandbox.snapshot());
    }
    if (now === undefined && known === undefined && hasEntryBelow(baseline, path)) {
      return listedChanges(baseline, await sandbox.snapshot());
    }
    byPath.delete(path);
    if (now === undefined) {
      if (known !== undefined) byPath.set(path, { path, kind: "removed" });
      for (const below of [...byPath.keys()]) if (below.startsWith(`${path}/`)) byPath.delete(below);
    } else if (known === undefined) byPath.set(path, { path, kind: "created" });
    else if (!sameContent(known, { ...known, data: now })) byPath.set(path, { path, kind: "changed" });
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

function sorted(changes: FileChange[]): FileChange[] {
  return changes.sort((left, right) => (left.path < right.path ? -1 : left.path > right.path ? 1 : 0));
}
