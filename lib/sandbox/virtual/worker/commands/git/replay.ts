import * as git from "isomorphic-git";
import { type FileChange, fileChanges } from "./file-changes";
import { GitFailure } from "./git-failure";
import type { GitFiles } from "./git-file";
import { mergeFiles } from "./merge-files";
import type { Repository, Signature } from "./repository";
import { switchFiles } from "./switch-files";

/** A change to be made again on HEAD: what leads from one set of files to another. */
export interface Replay {
  from: GitFiles;
  to: GitFiles;
  /** How the markers of a conflict call the other side. */
  name: string;
  message: string;
  author: Signature;
}

export type ReplayOutcome =
  | { kind: "committed"; oid: string; changes: FileChange[]; messages: string }
  | { kind: "staged"; messages: string }
  | { kind: "empty" }
  /** Markers stand in the files, and `MERGE_MSG` holds the message. */
  | { kind: "conflict"; messages: string };

/** Makes a change on HEAD and commits it, unless `commit` is false. */
export async function replay(repository: Repository, change: Replay, commit: boolean): Promise<ReplayOutcome> {
  const head = await repository.resolve("HEAD");
  const before = await repository.filesOf(head);
  const names = { ours: "HEAD", theirs: change.name };
  const merged = await mergeFiles(repository, { base: change.from, ours: before, theirs: change.to }, names);
  const changes = fileChanges(before, merged.files);
  if (commit && changes.length === 0 && merged.unmerged.size === 0) return { kind: "empty" };
  await switchFiles(repository, before, merged.files, { force: false, action: "merge" });
  const { messages } = merged;
  if (merged.unmerged.size > 0) {
    await repository.setUnmerged(merged.unmerged);
    const paths = [...merged.unmerged.keys()].map((path) => `#\t${path}\n`).join("");
    await repository.setMergeState({ MERGE_MSG: `${change.message.trimEnd()}\n\n# Conflicts:\n${paths}` });
    return { kind: "conflict", messages };
  }
  if (!commit) return { kind: "staged", messages };
  const oid = await git.commit({
    ...repository.common,
    message: change.message,
    author: change.author,
    committer: await repository.signature("COMMITTER"),
  });
  return { kind: "committed", oid, changes, messages };
}

/** Nothing is replayed over changes that no commit holds. */
export function refusedForChanges(command: string): GitFailure {
  return new GitFailure(
    `error: your local changes would be overwritten by ${command}.\nhint: commit your changes or stash them to proceed.\nfatal: ${command} failed`,
  );
}
