import * as git from "isomorphic-git";
import { joinPath } from "@/lib/core/sandbox/resolve-path";
import { checkout } from "./branch-commands";
import { commit as conclude } from "./commit";
import { subjectOf } from "./commit-format";
import { fileChanges } from "./file-changes";
import { readArguments } from "./git-arguments";
import type { GitCommand, GitOutput, GitRun } from "./git-command";
import { fatal, GitFailure, unsupported } from "./git-failure";
import { history } from "./log";
import { renderDiff } from "./render-diff";
import { replay } from "./replay";
import { type Commit, type Repository, SHORT_OID } from "./repository";
import { resetMerge } from "./reset-merge";
import { repositoryStatus } from "./status";
import { switchFiles } from "./switch-files";

const STATE = "rebase-merge";
const DETACHED = "detached HEAD";

/** `git rebase [--onto COMMIT] UPSTREAM [BRANCH]`, `--continue`, `--skip`, `--abort` and `--quit`. */
export const rebase: GitCommand = async (run) => {
  const { repository, given } = run;
  const read = readArguments("rebase", given, {
    flags:
      "-q|--quiet --continue --skip --abort --quit -i|--interactive --autostash --no-autostash --root -r|--rebase-merges",
    valued: "--onto -x|--exec -X -s",
  });
  if (read.has("-i")) {
    throw new GitFailure(
      "git rebase: -i needs an editor, which the embedded shell has not; squash with git reset --soft COMMIT and git commit, reorder with git cherry-pick",
      129,
    );
  }
  for (const option of ["--autostash", "--root", "-r", "-x", "-X", "-s"])
    if (read.has(option)) throw unsupported("rebase", option);
  const name = await repository.mergeState(`${STATE}/head-name`);
  if (read.has("--continue", "--skip", "--abort", "--quit")) {
    if (name === undefined) throw fatal("No rebase in progress?");
    if (read.has("--quit")) {
      await end(repository);
      return {};
    }
    if (read.has("--abort")) return abort(repository, name);
    return goOn(run, read.has("--skip"));
  }
  if (name !== undefined) {
    throw fatal(
      `It seems that there is already a ${STATE} directory, and\nI wonder if you are in the middle of another rebase.  If that is the\ncase, please try\n\tgit rebase (--continue | --abort | --skip)`,
    );
  }
  return start(run, read.operands, read.value("--onto"));
};

async function start(run: GitRun, operands: readonly string[], target: string | undefined): Promise<GitOutput> {
  const { repository } = run;
  const [text, branch, more] = operands;
  if (more !== undefined) throw unsupported("rebase", `with ${more}`);
  if (text === undefined) {
    throw new GitFailure(
      "There is no tracking information for the current branch.\nPlease specify which branch you want to rebase against.",
      1,
    );
  }
  const named = await repository.tryResolve(text);
  if (named === undefined) throw fatal(`invalid upstream '${text}'`);
  const upstream = (await repository.peel(named)).oid;
  const base = target === undefined ? upstream : await repository.tryResolve(target);
  if (base === undefined) throw fatal(`Does not point to a valid commit '${target}'`);
  const onto = (await repository.peel(base)).oid;
  const { staged, unstaged, unmerged } = await repositoryStatus(repository, { untracked: "no" });
  if (staged.length + unstaged.length + unmerged.size > 0) {
    const what =
      unstaged.length + unmerged.size > 0 ? "You have unstaged changes." : "Your index contains uncommitted changes.";
    throw new GitFailure(`error: cannot rebase: ${what}\nerror: Please commit or stash them.`, 1);
  }
  if (branch !== undefined) await checkout({ ...run, given: ["-q", branch] });
  const head = await repository.resolve("HEAD");
  const current = await repository.branch();
  const ours = await commitsBetween(repository, upstream, head);
  const straight = ours.every(({ parents }) => parents.length === 1);
  const bases: string[] = await git.findMergeBase({ ...repository.common, oids: [head, onto] });
  if (straight && bases.includes(onto) && onto === upstream)
    return { stdout: `${current === undefined ? "HEAD" : `Current branch ${current}`} is up to date.\n` };
  const known = new Set<string>();
  for (const commit of await commitsBetween(repository, head, upstream)) known.add(await patchOf(repository, commit));
  const todo: Commit[] = [];
  let stderr = "";
  for (const commit of ours) {
    if (commit.parents.length > 1) continue;
    if (known.has(await patchOf(repository, commit)))
      stderr += `warning: skipped previously applied commit ${commit.oid.slice(0, SHORT_OID)}\n`;
    else todo.push(commit);
  }
  const [before, after] = await Promise.all([repository.filesOf(head), repository.filesOf(onto)]);
  await switchFiles(repository, before, after, { force: false, action: "checkout" });
  await repository.setHead({ oid: onto });
  await repository.setMergeState({
    [`${STATE}/head-name`]: `${current === undefined ? DETACHED : `refs/heads/${current}`}\n`,
    [`${STATE}/orig-head`]: `${head}\n`,
    [`${STATE}/onto`]: `${onto}\n`,
    [`${STATE}/done`]: "",
  });
  return replayRest(repository, todo, { stdout: "", stderr });
}

/** Oldest first. */
async function commitsBetween(repository: Repository, from: string, to: string): Promise<Commit[]> {
  const found: Commit[] = [];
  for await (const commit of history(repository, [to], [from], false)) found.push(commit);
  return found.reverse();
}

/** What a commit changes, wherever the lines stand. */
async function patchOf(repository: Repository, { oid, parents }: Commit): Promise<string> {
  if (parents.length > 1) return oid;
  const [before, after] = await Promise.all([repository.filesOf(parents[0]), repository.filesOf(oid)]);
  const options = { formats: ["patch"], context: 3, ignoreSpace: false, workTree: false, zero: false } as const;
  const text = await renderDiff(repository, fileChanges(before, after), options);
  return text === "" ? oid : text.replace(/^(?:index|@@) .*$/gm, "");
}

async function goOn(run: GitRun, skips: boolean): Promise<GitOutput> {
  const { repository } = run;
  let stdout = "";
  const stopped = await repository.mergeState(`${STATE}/stopped-sha`);
  if (skips) await resetMerge(repository, await repository.resolve("HEAD"));
  else {
    const { staged, unstaged, unmerged } = await repositoryStatus(repository, { untracked: "no" });
    if (unmerged.size + unstaged.length > 0) {
      const paths = [...unmerged.keys()].map((path) => `${path}: needs merge\n`).join("");
      return {
        stdout: `${paths}You must edit all merge conflicts and then\nmark them as resolved using git add\n`,
        exitCode: 1,
      };
    }
    if (staged.length > 0 && stopped !== undefined) {
      // The commit that is made here has the author of the one that stopped.
      await repository.setMergeState({ CHERRY_PICK_HEAD: `${stopped}\n` });
      const told = await conclude({ ...run, given: [] });
      // A cherry-pick shows the date that it kept, a rebase does not.
      stdout = (told.stdout ?? "").replace(/^ Date: .*\n/m, "");
    } else await repository.endMerge();
  }
  const list = ((await repository.mergeState(`${STATE}/git-rebase-todo`)) ?? "").split("\n").filter(Boolean);
  const commits = await Promise.all(list.map((line) => repository.commit(line.split(" ")[1] as string)));
  return replayRest(repository, commits, { stdout, stderr: "" });
}

async function replayRest(
  repository: Repository,
  commits: readonly Commit[],
  told: { stdout: string; stderr: string },
): Promise<GitOutput> {
  let { stdout, stderr } = told;
  const line = ({ oid, message }: Commit) => `pick ${oid} ${subjectOf(message)}\n`;
  for (const [at, commit] of commits.entries()) {
    const short = commit.oid.slice(0, SHORT_OID);
    const subject = subjectOf(commit.message);
    const done = (await repository.mergeState(`${STATE}/done`)) ?? "";
    await repository.setMergeState({
      [`${STATE}/done`]: `${done === "" ? "" : `${done}\n`}${line(commit)}`,
      [`${STATE}/git-rebase-todo`]: commits
        .slice(at + 1)
        .map(line)
        .join(""),
      [`${STATE}/stopped-sha`]: `${commit.oid}\n`,
    });
    const { message, author } = commit;
    const [from, to] = await Promise.all([repository.filesOf(commit.parents[0]), repository.filesOf(commit.oid)]);
    const outcome = await replay(repository, { from, to, name: `${short} (${subject})`, message, author }, true);
    if (outcome.kind === "empty") stderr += `dropping ${commit.oid} ${subject} -- patch contents already upstream\n`;
    else if (outcome.kind === "conflict") {
      throw new GitFailure(
        `${stderr}error: could not apply ${short}... ${subject}\nhint: Resolve all conflicts manually, mark them as resolved with\nhint: "git add/rm <conflicted_files>", then run "git rebase --continue".\nhint: You can instead skip this commit: run "git rebase --skip".\nhint: To abort and get back to the state before "git rebase", run "git rebase --abort".\nCould not apply ${short}... ${subject}`,
        1,
        stdout + outcome.messages,
      );
    }
  }
  const name = (await repository.mergeState(`${STATE}/head-name`)) as string;
  const head = await repository.resolve("HEAD");
  if (name !== DETACHED) {
    await repository.setHead({ branch: name.replace(/^refs\/heads\//, "") });
    await repository.moveHead(head);
  }
  await end(repository);
  stderr += `Successfully rebased and updated ${name}.\n`;
  return { stdout, stderr };
}

async function abort(repository: Repository, name: string): Promise<GitOutput> {
  const head = (await repository.mergeState(`${STATE}/orig-head`)) as string;
  await resetMerge(repository, head);
  if (name === DETACHED) await repository.setHead({ oid: head });
  else {
    await repository.setHead({ branch: name.replace(/^refs\/heads\//, "") });
    await repository.moveHead(head);
  }
  await end(repository);
  return {};
}

async function end(repository: Repository): Promise<void> {
  await repository.endMerge();
  await repository.context.fs.rm(joinPath(repository.gitdir, STATE), { force: true, recursive: true });
}
