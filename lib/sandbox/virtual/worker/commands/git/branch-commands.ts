import * as git from "isomorphic-git";
import { joinPath } from "@/lib/core/sandbox/resolve-path";
import { subjectOf } from "./commit-format";
import { fileChanges } from "./file-changes";
import { readArguments } from "./git-arguments";
import type { GitCommand, GitOutput, GitRun } from "./git-command";
import { fatal, GitFailure, unsupported } from "./git-failure";
import { isMeant, parsePathspecs } from "./pathspec";
import { renderDiff, summary } from "./render-diff";
import { type Repository, SHORT_OID } from "./repository";
import { hasLocalChanges } from "./stage-commands";
import { switchFiles } from "./switch-files";

const BRANCH_NAME = /^(?!-|\/|.*(?:\.\.|\/\/|@\{|[\s\p{Cc}~^:?*[\\])|.*(?:\/|\.lock|\.)$)(?!@$).+$/u;

function checkedName(name: string): string {
  if (!BRANCH_NAME.test(name)) throw fatal(`'${name}' is not a valid branch name`);
  return name;
}

async function line(repository: Repository, oid: string): Promise<string> {
  return `${oid.slice(0, SHORT_OID)} ${subjectOf((await repository.commit(oid)).message)}`;
}

async function branchExists(repository: Repository, name: string): Promise<boolean> {
  return (await repository.tryResolve(`refs/heads/${name}`)) !== undefined;
}

interface Switching {
  target: string;
  create: boolean;
  reset: boolean;
  detach: boolean;
  force: boolean;
  quiet: boolean;
  start: string | undefined;
}

async function switchTo(
  { repository }: GitRun,
  { target, create, reset, detach, force, quiet, start }: Switching,
): Promise<GitOutput> {
  const current = await repository.branch();
  const head = await repository.headOid();
  if (create) {
    checkedName(target);
    if ((await branchExists(repository, target)) && !reset) throw fatal(`a branch named '${target}' already exists`);
    if (head === undefined && start === undefined) {
      await repository.setHead({ branch: target });
      return { stderr: quiet ? "" : `Switched to a new branch '${target}'\n` };
    }
    const oid = (await repository.peel(await repository.resolve(start ?? "HEAD"))).oid;
    await switchFiles(repository, await repository.filesOf(head), await repository.filesOf(oid), {
      force,
      action: "checkout",
    });
    await git.writeRef({ ...repository.common, ref: `refs/heads/${target}`, value: oid, force: true });
    await repository.setHead({ branch: target });
    return { stderr: quiet ? "" : `Switched to a new branch '${target}'\n` };
  }
  const isBranch = !detach && (await branchExists(repository, target));
  const oid = (await repository.peel(await repository.resolve(isBranch ? `refs/heads/${target}` : target))).oid;
  await switchFiles(repository, await repository.filesOf(head), await repository.filesOf(oid), {
    force,
    action: "checkout",
  });
  await repository.setHead(isBranch ? { branch: target } : { oid });
  const index = await repository.index();
  const kept = fileChanges(await repository.filesOf(oid), await repository.workFiles(index.keys()), { renames: false });
  const stdout = quiet ? "" : kept.map(({ path, status }) => `${status}\t${path}\n`).join("");
  if (quiet) return { stdout };
  const left =
    current === undefined && head !== undefined && head !== oid
      ? `Previous HEAD position was ${await line(repository, head)}\n`
      : "";
  if (isBranch)
    return {
      stdout,
      stderr: current === target ? `Already on '${target}'\n` : `${left}Switched to branch '${target}'\n`,
    };
  const note =
    current === undefined
      ? left
      : detach
        ? ""
        : `Note: switching to '${target}'.\n\nYou are in 'detached HEAD' state. You can look around, make experimental\nchanges and commit them, and you can discard any commits you make in this\nstate without impacting any branches by switching back to a branch.\n\n`;
  return { stdout, stderr: `${note}HEAD is now at ${await line(repository, oid)}\n` };
}

/** Puts files of the index or of a commit back. */
async function restoreFiles(
  { repository, cwd }: GitRun,
  paths: readonly string[],
  { source, staged, work }: { source: string | undefined; staged: boolean; work: boolean },
): Promise<number> {
  const pathspecs = parsePathspecs(repository, cwd, paths);
  const index = await repository.index();
  const wanted =
    source === undefined
      ? staged
        ? await repository.filesOf(await repository.headOid())
        : index
      : await repository.filesOf(await repository.resolve(source));
  const removable = staged || source !== undefined;
  for (const { text, matches } of pathspecs) {
    const known = [...wanted.keys(), ...(staged ? index.keys() : [])];
    if (!known.some(matches))
      throw new GitFailure(`error: pathspec '${text}' did not match any file(s) known to git`, 1);
  }
  const candidates = removable && staged ? new Set([...wanted.keys(), ...index.keys()]) : new Set(wanted.keys());
  let count = 0;
  for (const path of candidates) {
    if (!isMeant(pathspecs, path)) continue;
    const file = wanted.get(path);
    const entry = index.get(path);
    if (staged && (entry?.oid !== file?.oid || entry?.mode !== file?.mode)) await repository.stageFile(path, file);
    if (!work) continue;
    const now = await repository.workFile(path);
    if (now?.oid === file?.oid && now?.mode === file?.mode) continue;
    await repository.putInWorkTree(path, file);
    count += 1;
  }
  return count;
}

export const checkout: GitCommand = async (run) => {
  const { repository, given } = run;
  const read = readArguments("checkout", given, {
    flags: "-f|--force -q|--quiet --detach --no-track -t|--track -p|--patch --ours --theirs",
    valued: "-b -B --orphan",
  });
  for (const option of ["-p", "--ours", "--theirs", "-t", "--orphan"])
    if (read.has(option)) throw unsupported("checkout", option);
  const create = read.value("-b") ?? read.value("-B");
  const common = { detach: read.has("--detach"), force: read.has("-f"), quiet: read.has("-q") };
  if (create !== undefined) {
    return switchTo(run, { ...common, target: create, create: true, reset: read.has("-B"), start: read.operands[0] });
  }
  const [first, ...others] = read.operands;
  if (read.paths !== undefined || others.length > 0) {
    const isRevision = first !== undefined && (await repository.tryResolve(first)) !== undefined;
    if (read.paths !== undefined && first !== undefined && !isRevision) await repository.resolve(first);
    const paths = read.paths !== undefined ? read.paths : isRevision ? others : read.operands;
    const source = isRevision ? first : undefined;
    if (paths.length > 0) {
      const count = await restoreFiles(run, paths, { source, staged: source !== undefined, work: true });
      const updated = source === undefined ? "the index" : (await repository.resolve(source)).slice(0, SHORT_OID);
      return read.paths !== undefined || read.has("-q")
        ? {}
        : { stderr: `Updated ${count} path${count === 1 ? "" : "s"} from ${updated}\n` };
    }
  }
  if (first === undefined)
    return switchTo(run, {
      ...common,
      target: (await repository.branch()) ?? "HEAD",
      create: false,
      reset: false,
      start: undefined,
    });
  if (first === "-") throw unsupported("checkout", "- (the branch before)");
  if ((await repository.tryResolve(first)) === undefined) {
    const unborn = (await repository.headOid()) === undefined && (await repository.branch()) === first;
    if (unborn) throw fatal(`You are on a branch yet to be born`);
    const count = await restoreFiles(run, [first], { source: undefined, staged: false, work: true });
    return read.has("-q") ? {} : { stderr: `Updated ${count} path${count === 1 ? "" : "s"} from the index\n` };
  }
  return switchTo(run, { ...common, target: first, create: false, reset: false, start: undefined });
};

export const switchBranch: GitCommand = async (run) => {
  const read = readArguments("switch", run.given, {
    flags: "-d|--detach -f|--force|--discard-changes -q|--quiet --no-track",
    valued: "-c|--create -C|--force-create --orphan",
  });
  if (read.has("--orphan")) throw unsupported("switch", "--orphan");
  const create = read.value("-c") ?? read.value("-C");
  const common = { detach: read.has("-d"), force: read.has("-f"), quiet: read.has("-q") };
  const [target] = read.operands;
  if (create !== undefined)
    return switchTo(run, { ...common, target: create, create: true, reset: read.has("-C"), start: target });
  if (target === undefined) throw fatal("missing branch or commit argument");
  if (!common.detach && !(await branchExists(run.repository, target))) {
    if ((await run.repository.tryResolve(target)) === undefined) throw fatal(`invalid reference: ${target}`);
    throw new GitFailure(
      `fatal: a branch is expected, got commit '${target}'\nhint: If you want to detach HEAD at the commit, try again with the --detach option.`,
    );
  }
  return switchTo(run, { ...common, target, create: false, reset: false, start: undefined });
};

export const restore: GitCommand = async (run) => {
  const read = readArguments("restore", run.given, {
    flags: "-S|--staged -W|--worktree -q|--quiet -p|--patch",
    valued: "-s|--source",
  });
  if (read.has("-p")) throw unsupported("restore", "-p");
  const paths = [...read.operands, ...(read.paths ?? [])];
  if (paths.length === 0) throw fatal("you must specify path(s) to restore");
  const staged = read.has("-S");
  await restoreFiles(run, paths, { source: read.value("-s"), staged, work: read.has("-W") || !staged });
  return {};
};

export const branch: GitCommand = async ({ repository, given }) => {
  const read = readArguments("branch", given, {
    flags:
      "-a|--all -r|--remotes -l|--list --show-current -d|--delete -D -m|--move -M -f|--force -q|--quiet -v|--verbose --no-color --merged --no-merged -c|--copy",
    valued: "--format --sort --contains --points-at -u|--set-upstream-to",
  });
  for (const option of ["--format", "--contains", "--points-at", "-u", "--merged", "--no-merged", "-c"])
    if (read.has(option)) throw unsupported("branch", option);
  const current = await repository.branch();
  if (read.has("--show-current")) return { stdout: current === undefined ? "" : `${current}\n` };
  const [first, second] = read.operands;
  if (read.has("-d", "-D")) {
    if (first === undefined) throw fatal("branch name required");
    let stdout = "";
    for (const name of read.operands) {
      const oid = await repository.tryResolve(`refs/heads/${name}`);
      if (oid === undefined) throw new GitFailure(`error: branch '${name}' not found.`, 1, stdout);
      if (name === current)
        throw new GitFailure(`error: Cannot delete branch '${name}' checked out at '${repository.dir}'`, 1, stdout);
      if (!read.has("-D", "-f")) {
        const head = await repository.resolve("HEAD");
        const merged =
          head === oid || (await git.isDescendent({ ...repository.common, oid: head, ancestor: oid, depth: -1 }));
        if (!merged) {
          throw new GitFailure(
            `error: The branch '${name}' is not fully merged.\nIf you are sure you want to delete it, run 'git branch -D ${name}'.`,
            1,
            stdout,
          );
        }
      }
      await git.deleteBranch({ ...repository.common, ref: name });
      stdout += `Deleted branch ${name} (was ${oid.slice(0, SHORT_OID)}).\n`;
    }
    return { stdout: read.has("-q") ? "" : stdout };
  }
  if (read.has("-m", "-M")) {
    const [old, name] = second === undefined ? [current, first] : [first, second];
    if (name === undefined || old === undefined) throw fatal("branch name required");
    checkedName(name);
    const oid = await repository.tryResolve(`refs/heads/${old}`);
    if (oid === undefined && old !== current)
      throw new GitFailure(`error: refname refs/heads/${old} not found\nfatal: Branch rename failed`);
    if (old !== name && (await branchExists(repository, name)) && !read.has("-M", "-f"))
      throw fatal(`a branch named '${name}' already exists`);
    if (old === name) return {};
    if (oid !== undefined)
      await git.writeRef({ ...repository.common, ref: `refs/heads/${name}`, value: oid, force: true });
    if (old === current) await repository.setHead({ branch: name });
    if (oid !== undefined) await git.deleteRef({ ...repository.common, ref: `refs/heads/${old}` });
    return {};
  }
  if (first !== undefined && !read.has("-l", "-a", "-r")) {
    checkedName(first);
    if ((await branchExists(repository, first)) && !read.has("-f"))
      throw fatal(`a branch named '${first}' already exists`);
    const start = await repository.tryResolve(second ?? "HEAD");
    if (start === undefined) throw fatal(`not a valid object name: '${second ?? current}'`);
    await git.writeRef({
      ...repository.common,
      ref: `refs/heads/${first}`,
      value: (await repository.peel(start)).oid,
      force: true,
    });
    return {};
  }
  const names = read.has("-r") ? [] : await repository.branches();
  const head = await repository.headOid();
  const detached =
    current === undefined && head !== undefined ? [`(HEAD detached at ${head.slice(0, SHORT_OID)})`] : [];
  const all = [...detached, ...names];
  const width = Math.max(0, ...all.map((name) => name.length));
  const lines: string[] = [];
  for (const name of all) {
    const mark = name === current || name.startsWith("(") ? "*" : " ";
    const oid = name.startsWith("(") ? head : await repository.tryResolve(`refs/heads/${name}`);
    lines.push(
      read.has("-v") && oid !== undefined
        ? `${mark} ${name.padEnd(width)} ${await line(repository, oid)}\n`
        : `${mark} ${name}\n`,
    );
  }
  return { stdout: lines.join("") };
};

export const merge: GitCommand = async ({ repository, given, context }) => {
  const read = readArguments("merge", given, {
    flags: "--no-ff --ff --ff-only -q|--quiet --no-edit --abort --squash --no-commit --stat -n --continue",
    valued: "-m -s|--strategy -X",
  });
  for (const option of ["--squash", "--no-commit", "-s", "-X", "--continue", "--abort"])
    if (read.has(option)) throw unsupported("merge", option);
  const [name, more] = read.operands;
  if (name === undefined) throw fatal("No remote for the current branch.");
  if (more !== undefined) throw unsupported("merge", "with several branches");
  const theirs = await repository.tryResolve(name);
  if (theirs === undefined) throw new GitFailure(`merge: ${name} - not something we can merge`, 1);
  const head = await repository.resolve("HEAD");
  const theirCommit = (await repository.peel(theirs)).oid;
  const [base] = await git.findMergeBase({ ...repository.common, oids: [head, theirCommit] });
  if (base === undefined) throw fatal("refusing to merge unrelated histories");
  if (base === theirCommit) return { stdout: "Already up to date.\n" };
  const before = await repository.filesOf(head);
  const report = async (after: string) => {
    const changes = fileChanges(before, await repository.filesOf(after));
    const options = { context: 3, ignoreSpace: false, workTree: false, zero: false };
    return (await renderDiff(repository, changes, { ...options, formats: ["stat"] })) + summary(changes);
  };
  if (base === head && !read.has("--no-ff")) {
    await switchFiles(repository, before, await repository.filesOf(theirCommit), { force: false, action: "merge" });
    await repository.moveHead(theirCommit);
    if (read.has("-q")) return {};
    return {
      stdout: `Updating ${head.slice(0, SHORT_OID)}..${theirCommit.slice(0, SHORT_OID)}\nFast-forward\n${await report(theirCommit)}`,
    };
  }
  if (read.has("--ff-only")) throw new GitFailure("fatal: Not possible to fast-forward, aborting.");
  if (await hasLocalChanges(repository)) {
    throw new GitFailure("error: there are local changes; commit or stash them before you merge\nAborting", 1);
  }
  const current = (await repository.branch()) ?? "HEAD";
  const into = current === "master" ? "" : ` into ${current}`;
  const isBranch = await branchExists(repository, name);
  const message = read.value("-m") ?? `Merge ${isBranch ? "branch" : "commit"} '${name}'${into}`;
  try {
    const { oid } = await git.merge({
      ...repository.common,
      ours: (await repository.branch()) ?? head,
      theirs: theirCommit,
      fastForward: false,
      message: `${message}\n`,
      author: await repository.signature("AUTHOR"),
      committer: await repository.signature("COMMITTER"),
      noUpdateBranch: true,
    } as Parameters<typeof git.merge>[0]);
    if (oid === undefined) throw fatal("the merge made no commit");
    await switchFiles(repository, before, await repository.filesOf(oid), { force: true, action: "merge" });
    await repository.moveHead(oid);
    return { stdout: read.has("-q") ? "" : `Merge made by the 'ort' strategy.\n${await report(oid)}` };
  } catch (error) {
    const paths = conflictsOf(error);
    if (paths === undefined) throw error;
    // The library has gone over the index; nothing of the merge shall stay.
    await switchFiles(repository, before, before, { force: true, action: "merge" });
    await context.fs.rm(joinPath(repository.gitdir, "MERGE_HEAD"), { force: true });
    const stdout = paths.map((path) => `CONFLICT (content): Merge conflict in ${path}\n`).join("");
    throw new GitFailure(
      "Automatic merge failed; the embedded shell keeps no half-done merges, so nothing was changed.\nChange one side so that both agree on these lines, commit, and merge again.",
      1,
      stdout,
    );
  }
};

function conflictsOf(error: unknown): string[] | undefined {
  if (!(error instanceof git.Errors.MergeConflictError)) return undefined;
  return error.data.filepaths;
}

export const reset: GitCommand = async ({ repository, given, cwd }) => {
  const read = readArguments("reset", given, {
    flags: "--hard --soft --mixed -q|--quiet --keep --merge -p|--patch -N",
  });
  for (const option of ["--keep", "--merge", "-p", "-N"]) if (read.has(option)) throw unsupported("reset", option);
  const [first, ...others] = read.operands;
  const revision = first !== undefined ? await repository.tryResolve(first) : undefined;
  const paths = read.paths ?? (revision === undefined ? read.operands : others);
  const index = await repository.index();
  if (paths.length > 0) {
    if (read.has("--hard", "--soft"))
      throw fatal(`Cannot do ${read.has("--hard") ? "hard" : "soft"} reset with paths.`);
    const pathspecs = parsePathspecs(repository, cwd, paths);
    const wanted = await repository.filesOf(revision ?? (await repository.headOid()));
    for (const { text, matches } of pathspecs) {
      if (read.paths === undefined && ![...wanted.keys(), ...index.keys()].some(matches))
        await repository.resolve(text);
    }
    for (const path of new Set([...wanted.keys(), ...index.keys()])) {
      if (!isMeant(pathspecs, path) || wanted.get(path)?.oid === index.get(path)?.oid) continue;
      await repository.stageFile(path, wanted.get(path));
    }
    return { stdout: read.has("-q") ? "" : await unstaged(repository) };
  }
  const target = revision ?? (await repository.headOid());
  if (target === undefined) {
    for (const path of index.keys()) await repository.stageFile(path, undefined);
    return {};
  }
  const oid = (await repository.peel(target)).oid;
  const files = await repository.filesOf(oid);
  await repository.moveHead(oid);
  if (read.has("--hard")) {
    await switchFiles(repository, files, files, { force: true, action: "checkout" });
    return { stdout: read.has("-q") ? "" : `HEAD is now at ${await line(repository, oid)}\n` };
  }
  if (read.has("--soft")) return {};
  for (const path of new Set([...files.keys(), ...index.keys()])) {
    const [wanted, staged] = [files.get(path), index.get(path)];
    if (wanted?.oid !== staged?.oid || wanted?.mode !== staged?.mode) await repository.stageFile(path, wanted);
  }
  return { stdout: read.has("-q") ? "" : await unstaged(repository) };
};

async function unstaged(repository: Repository): Promise<string> {
  const index = await repository.index();
  const changes = fileChanges(index, await repository.workFiles(index.keys()), { renames: false });
  if (changes.length === 0) return "";
  return `Unstaged changes after reset:\n${changes.map(({ status, path }) => `${status}\t${path}\n`).join("")}`;
}

export const tag: GitCommand = async ({ repository, given }) => {
  const read = readArguments("tag", given, {
    flags: "-l|--list -a|--annotate -d|--delete -f|--force -s",
    valued: "-m|--message -n? --sort --points-at",
  });
  for (const option of ["-s", "-n", "--sort", "--points-at"]) if (read.has(option)) throw unsupported("tag", option);
  const [name, revision] = read.operands;
  const tags = (await git.listTags(repository.common)).sort();
  if (name === undefined || read.has("-l")) {
    const { compileWildcard } = await import("../wildcard");
    const matches = name === undefined ? () => true : compileWildcard(name);
    return {
      stdout: tags
        .filter(matches)
        .map((found) => `${found}\n`)
        .join(""),
    };
  }
  if (read.has("-d")) {
    let stdout = "";
    for (const given of read.operands) {
      const oid = await repository.tryResolve(`refs/tags/${given}`);
      if (oid === undefined) throw new GitFailure(`error: tag '${given}' not found.`, 1, stdout);
      await git.deleteTag({ ...repository.common, ref: given });
      stdout += `Deleted tag '${given}' (was ${oid.slice(0, SHORT_OID)})\n`;
    }
    return { stdout };
  }
  if (tags.includes(name) && !read.has("-f")) throw fatal(`tag '${name}' already exists`);
  if (!BRANCH_NAME.test(name)) throw fatal(`'${name}' is not a valid tag name.`);
  const object = await repository.tryResolve(revision ?? "HEAD");
  if (object === undefined) throw fatal(`Failed to resolve '${revision ?? "HEAD"}' as a valid ref.`);
  if (!read.has("-a", "-m")) await git.tag({ ...repository.common, ref: name, object, force: true });
  else {
    const message = read.values("-m").join("\n\n");
    if (message === "") throw fatal("no tag message? Give one with -m; there is no editor in the embedded shell.");
    await git.annotatedTag({
      ...repository.common,
      ref: name,
      object,
      message: `${message}\n`,
      tagger: await repository.signature("COMMITTER"),
      force: true,
    });
  }
  return {};
};
