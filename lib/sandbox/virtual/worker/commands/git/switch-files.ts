import { fileChanges } from "./file-changes";
import { GitFailure } from "./git-failure";
import type { GitFiles } from "./git-file";
import type { Repository } from "./repository";

/**
 * Takes index and work tree from one set of files to another. What was changed by hand stays when both sets agree on it, and
 * is never overwritten otherwise, unless `force`.
 */
export async function switchFiles(
  repository: Repository,
  from: GitFiles,
  to: GitFiles,
  { force, action }: { force: boolean; action: "checkout" | "merge" },
): Promise<void> {
  const index = await repository.index();
  const changed = fileChanges(from, to, { renames: false });
  if (!force) {
    const edited: string[] = [];
    const untracked: string[] = [];
    for (const { path, before, after } of changed) {
      const staged = index.get(path);
      const work = await repository.workFile(path);
      if (staged === undefined && before === undefined) {
        if (work !== undefined && work.oid !== after?.oid) untracked.push(path);
      } else if (
        staged?.oid !== before?.oid
          ? staged?.oid !== after?.oid
          : work !== undefined && work.oid !== before?.oid && work.oid !== after?.oid
      ) {
        edited.push(path);
      }
    }
    const closing = action === "checkout" ? "switch branches" : "merge";
    const list = (paths: string[]) => paths.map((path) => `\t${path}\n`).join("");
    if (edited.length > 0) {
      throw new GitFailure(
        `error: Your local changes to the following files would be overwritten by ${action}:\n${list(edited)}Please commit your changes or stash them before you ${closing}.\nAborting`,
        1,
      );
    }
    if (untracked.length > 0) {
      throw new GitFailure(
        `error: The following untracked working tree files would be overwritten by ${action}:\n${list(untracked)}Please move or remove them before you ${closing}.\nAborting`,
        1,
      );
    }
  }
  const paths = force ? new Set([...index.keys(), ...to.keys()]) : new Set(changed.map(({ path }) => path));
  const order = [...paths].sort((left, right) => Number(to.has(left)) - Number(to.has(right)));
  for (const path of order) {
    repository.context.signal?.throwIfAborted();
    const file = to.get(path);
    if (force && file !== undefined) {
      const work = await repository.workFile(path);
      if (work?.oid !== file.oid || work.mode !== file.mode) await repository.putInWorkTree(path, file);
      const staged = index.get(path);
      if (staged?.oid !== file.oid || staged.mode !== file.mode) await repository.stageFile(path, file);
      continue;
    }
    await repository.putInWorkTree(path, file);
    await repository.stageFile(path, file);
  }
}
