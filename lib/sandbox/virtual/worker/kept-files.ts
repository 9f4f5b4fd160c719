import type { FileTree } from "@/lib/core/sandbox/file-tree";
import type { KeptFiles } from "@/lib/core/sandbox/keep-whole-text";

/** The worker's own tree as the keeper of whole texts needs it: written with the host's right, also below read-only mounts. */
export function keptFiles(tree: FileTree): KeptFiles {
  const asHost = async <T>(work: () => T): Promise<T> => tree.mounts.asHost(work);
  return {
    list: (path) => asHost(() => tree.list(path)),
    stat: (path) => asHost(() => tree.stat(path)),
    write: (path, data) =>
      asHost(() =>
        tree.write(path, typeof data === "string" ? new TextEncoder().encode(data) : data, { parents: true }),
      ),
    remove: (path) => asHost(() => tree.remove(path, false)),
  };
}
