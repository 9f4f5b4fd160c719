import { FileTree, type TreeChange } from "@/lib/core/sandbox/file-tree";
import type { SnapshotEntry } from "@/lib/core/sandbox/sandbox";
import { TreeOperations } from "@/lib/core/sandbox/tree-operations";
import type { ShellMessage } from "./shell-protocol";

type ReceivedChanges = Extract<ShellMessage, { type: "changes" }>["changes"];

/**
 * The page's copy of the worker's files. Changes arrive before the acknowledgement of what made them, so it holds everything
 * that was acknowledged: it answers reads at once, even while a command computes, and a killed worker starts again from it.
 */
export class Mirror {
  readonly files: TreeOperations;

  constructor(readonly cwd: string) {
    const tree = new FileTree({ bytes: Number.POSITIVE_INFINITY, entries: Number.POSITIVE_INFINITY });
    tree.makeDirectory(cwd, true);
    this.files = new TreeOperations(tree, cwd);
  }

  apply(changes: ReceivedChanges): TreeChange[] {
    const applied: TreeChange[] = changes.map((change) => ({ ...change, entry: change.entry }));
    for (const { path, entry } of applied) if (entry === undefined) this.files.tree.put(path, undefined);
    for (const { path, entry } of applied) if (entry !== undefined) this.files.tree.put(path, entry);
    this.files.tree.takeChanges();
    return applied;
  }

  entries(): Map<string, SnapshotEntry> {
    return this.files.tree.copyEntries("/", { allDirectories: true });
  }
}
