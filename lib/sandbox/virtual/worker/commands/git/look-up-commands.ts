import * as git from "isomorphic-git";
import { subjectOf } from "./commit-format";
import { readArguments } from "./git-arguments";
import type { GitCommand } from "./git-command";
import { fatal, GitFailure, unsupported } from "./git-failure";
import { history, revisions } from "./log";
import { isMeant, parsePathspecs } from "./pathspec";
import { shownName } from "./render-diff";
import { type Repository, SHORT_OID } from "./repository";

function lines(texts: readonly string[]): { stdout: string } {
  return { stdout: texts.map((text) => `${text}\n`).join("") };
}

/** `git symbolic-ref [--short] [-q] HEAD`; it is not set by this. */
export const symbolicRef: GitCommand = async ({ repository, given }) => {
  const read = readArguments("symbolic-ref", given, { flags: "--short -q|--quiet -d|--delete", valued: "-m" });
  const [name, target] = read.operands;
  if (read.has("-d", "-m") || target !== undefined) throw unsupported("symbolic-ref", "that changes a ref");
  if (name !== "HEAD") throw fatal(`ref ${name ?? ""} is not a symbolic ref`);
  const branch = await repository.branch();
  if (branch === undefined) {
    if (read.has("-q")) return { exitCode: 1 };
    throw fatal("ref HEAD is not a symbolic ref");
  }
  return lines([read.has("--short") ? branch : `refs/heads/${branch}`]);
};

/** `git merge-base [-a] [--is-ancestor] COMMIT COMMIT` */
export const mergeBase: GitCommand = async ({ repository, given }) => {
  const read = readArguments("merge-base", given, { flags: "-a|--all --is-ancestor --octopus --fork-point" });
  if (read.has("--octopus", "--fork-point")) throw unsupported("merge-base", "--octopus and --fork-point");
  const [first, second, more] = read.operands;
  if (first === undefined || second === undefined || more !== undefined) {
    throw new GitFailure("usage: git merge-base [-a] [--is-ancestor] <commit> <commit>", 129);
  }
  const oids = await Promise.all(
    [first, second].map(async (text) => (await repository.commit(await repository.resolve(text))).oid),
  );
  const bases: string[] = await git.findMergeBase({ ...repository.common, oids });
  if (read.has("--is-ancestor")) return { exitCode: bases.includes(oids[0] as string) ? 0 : 1 };
  return { ...lines(read.has("-a") ? bases : bases.slice(0, 1)), exitCode: bases.length === 0 ? 1 : 0 };
};

/** `git rev-list [--count] [-n N] [--reverse] [--left-right] [--all] REVISION…` */
export const revList: GitCommand = async ({ repository, given, cwd, context }) => {
  const read = readArguments("rev-list", given, {
    flags: "--count --reverse --all --branches --first-parent --no-merges --merges --left-right",
    valued: "-n|--max-count --skip",
    number: true,
  });
  const symmetric = /^(.*)\.\.\.(.*)$/.exec(read.operands[0] ?? "");
  if (read.has("--left-right")) {
    if (symmetric === null || !read.has("--count")) throw unsupported("rev-list", "--left-right without --count A...B");
    const [left = "", right = ""] = symmetric.slice(1).map((text) => text || "HEAD");
    const counts = await Promise.all([countOf(repository, left, right), countOf(repository, right, left)]);
    return lines([counts.join("\t")]);
  }
  if (read.operands.length === 0 && !read.has("--all", "--branches")) {
    throw new GitFailure("usage: git rev-list [<options>] <commit>... [--] [<path>...]", 129);
  }
  const { starts, stops, paths } = await revisions(repository, read, cwd, context.fs);
  if (paths.length > 0) throw unsupported("rev-list", "paths");
  const most = Number(read.value("-n") ?? Number.POSITIVE_INFINITY);
  const skip = Number(read.value("--skip") ?? 0);
  const found: string[] = [];
  for await (const { oid, parents } of history(repository, starts, stops, read.has("--first-parent"))) {
    context.signal?.throwIfAborted();
    if (found.length >= most + skip) break;
    if (parents.length > 1 ? !read.has("--no-merges") : !read.has("--merges")) found.push(oid);
  }
  const shown = found.slice(skip);
  if (read.has("--count")) return lines([String(shown.length)]);
  return lines(read.has("--reverse") ? shown.reverse() : shown);
};

/** How many commits are in `tip` that are not in `other`. */
async function countOf(repository: Repository, tip: string, other: string): Promise<number> {
  let count = 0;
  const [start, stop] = [await repository.resolve(tip), await repository.resolve(other)];
  for await (const _ of history(repository, [start], [stop], false)) count += 1;
  return count;
}

/** `git ls-tree [-r] [-d] [-l] [--name-only] REVISION [PATH…]` */
export const listTree: GitCommand = async ({ repository, given, cwd }) => {
  const read = readArguments("ls-tree", given, {
    flags: "-r -d -t -l|--long --name-only|--name-status --full-tree --full-name -z",
    valued: "--format --abbrev?",
  });
  for (const option of ["-t", "-l", "-z", "--format", "--abbrev"])
    if (read.has(option)) throw unsupported("ls-tree", option);
  const [revision, ...paths] = [...read.operands, ...(read.paths ?? [])];
  if (revision === undefined) throw new GitFailure("usage: git ls-tree [<options>] <tree-ish> [<path>...]", 129);
  const object = await repository.tryResolve(revision);
  if (object === undefined) throw fatal(`Not a valid object name ${revision}`);
  const pathspecs = parsePathspecs(repository, cwd, paths);
  const peeled = await repository.peel(object);
  const root = peeled.type === "tree" ? peeled.oid : (await repository.commit(peeled.oid)).tree;
  const found: string[] = [];
  const walk = async (oid: string, prefix: string): Promise<void> => {
    const { tree } = await git.readTree({ ...repository.common, oid });
    for (const entry of tree) {
      const path = prefix + entry.path;
      const isTree = entry.type === "tree";
      const above = isTree && pathspecs.some(({ text }) => text.startsWith(`${path}/`));
      if (isTree && (read.has("-r") || above)) await walk(entry.oid, `${path}/`);
      else if (isMeant(pathspecs, path) && (isTree || !read.has("-d"))) {
        const name = shownName(path);
        found.push(
          read.has("--name-only") ? name : `${entry.mode.padStart(6, "0")} ${entry.type} ${entry.oid}\t${name}`,
        );
      }
    }
  };
  await walk(root, "");
  return lines(found);
};

/** `git show-ref [--heads] [--tags] [-s] [-q] [--verify] [NAME…]` */
export const showRef: GitCommand = async ({ repository, given }) => {
  const read = readArguments("show-ref", given, { flags: "--heads --tags -s|--hash -q|--quiet --verify --head -d" });
  if (read.has("--head", "-d")) throw unsupported("show-ref", "--head and -d");
  const all = [
    ...(await repository.branches()).map((name) => `refs/heads/${name}`),
    ...(await git.listTags(repository.common)).sort().map((name) => `refs/tags/${name}`),
  ];
  const kinds = [...(read.has("--heads") ? ["refs/heads/"] : []), ...(read.has("--tags") ? ["refs/tags/"] : [])];
  const names = all.filter(
    (ref) =>
      (kinds.length === 0 || kinds.some((kind) => ref.startsWith(kind))) &&
      (read.operands.length === 0 ||
        read.operands.some((name) => ref === name || (!read.has("--verify") && ref.endsWith(`/${name}`)))),
  );
  if (read.has("--verify") && names.length === 0 && !read.has("-q")) {
    throw fatal(`'${read.operands[0] ?? ""}' - not a valid ref`);
  }
  const shown = await Promise.all(
    names.map(async (ref) => {
      const oid = await git.resolveRef({ ...repository.common, ref });
      return read.has("-s") ? oid : `${oid} ${ref}`;
    }),
  );
  return { ...(read.has("-q") ? {} : lines(shown)), exitCode: names.length === 0 ? 1 : 0 };
};

/** `git describe [--tags] [--always] [--long] [--abbrev=N] [--exact-match] [--dirty] [COMMIT]` */
export const describe: GitCommand = async ({ repository, given }) => {
  const read = readArguments("describe", given, {
    flags: "--tags --always --long --exact-match --all --contains --first-parent",
    valued: "--abbrev --match --exclude --dirty? --candidates",
  });
  for (const option of ["--all", "--contains", "--match", "--exclude", "--dirty", "--candidates"]) {
    if (read.has(option)) throw unsupported("describe", option);
  }
  const { oid } = await repository.commit(await repository.resolve(read.operands[0] ?? "HEAD"));
  const tags = new Map<string, string>();
  for (const name of (await git.listTags(repository.common)).sort()) {
    const object = await git.resolveRef({ ...repository.common, ref: `refs/tags/${name}` });
    const { oid: target } = await repository.peel(object);
    if (read.has("--tags") || object !== target) tags.set(target, name);
  }
  const abbreviated = oid.slice(0, Number(read.value("--abbrev") ?? SHORT_OID) || 0);
  for await (const commit of history(repository, [oid], [], read.has("--first-parent"))) {
    const name = tags.get(commit.oid);
    if (name === undefined) {
      if (read.has("--exact-match")) throw fatal(`no tag exactly matches '${oid}'`);
      continue;
    }
    const distance = await countOf(repository, oid, commit.oid);
    if ((distance === 0 && !read.has("--long")) || abbreviated === "") return lines([name]);
    return lines([`${name}-${distance}-g${abbreviated}`]);
  }
  if (read.has("--always")) return lines([abbreviated]);
  throw fatal(
    (await git.listTags(repository.common)).length > 0
      ? `No annotated tags can describe '${oid}'.\nHowever, there were unannotated tags: try --tags.`
      : "No names found, cannot describe anything.",
  );
};

/** `git shortlog [-s] [-n] [-e] [REVISION…]` */
export const shortlog: GitCommand = async ({ repository, given, cwd, context }) => {
  const read = readArguments("shortlog", given, {
    flags: "-s|--summary -n|--numbered -e|--email --all --no-merges -c|--committer",
  });
  // Without a revision the real one reads a log from standard input.
  if (read.operands.length === 0 && !read.has("--all")) throw unsupported("shortlog", "without a revision (give HEAD)");
  const { starts, stops } = await revisions(repository, read, cwd, context.fs);
  const people = new Map<string, string[]>();
  for await (const { author, committer, message, parents } of history(repository, starts, stops, false)) {
    if (read.has("--no-merges") && parents.length > 1) continue;
    const { name, email } = read.has("-c") ? committer : author;
    const person = read.has("-e") ? `${name} <${email}>` : name;
    people.set(person, [subjectOf(message), ...(people.get(person) ?? [])]);
  }
  const order = [...people].sort(
    ([left, one], [right, other]) => (read.has("-n") ? other.length - one.length : 0) || (left < right ? -1 : 1),
  );
  if (read.has("-s"))
    return lines(order.map(([person, subjects]) => `${String(subjects.length).padStart(6)}\t${person}`));
  const blocks = order.map(
    ([person, subjects]) =>
      `${person} (${subjects.length}):\n${subjects.map((subject) => `      ${subject}\n`).join("")}\n`,
  );
  return { stdout: blocks.join("") };
};
