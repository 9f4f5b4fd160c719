import { fileChanges } from "./file-changes";
import type { Repository } from "./repository";

/** Takes what a merge or a replay touched back to a commit and forgets its state; what else was changed by hand stays. */
export async function resetMerge(repository: Repository, commit: string | undefined): Promise<void> {
  const files = await repository.filesOf(commit);
  const index = await repository.index();
  const unmerged = await repository.unmerged();
  const changed = fileChanges(files, index, { renames: false }).map(({ path }) => path);
  for (const path of new Set([...changed, ...unmerged.keys()])) {
    await repository.putInWorkTree(path, files.get(path));
    await repository.stageFile(path, files.get(path));
  }
  await repository.endMerge();
}
