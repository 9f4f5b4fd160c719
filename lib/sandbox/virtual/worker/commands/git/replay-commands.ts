import * as git from "isomorphic-git";
import { details } from "./commit";
import { subjectOf } from "./commit-format";
import { fileChanges } from "./file-changes";
import { type GitArguments, readArguments } from "./git-arguments";
import type { GitCommand, GitOutput } from "./git-command";
import { fatal, GitFailure, unsupported } from "./git-failure";
import { renderDiff, summary } from "./render-diff";
import { type Commit, type Repository, SHORT_OID, type Signature } from "./repository";
import { hasLocalChanges } from "./stage-commands";
import { switchFiles } from "./switch-files";

/** A change to be made again on HEAD: what leads from one tree to another. */
interface Replay {
  from: Commit;
  to: Commit;
  message: string;
  author: Signature;
  /** How the command calls what it does, and the commit. */
  verb: "apply" | "revert";
  commit: Commit;
}

/** `git cherry-pick [-n] [-x] COMMIT…` */
export const cherryPick: GitCommand = async ({ repository, given }) => {
  const read = readArguments("cherry-pick", given, {
    flags: "-n|--no-commit -x --abort --continue --skip --quit -e|--edit --ff --allow-empty",
    valued: "-m|--mainline -X -s",
  });
  return replayAll("cherry-pick", repository, read, async (commit, parent) => ({
    from: parent,
    to: commit,
    message: read.has("-x")
      ? `${commit.message.trimEnd()}\n\n(cherry picked from commit ${commit.oid})\n`
      : commit.message,
    author: commit.author,
    verb: "apply",
    commit,
  }));
};

/** `git revert [-n] [--no-edit] COMMIT…` */
export const revert: GitCommand = async ({ repository, given }) => {
  const read = readArguments("revert", given, {
    flags: "-n|--no-commit --no-edit --abort --continue --skip --quit -e|--edit",
    valued: "-m|--mainline -X -s",
  });
  const author = await repository.signature("AUTHOR");
  return replayAll("revert", repository, read, async (commit, parent) => ({
    from: commit,
    to: parent,
    message: `Revert "${subjectOf(commit.message)}"\n\nThis reverts commit ${commit.oid}.\n`,
    author,
    verb: "revert",
    commit,
  }));
};

async function replayAll(
  command: string,
  repository: Repository,
  read: GitArguments,
  replayOf: (commit: Commit, parent: Commit) => Promise<Replay>,
): Promise<GitOutput> {
  for (const option of ["--abort", "--continue", "--skip", "--quit", "-e", "--ff", "--allow-empty", "-m", "-X", "-s"]) {
    if (read.has(option)) throw unsupported(command, option);
  }
  if (read.operands.length === 0) throw new GitFailure(`usage: git ${command} [-n] <commit>...`, 129);
  if (read.operands.some((text) => text.includes(".."))) throw unsupported(command, "with a range");
  if (await hasLocalChanges(repository)) {
    throw new GitFailure(
      `error: your local changes would be overwritten by ${command}.\nhint: commit your changes or stash them to proceed.\nfatal: ${command} failed`,
    );
  }
  let stdout = "";
  for (const text of read.operands) {
    const commit = await repository.commit(await repository.resolve(text));
    const [parent, second] = commit.parents;
    if (second !== undefined) {
      throw new GitFailure(
        `error: commit ${commit.oid} is a merge but no -m option was given.\nfatal: ${command} failed`,
      );
    }
    if (parent === undefined) throw fatal(`${command} of the first commit is not supported in the embedded shell`);
    stdout += await replay(repository, await replayOf(commit, await repository.commit(parent)), read.has("-n"));
  }
  return { stdout };
}

/** What it prints. A conflict leaves everything as it was. */
async function replay(repository: Repository, change: Replay, noCommit: boolean): Promise<string> {
  const head = await repository.resolve("HEAD");
  const before = await repository.filesOf(head);
  const tree = await mergedTree(repository, change, (await repository.commit(head)).tree);
  const after = await repository.filesOf(tree);
  const changes = fileChanges(before, after);
  if (noCommit) {
    await switchFiles(repository, before, after, { force: false, action: "merge" });
    return "";
  }
  if (changes.length === 0) {
    throw new GitFailure(
      `The previous ${change.verb === "apply" ? "cherry-pick" : "revert"} is now empty; nothing was committed.`,
      1,
    );
  }
  const committer = await repository.signature("COMMITTER");
  const oid = await git.writeCommit({
    ...repository.common,
    commit: { tree, parent: [head], author: change.author, committer, message: change.message },
  });
  await switchFiles(repository, before, after, { force: false, action: "merge" });
  await repository.moveHead(oid);
  const branch = (await repository.branch()) ?? "detached HEAD";
  const options = { context: 3, ignoreSpace: false, workTree: false, zero: false };
  const counts = await renderDiff(repository, changes, { ...options, formats: ["shortstat"] });
  const dated = await details(repository, oid, true);
  return `[${branch} ${oid.slice(0, SHORT_OID)}] ${subjectOf(change.message)}\n${dated}${counts}${summary(changes)}`;
}

/** The tree of HEAD with the change made in it, found by a merge of two commits that nothing refers to afterwards. */
async function mergedTree(repository: Repository, { from, to, verb, commit }: Replay, tree: string): Promise<string> {
  const signature = await repository.signature("COMMITTER");
  const stand = (of: string) =>
    git.writeCommit({
      ...repository.common,
      commit: { tree: of, parent: [from.oid], author: signature, committer: signature, message: "stand-in\n" },
    });
  const [ours, theirs] = [await stand(tree), await stand(to.tree)];
  const before = await repository.filesOf(await repository.headOid());
  try {
    const { oid } = await git.merge({
      ...repository.common,
      ours,
      theirs,
      fastForward: false,
      message: "stand-in\n",
      author: signature,
      committer: signature,
      noUpdateBranch: true,
    } as Parameters<typeof git.merge>[0]);
    if (oid === undefined) throw fatal("the merge made no commit");
    return (await repository.commit(oid)).tree;
  } catch (error) {
    if (!(error instanceof git.Errors.MergeConflictError)) throw error;
    await switchFiles(repository, before, before, { force: true, action: "merge" });
    const conflicts = error.data.filepaths.map((path: string) => `CONFLICT (content): Merge conflict in ${path}\n`);
    throw new GitFailure(
      `error: could not ${verb} ${commit.oid.slice(0, SHORT_OID)}... ${subjectOf(commit.message)}\nThe embedded shell keeps no half-done ${verb === "apply" ? "cherry-picks" : "reverts"}, so nothing was changed.`,
      1,
      conflicts.join(""),
    );
  }
}
