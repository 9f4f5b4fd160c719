import { byBytes } from "./by-bytes";
import type { GitFile, GitFiles } from "./git-file";

export interface FileChange {
  path: string;
  status: "A" | "D" | "M" | "T" | "R";
  before: GitFile | undefined;
  after: GitFile | undefined;
  /** The path before an exact rename. */
  from?: string;
}

/** What makes one set of files into the other, by path. A file that went and came with the same bytes was renamed. */
export function fileChanges(before: GitFiles, after: GitFiles, options: { renames?: boolean } = {}): FileChange[] {
  const changes: FileChange[] = [];
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(path), after.get(path)];
    if (old?.oid === now?.oid && old?.mode === now?.mode) continue;
    const status = old === undefined ? "A" : now === undefined ? "D" : kind(old) !== kind(now) ? "T" : "M";
    changes.push({ path, status, before: old, after: now });
  }
  const found = options.renames === false ? changes : withRenames(changes);
  return found.sort((left, right) => byBytes(left.path, right.path));
}

function kind({ mode }: GitFile): string {
  return mode.slice(0, 3);
}

function withRenames(changes: readonly FileChange[]): FileChange[] {
  const removed = new Map<string, FileChange[]>();
  for (const change of changes) {
    if (change.status !== "D" || change.before === undefined) continue;
    removed.set(change.before.oid, [...(removed.get(change.before.oid) ?? []), change]);
  }
  const used = new Set<FileChange>();
  const kept = changes.map((change): FileChange => {
    const candidates = change.status === "A" ? removed.get(change.after?.oid ?? "") : undefined;
    const name = change.path.slice(change.path.lastIndexOf("/") + 1);
    const source = candidates?.find(({ path }) => path.endsWith(name)) ?? candidates?.[0];
    if (candidates === undefined || source === undefined) return change;
    candidates.splice(candidates.indexOf(source), 1);
    used.add(source);
    return { ...change, status: "R", before: source.before, from: source.path };
  });
  return kept.filter((change) => !used.has(change));
}
