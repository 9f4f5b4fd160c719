import { commit as conclude, details } from "./commit";
import { subjectOf } from "./commit-format";
import { type GitArguments, readArguments } from "./git-arguments";
import type { GitCommand, GitOutput, GitRun } from "./git-command";
import { GitFailure, unsupported } from "./git-failure";
import { history, revisions } from "./log";
import { renderDiff, summary } from "./render-diff";
import { type Replay, refusedForChanges, replay } from "./replay";
import { type Commit, type Repository, SHORT_OID } from "./repository";
import { resetMerge } from "./reset-merge";
import { hasLocalChanges } from "./stage-commands";

interface Kind {
  command: "cherry-pick" | "revert";
  /** The file that names the commit whose change stopped in a conflict. */
  state: "CHERRY_PICK_HEAD" | "REVERT_HEAD";
  /** How the list of what is still to be done calls a commit. */
  word: "pick" | "revert";
  verb: "apply" | "revert";
  replayOf(repository: Repository, commit: Commit, read: GitArguments): Promise<Replay>;
}

const FLAGS = "-n|--no-commit --abort --continue --skip --quit -e|--edit --no-edit --allow-empty";
const VALUED = "-m|--mainline -X -s";

const PICK: Kind = {
  command: "cherry-pick",
  state: "CHERRY_PICK_HEAD",
  word: "pick",
  verb: "apply",
  async replayOf(repository, commit, read) {
    return {
      from: await repository.filesOf(commit.parents[0]),
      to: await repository.filesOf(commit.oid),
      name: `${commit.oid.slice(0, SHORT_OID)} (${subjectOf(commit.message)})`,
      message: read.has("-x")
        ? `${commit.message.trimEnd()}\n\n(cherry picked from commit ${commit.oid})\n`
        : commit.message,
      author: commit.author,
    };
  },
};

const REVERT: Kind = {
  command: "revert",
  state: "REVERT_HEAD",
  word: "revert",
  verb: "revert",
  async replayOf(repository, commit) {
    return {
      from: await repository.filesOf(commit.oid),
      to: await repository.filesOf(commit.parents[0]),
      name: `parent of ${commit.oid.slice(0, SHORT_OID)} (${subjectOf(commit.message)})`,
      message: `Revert "${subjectOf(commit.message)}"\n\nThis reverts commit ${commit.oid}.\n`,
      author: await repository.signature("AUTHOR"),
    };
  },
};

/** `git cherry-pick [-n] [-x] COMMIT…`, `--continue`, `--skip`, `--abort` and `--quit`. */
export const cherryPick: GitCommand = async (run) =>
  replayAll(PICK, run, readArguments("cherry-pick", run.given, { flags: `${FLAGS} -x --ff`, valued: VALUED }));

/** `git revert [-n] COMMIT…`, `--continue`, `--skip`, `--abort` and `--quit`. */
export const revert: GitCommand = async (run) =>
  replayAll(REVERT, run, readArguments("revert", run.given, { flags: FLAGS, valued: VALUED }));

async function replayAll(kind: Kind, run: GitRun, read: GitArguments): Promise<GitOutput> {
  const { repository } = run;
  const { command } = kind;
  for (const option of ["-e", "--ff", "--allow-empty", "-m", "-X", "-s"])
    if (read.has(option)) throw unsupported(command, option);
  const stopped = await repository.mergeState(kind.state);
  const list = await repository.mergeState("sequencer/todo");
  const under = stopped !== undefined || list !== undefined;
  if (read.has("--abort", "--continue", "--skip", "--quit")) {
    if (!under) throw new GitFailure(`error: no cherry-pick or revert in progress\nfatal: ${command} failed`);
    if (read.has("--quit")) {
      await repository.endReplay();
      return {};
    }
    if (read.has("--abort")) {
      const head = await repository.resolve("HEAD");
      const start = (await repository.mergeState("sequencer/head")) ?? head;
      const moved = list !== undefined && (await repository.mergeState("sequencer/abort-safety")) !== head;
      if (!moved) {
        await resetMerge(repository, start);
        await repository.moveHead(start);
      }
      await repository.endReplay();
      return moved ? { stderr: "warning: You seem to have moved HEAD. Not rewinding, check your HEAD!\n" } : {};
    }
    let told = "";
    if (read.has("--skip")) await resetMerge(repository, await repository.resolve("HEAD"));
    else if (stopped !== undefined) told = (await conclude({ ...run, given: [] })).stdout ?? "";
    const rest = (list ?? "").split("\n").slice(1);
    const commits = await Promise.all(rest.map((line) => repository.commit(line.split(" ")[1] as string)));
    return replayEach(kind, repository, read, commits, told);
  }
  if (read.operands.length === 0) throw new GitFailure(`usage: git ${command} [-n] <commit>...`, 129);
  if (under) {
    throw new GitFailure(
      `error: a cherry-pick or revert is already in progress\nhint: try "git ${command} (--continue | --skip | --abort | --quit)"\nfatal: ${command} failed`,
    );
  }
  if (await hasLocalChanges(repository)) throw refusedForChanges(command);
  const commits: Commit[] = [];
  for (const text of read.operands) {
    if (!text.includes("..")) {
      commits.push(await repository.commit(await repository.resolve(text)));
      continue;
    }
    const { starts, stops } = await revisions(repository, { ...read, operands: [text] }, run.cwd, run.context.fs);
    const found: Commit[] = [];
    for await (const commit of history(repository, starts, stops, false)) found.push(commit);
    commits.push(...(kind === PICK ? found.reverse() : found));
  }
  const merge = commits.find(({ parents }) => parents.length > 1);
  if (merge !== undefined) {
    throw new GitFailure(`error: commit ${merge.oid} is a merge but no -m option was given.\nfatal: ${command} failed`);
  }
  if (commits.length > 1 && !read.has("-n"))
    await repository.setMergeState({ "sequencer/head": `${await repository.resolve("HEAD")}\n` });
  return replayEach(kind, repository, read, commits, "");
}

async function replayEach(
  kind: Kind,
  repository: Repository,
  read: GitArguments,
  commits: readonly Commit[],
  told: string,
): Promise<GitOutput> {
  let stdout = told;
  for (const [at, commit] of commits.entries()) {
    const change = await kind.replayOf(repository, commit, read);
    const outcome = await replay(repository, change, !read.has("-n"));
    if (outcome.kind === "empty") {
      await repository.endReplay();
      throw new GitFailure(
        `The previous ${kind.command} is now empty; nothing was committed of ${commit.oid.slice(0, SHORT_OID)} and what follows it.`,
        1,
        stdout,
      );
    }
    stdout += outcome.messages;
    if (outcome.kind === "conflict") {
      if (!read.has("-n")) {
        await repository.setMergeState({ [kind.state]: `${commit.oid}\n` });
        const list = commits.slice(at).map(({ oid, message }) => `${kind.word} ${oid} ${subjectOf(message)}\n`);
        if ((await repository.mergeState("sequencer/head")) !== undefined)
          await repository.setMergeState({
            "sequencer/todo": list.join(""),
            "sequencer/abort-safety": `${await repository.resolve("HEAD")}\n`,
          });
      }
      throw new GitFailure(conflictText(kind, commit, read.has("-n")), 1, stdout);
    }
    if (outcome.kind === "committed") {
      const branch = (await repository.branch()) ?? "detached HEAD";
      const options = { context: 3, ignoreSpace: false, workTree: false, zero: false };
      const counts = await renderDiff(repository, outcome.changes, { ...options, formats: ["shortstat"] });
      const dated = await details(repository, outcome.oid, true);
      stdout += `[${branch} ${outcome.oid.slice(0, SHORT_OID)}] ${subjectOf(change.message)}\n${dated}${counts}${summary(outcome.changes)}`;
    }
  }
  await repository.endReplay();
  return { stdout };
}

function conflictText({ command, verb }: Kind, { oid, message }: Commit, noCommit: boolean): string {
  const error = `error: could not ${verb} ${oid.slice(0, SHORT_OID)}... ${subjectOf(message)}\n`;
  if (noCommit)
    return `${error}hint: after resolving the conflicts, mark the corrected paths\nhint: with 'git add <paths>' or 'git rm <paths>'`;
  return `${error}hint: After resolving the conflicts, mark them with\nhint: "git add/rm <pathspec>", then run\nhint: "git ${command} --continue".\nhint: You can instead skip this commit with "git ${command} --skip".\nhint: To abort and get back to the state before "git ${command}",\nhint: run "git ${command} --abort".`;
}
