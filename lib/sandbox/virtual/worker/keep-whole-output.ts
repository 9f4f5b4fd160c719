import type { FileTree } from "@/lib/core/sandbox/file-tree";
import { joinPath } from "@/lib/core/sandbox/resolve-path";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";

/** Beside the workspace, where whole results lie too (docs/decisions/0010). */
const DIRECTORY = "/results";
const PREFIX = "output-";
const MOST_KEPT = 40;
const MOST_BYTES = 128 * 1024 * 1024;

/**
 * Writes the whole output of a command and gives its place; the oldest ones make room. `undefined` when there is no room for
 * it.
 */
export function keepWholeOutput(tree: FileTree, name: string, text: string): string | undefined {
  const bytes = new TextEncoder().encode(text);
  try {
    return tree.mounts.asHost(() => {
      tree.makeDirectory(DIRECTORY, true);
      makeRoom(tree, bytes.byteLength);
      const path = joinPath(DIRECTORY, `${PREFIX}${name}.txt`);
      tree.write(path, bytes);
      return path;
    });
  } catch (error) {
    if (SandboxError.isInstance(error)) return undefined;
    throw error;
  }
}

function makeRoom(tree: FileTree, bytes: number): void {
  const kept = tree
    .list(DIRECTORY)
    .filter(({ name, type }) => type === "file" && name.startsWith(PREFIX))
    .map(({ name, size }) => ({ path: joinPath(DIRECTORY, name), size }))
    .map((file) => ({ ...file, modifiedAt: tree.stat(file.path).modifiedAt }))
    .sort((one, other) => one.modifiedAt - other.modifiedAt);
  let total = kept.reduce((sum, { size }) => sum + size, bytes);
  let count = kept.length + 1;
  for (const { path, size } of kept) {
    if (count <= MOST_KEPT && total <= MOST_BYTES) return;
    tree.remove(path, false);
    total -= size;
    count -= 1;
  }
}
