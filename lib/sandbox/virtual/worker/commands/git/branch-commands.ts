import * as git from "isomorphic-git";
import { byBytes } from "./by-bytes";
import { byVersion } from "./by-version";
import { subjectOf } from "./commit-format";
import { fileChanges } from "./file-changes";
import { type GitArguments, readArguments } from "./git-arguments";
import type { GitCommand, GitOutput, GitRun } from "./git-command";
import { fatal, GitFailure, unsupported } from "./git-failure";
import { isMeant, parsePathspecs } from "./pathspec";
import { type Repository, SHORT_OID } from "./repository";
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
  // Not by resolving it: `main~1` names a commit and no branch.
  return (await repository.branches()).includes(name);
}

interface Switching {
  command: "checkout" | "switch";
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
  { command, target, create, reset, detach, force, quiet, start }: Switching,
): Promise<GitOutput> {
  const unmerged = await repository.unmerged();
  if (unmerged.size > 0 && !force) {
    const stdout = [...unmerged.keys()].map((path) => `${path}: needs merge\n`).join("");
    throw new GitFailure("error: you need to resolve your current index first", 1, stdout);
  }
  if (!force && (await repository.mergeState("MERGE_HEAD")) !== undefined && command === "switch")
    throw fatal('cannot switch branch while merging\nConsider "git merge --quit" or "git worktree add".');
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

interface Restoring {
  source: string | undefined;
  staged: boolean;
  work: boolean;
  /** Of an unmerged path. */
  side?: "ours" | "theirs" | undefined;
}

/** Puts files of the index or of a commit back. */
async function restoreFiles(
  { repository, cwd }: GitRun,
  paths: readonly string[],
  { source, staged, work, side }: Restoring,
): Promise<number> {
  const pathspecs = parsePathspecs(repository, cwd, paths);
  const index = await repository.index();
  const unmerged = await repository.unmerged();
  if (source === undefined && !staged) {
    for (const [path, sides] of unmerged) {
      if (!isMeant(pathspecs, path)) continue;
      if (side === undefined) throw new GitFailure(`error: path '${path}' is unmerged`, 1);
      const file = sides[side];
      if (file === undefined)
        throw new GitFailure(`error: path '${path}' does not have ${side === "ours" ? "our" : "their"} version`, 1);
      index.set(path, file);
    }
  }
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
    if (staged && (unmerged.has(path) || entry?.oid !== file?.oid || entry?.mode !== file?.mode))
      await repository.stageFile(path, file);
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
  for (const option of ["-p", "-t", "--orphan"]) if (read.has(option)) throw unsupported("checkout", option);
  const side = sideOf(read);
  const create = read.value("-b") ?? read.value("-B");
  const common = {
    command: "checkout" as const,
    detach: read.has("--detach"),
    force: read.has("-f"),
    quiet: read.has("-q"),
  };
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
      const count = await restoreFiles(run, paths, { source, staged: source !== undefined, work: true, side });
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
    const count = await restoreFiles(run, [first], { source: undefined, staged: false, work: true, side });
    return read.has("-q") ? {} : { stderr: `Updated ${count} path${count === 1 ? "" : "s"} from the index\n` };
  }
  if (side !== undefined) throw fatal("'--ours/--theirs' cannot be used with switching branches");
  return switchTo(run, { ...common, target: first, create: false, reset: false, start: undefined });
};

function sideOf(read: GitArguments): "ours" | "theirs" | undefined {
  return read.has("--ours") ? "ours" : read.has("--theirs") ? "theirs" : undefined;
}

export const switchBranch: GitCommand = async (run) => {
  const read = readArguments("switch", run.given, {
    flags: "-d|--detach -f|--force|--discard-changes -q|--quiet --no-track",
    valued: "-c|--create -C|--force-create --orphan",
  });
  if (read.has("--orphan")) throw unsupported("switch", "--orphan");
  const create = read.value("-c") ?? read.value("-C");
  const common = { command: "switch" as const, detach: read.has("-d"), force: read.has("-f"), quiet: read.has("-q") };
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
    flags: "-S|--staged -W|--worktree -q|--quiet -p|--patch --ours --theirs",
    valued: "-s|--source",
  });
  if (read.has("-p")) throw unsupported("restore", "-p");
  const paths = [...read.operands, ...(read.paths ?? [])];
  if (paths.length === 0) throw fatal("you must specify path(s) to restore");
  const staged = read.has("-S");
  const side = sideOf(read);
  await restoreFiles(run, paths, { source: read.value("-s"), staged, work: read.has("-W") || !staged, side });
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

export const reset: GitCommand = async ({ repository, given, cwd }) => {
  const read = readArguments("reset", given, {
    flags: "--hard --soft --mixed -q|--quiet --keep --merge -p|--patch -N",
  });
  for (const option of ["--keep", "--merge", "-p", "-N"]) if (read.has(option)) throw unsupported("reset", option);
  const [first, ...others] = read.operands;
  const revision = first !== undefined ? await repository.tryResolve(first) : undefined;
  const paths = read.paths ?? (revision === undefined ? read.operands : others);
  const index = await repository.index();
  const unmerged = await repository.unmerged();
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
      if (!isMeant(pathspecs, path)) continue;
      if (wanted.get(path)?.oid === index.get(path)?.oid && !unmerged.has(path)) continue;
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
  if (read.has("--soft") && (unmerged.size > 0 || (await repository.mergeState("MERGE_HEAD")) !== undefined))
    throw fatal("Cannot do a soft reset in the middle of a merge.");
  await repository.moveHead(oid);
  for (const path of unmerged.keys()) await repository.stageFile(path, files.get(path));
  if (!read.has("--soft")) await repository.endMerge();
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
  for (const option of ["-s", "--points-at"]) if (read.has(option)) throw unsupported("tag", option);
  const [name, revision] = read.operands;
  const tags = (await git.listTags(repository.common)).sort(byBytes);
  if (name === undefined || read.has("-l", "-n", "--sort")) {
    const { compileWildcard } = await import("../wildcard");
    const matches = name === undefined ? () => true : compileWildcard(name);
    const chosen = tags.filter(matches).sort(tagOrder(read.value("--sort") ?? "refname"));
    if (!read.has("-n")) return { stdout: chosen.map((found) => `${found}\n`).join("") };
    const most = Number(read.value("-n") || 1);
    const lines = await Promise.all(chosen.map((found) => tagLines(repository, found, most)));
    return { stdout: lines.join("") };
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
      message: message.trimEnd(),
      tagger: await repository.signature("COMMITTER"),
      force: true,
    });
  }
  return {};
};

function tagOrder(key: string): (left: string, right: string) => number {
  const backwards = key.startsWith("-") ? -1 : 1;
  const field = key.replace(/^-/, "");
  if (field === "refname") return (left, right) => backwards * byBytes(left, right);
  if (field === "version:refname" || field === "v:refname") return (left, right) => backwards * byVersion(left, right);
  throw unsupported("tag", `--sort=${key}`);
}

/** A tag with the first lines of its message, or of the commit's where it has none. */
async function tagLines(repository: Repository, name: string, most: number): Promise<string> {
  const oid = await repository.resolve(`refs/tags/${name}`);
  const { type } = await git.readObject({ ...repository.common, oid });
  const message =
    type === "tag"
      ? (await git.readTag({ ...repository.common, oid })).tag.message
      : (await repository.commit(oid)).message;
  const [first = "", ...rest] = message.trim().split("\n").slice(0, most);
  return `${name.padEnd(15)} ${first}\n${rest.map((line) => `    ${line}\n`).join("")}`;
}
