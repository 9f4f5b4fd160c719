import * as git from "isomorphic-git";
import { commit } from "./commit";
import { fileChanges } from "./file-changes";
import { readArguments } from "./git-arguments";
import type { GitCommand, GitOutput } from "./git-command";
import { fatal, GitFailure, unsupported } from "./git-failure";
import { mergeFiles } from "./merge-files";
import { renderDiff, summary } from "./render-diff";
import { type Repository, SHORT_OID } from "./repository";
import { resetMerge } from "./reset-merge";
import { repositoryStatus } from "./status";
import { switchFiles } from "./switch-files";
import { unmergedFailure } from "./unmerged-failure";

/** `git merge [--no-ff | --ff-only | --squash | --no-commit] [-m TEXT] COMMIT`, `--abort` and `--continue`. */
export const merge: GitCommand = async (run) => {
  const { repository, given } = run;
  const read = readArguments("merge", given, {
    flags:
      "--no-ff --ff --ff-only -q|--quiet --no-edit --abort --quit --squash --no-commit --stat -n|--no-stat --continue",
    valued: "-m -s|--strategy -X",
  });
  for (const option of ["-s", "-X", "--quit"]) if (read.has(option)) throw unsupported("merge", option);
  if (read.has("--abort")) return abort(repository);
  const merging = (await repository.mergeState("MERGE_HEAD")) !== undefined;
  if (read.has("--continue")) {
    if (!merging) throw fatal("There is no merge in progress (MERGE_HEAD missing).");
    return commit({ ...run, given: [] });
  }
  const [name, more] = read.operands;
  if (name === undefined) throw fatal("No remote for the current branch.");
  if (more !== undefined) throw unsupported("merge", "with several branches");
  if ((await repository.unmerged()).size > 0) throw unmergedFailure("Merging");
  if (merging)
    throw fatal(
      "You have not concluded your merge (MERGE_HEAD exists).\nPlease, commit your changes before you merge.",
    );
  const named = await repository.tryResolve(name);
  if (named === undefined) throw new GitFailure(`merge: ${name} - not something we can merge`, 1);
  const head = await repository.resolve("HEAD");
  const theirs = (await repository.peel(named)).oid;
  const [base, otherBase] = (await git.findMergeBase({ ...repository.common, oids: [head, theirs] })) as string[];
  if (base === undefined) throw fatal("refusing to merge unrelated histories");
  if (base === theirs) return { stdout: "Already up to date.\n" };
  if (read.has("--squash") && read.has("--no-ff"))
    throw fatal("options '--squash' and '--no-ff.' cannot be used together");
  const before = await repository.filesOf(head);
  const quiet = read.has("-q");
  const report = async () => {
    if (quiet || read.has("-n")) return "";
    const changes = fileChanges(before, await repository.index());
    const options = { context: 3, ignoreSpace: false, workTree: false, zero: false };
    return (await renderDiff(repository, changes, { ...options, formats: ["stat"] })) + summary(changes);
  };
  if (base === head && !read.has("--no-ff")) {
    await switchFiles(repository, before, await repository.filesOf(theirs), { force: false, action: "merge" });
    const updating = `Updating ${head.slice(0, SHORT_OID)}..${theirs.slice(0, SHORT_OID)}\n`;
    if (read.has("--squash")) {
      await repository.setMergeState({ SQUASH_MSG: await squashMessage(repository, head, theirs) });
      if (quiet) return {};
      return { stdout: `${updating}Fast-forward\nSquash commit -- not updating HEAD\n${await report()}` };
    }
    await repository.moveHead(theirs);
    return { stdout: quiet ? "" : `${updating}Fast-forward\n${await report()}` };
  }
  if (read.has("--ff-only")) throw fatal("Not possible to fast-forward, aborting.");
  if (otherBase !== undefined) {
    throw new GitFailure(
      "error: these branches have several merge bases; the embedded shell does not merge them, and nothing was changed.",
      1,
    );
  }
  const { staged } = await repositoryStatus(repository, { untracked: "no" });
  if (staged.length > 0) {
    const paths = staged.map(({ path }) => `  ${path}\n`).join("");
    throw new GitFailure(
      `error: Your local changes to the following files would be overwritten by merge:\n${paths}Please commit your changes or stash them before you merge.\nAborting`,
      1,
    );
  }
  const merged = await mergeFiles(
    repository,
    { base: await repository.filesOf(base), ours: before, theirs: await repository.filesOf(theirs) },
    { ours: "HEAD", theirs: name },
  );
  await switchFiles(repository, before, merged.files, { force: false, action: "merge" }).catch((error: unknown) => {
    if (!(error instanceof GitFailure)) throw error;
    throw new GitFailure(`${error.message}\nMerge with strategy ort failed.`, 2);
  });
  const message = `${read.value("-m") ?? (await defaultMessage(repository, name))}\n`;
  const told: GitOutput = { stdout: merged.messages };
  if (read.has("--squash")) {
    await repository.setMergeState({ SQUASH_MSG: await squashMessage(repository, head, theirs) });
    told.stdout += quiet ? "" : "Squash commit -- not updating HEAD\n";
  }
  if (merged.unmerged.size > 0) {
    await repository.setUnmerged(merged.unmerged);
    const conflicts = [...merged.unmerged.keys()].map((path) => `#\t${path}\n`).join("");
    const note = `\n# Conflicts:\n${conflicts}`;
    if (read.has("--squash"))
      await repository.setMergeState({ SQUASH_MSG: `${await repository.mergeState("SQUASH_MSG")}\n${note}` });
    else await repository.setMergeState({ MERGE_HEAD: `${theirs}\n`, MERGE_MSG: message + note, MERGE_MODE: "" });
    return {
      stdout: `${told.stdout}Automatic merge failed; fix conflicts and then commit the result.\n`,
      exitCode: 1,
    };
  }
  if (read.has("--squash", "--no-commit")) {
    if (!read.has("--squash"))
      await repository.setMergeState({
        MERGE_HEAD: `${theirs}\n`,
        MERGE_MSG: message,
        MERGE_MODE: read.has("--no-ff") ? "no-ff" : "",
      });
    return { ...told, stderr: quiet ? "" : "Automatic merge went well; stopped before committing as requested\n" };
  }
  await git.commit({
    ...repository.common,
    message,
    author: await repository.signature("AUTHOR"),
    committer: await repository.signature("COMMITTER"),
    parent: [head, theirs],
  });
  return { stdout: quiet ? merged.messages : `${merged.messages}Merge made by the 'ort' strategy.\n${await report()}` };
};

async function abort(repository: Repository): Promise<GitOutput> {
  if ((await repository.mergeState("MERGE_HEAD")) === undefined)
    throw fatal("There is no merge to abort (MERGE_HEAD missing).");
  await resetMerge(repository, await repository.headOid());
  return {};
}

async function defaultMessage(repository: Repository, name: string): Promise<string> {
  const kinds = { branch: `refs/heads/${name}`, tag: `refs/tags/${name}` };
  const found = await Promise.all(
    Object.entries(kinds).map(async ([kind, ref]) => ((await repository.tryResolve(ref)) === undefined ? [] : [kind])),
  );
  const branch = (await repository.branch()) ?? "HEAD";
  const into = branch === "master" || branch === "main" ? "" : ` into ${branch}`;
  return `Merge ${found.flat()[0] ?? "commit"} '${name}'${into}`;
}

async function squashMessage(repository: Repository, head: string, theirs: string): Promise<string> {
  const { log } = await import("./log");
  const { context, dir } = repository;
  const { stdout = "" } = await log({ repository, context, cwd: dir, given: [`${head}..${theirs}`, "--no-merges"] });
  return `Squashed commit of the following:\n\n${stdout}`;
}
