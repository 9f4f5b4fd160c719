import * as git from "isomorphic-git";
import { DIFF_FLAGS, DIFF_VALUED, diffOptions } from "./diff-options";
import { type FileChange, fileChanges } from "./file-changes";
import { readArguments } from "./git-arguments";
import type { GitCommand } from "./git-command";
import { fatal, unsupported } from "./git-failure";
import { isMeant, parsePathspecs } from "./pathspec";
import { renderDiff } from "./render-diff";
import type { GitFiles, Repository } from "./repository";

export const diff: GitCommand = async ({ repository, given, cwd, context }) => {
  const read = readArguments("diff", given, {
    flags: `${DIFF_FLAGS} --cached|--staged -q|--quiet --exit-code --check --merge-base -R`,
    valued: DIFF_VALUED,
  });
  for (const option of ["--check", "-R", "--merge-base"]) if (read.has(option)) throw unsupported("diff", option);
  const revisions: string[] = [];
  const paths = [...(read.paths ?? [])];
  for (const [at, text] of read.operands.entries()) {
    const range = /^(.*?)(\.{2,3})(.*)$/s.exec(text);
    const isRevision = range === null ? (await repository.tryResolve(text)) !== undefined : true;
    if (isRevision && paths.length === (read.paths?.length ?? 0)) revisions.push(text);
    else if (
      read.paths !== undefined ||
      (range === null && !(await context.fs.exists(context.fs.resolvePath(cwd, text))))
    ) {
      await repository.resolve(text);
    } else paths.push(...read.operands.slice(at, at + 1));
  }
  const pathspecs = parsePathspecs(repository, cwd, paths);
  const { before, after, workTree } = await sides(repository, revisions, read.has("--cached"));
  const filter = read.value("--diff-filter");
  const changes = fileChanges(before, after, { renames: !read.has("--no-renames") && !workTree }).filter(
    (change) => isMeant(pathspecs, change.path) && passes(filter, change),
  );
  const stdout = read.has("-q") ? "" : await renderDiff(repository, changes, diffOptions(read, "patch", workTree));
  return { stdout, exitCode: read.has("-q", "--exit-code") && changes.length > 0 ? 1 : 0 };
};

export function passes(filter: string | undefined, { status }: FileChange): boolean {
  if (filter === undefined) return true;
  const wanted = filter.replace(/[a-z]/g, "");
  if (filter.includes(status.toLowerCase())) return false;
  return wanted === "" || wanted.includes(status);
}

async function sides(
  repository: Repository,
  revisions: readonly string[],
  cached: boolean,
): Promise<{ before: GitFiles; after: GitFiles; workTree: boolean }> {
  const [first, second, third] = revisions;
  if (third !== undefined) throw fatal("more than two revisions cannot be compared");
  if (cached) {
    if (second !== undefined) throw fatal("--cached compares one revision with the index");
    const base = first === undefined ? await repository.headOid() : await repository.resolve(first);
    return { before: await repository.filesOf(base), after: await repository.index(), workTree: false };
  }
  const range = first === undefined ? null : /^(.*?)(\.{2,3})(.*)$/s.exec(first);
  if (range !== null) {
    const [, from = "", dots, to = ""] = range;
    const [left, right] = await Promise.all([repository.resolve(from || "HEAD"), repository.resolve(to || "HEAD")]);
    const [base = left] =
      dots === "..." ? await git.findMergeBase({ ...repository.common, oids: [left, right] }) : [left];
    return { before: await repository.filesOf(base), after: await repository.filesOf(right), workTree: false };
  }
  if (first !== undefined && second !== undefined) {
    const [left, right] = await Promise.all([repository.resolve(first), repository.resolve(second)]);
    return { before: await repository.filesOf(left), after: await repository.filesOf(right), workTree: false };
  }
  const index = await repository.index();
  const work = await repository.workFiles(index.keys());
  const before = first === undefined ? index : await repository.filesOf(await repository.resolve(first));
  return { before, after: work, workTree: true };
}
