import * as git from "isomorphic-git";
import { byBytes } from "./by-bytes";
import { combinedHunks } from "./combined-diff";
import { DIFF_FLAGS, DIFF_VALUED, diffOptions } from "./diff-options";
import { type FileChange, fileChanges } from "./file-changes";
import { readArguments } from "./git-arguments";
import type { GitCommand } from "./git-command";
import { fatal, unsupported } from "./git-failure";
import type { GitFiles } from "./git-file";
import type { Unmerged } from "./index-stages";
import { textLines } from "./line-hunks";
import { isMeant, parsePathspecs } from "./pathspec";
import { type DiffOptions, isBinary, renderDiff, shownName } from "./render-diff";
import { type Repository, SHORT_OID } from "./repository";

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
  const { before, after, workTree, againstIndex } = await sides(repository, revisions, read.has("--cached"));
  const filter = read.value("--diff-filter");
  const changes = fileChanges(before, after, { renames: !read.has("--no-renames") && !workTree }).filter(
    (change) => isMeant(pathspecs, change.path) && passes(filter, change),
  );
  const options = diffOptions(read, "patch", workTree);
  const left = againstIndex ? await repository.unmerged() : new Map<string, Unmerged>();
  const unmerged = new Map([...left].filter(([path]) => isMeant(pathspecs, path)));
  const told =
    unmerged.size === 0
      ? renderDiff(repository, changes, options)
      : renderUnmerged(repository, unmerged, changes, options, filter);
  const stdout = read.has("-q") ? "" : await told;
  return { stdout, exitCode: read.has("-q", "--exit-code") && changes.length + unmerged.size > 0 ? 1 : 0 };
};

/** Changes among which there are unmerged paths. */
async function renderUnmerged(
  repository: Repository,
  unmerged: ReadonlyMap<string, Unmerged>,
  changes: readonly FileChange[],
  options: DiffOptions,
  filter: string | undefined,
): Promise<string> {
  const [format, more] = options.formats;
  if (more !== undefined || !["name-only", "name-status", "patch"].includes(format ?? ""))
    throw unsupported("diff", `--${format} with unmerged paths`);
  const tellsUnmerged = filter === undefined || passesFilter(filter, "U");
  const end = options.zero ? "\0" : "\n";
  let text = "";
  for (const path of [...new Set([...unmerged.keys(), ...changes.map((change) => change.path)])].sort(byBytes)) {
    const sides = unmerged.get(path);
    const change = changes.find((candidate) => candidate.path === path);
    const name = shownName(path, options.zero);
    if (sides !== undefined && tellsUnmerged) {
      if (format === "name-only") text += name + end;
      else if (format === "name-status") text += `U${options.zero ? "\0" : "\t"}${name}${end}`;
      else text += options.workTree ? await combined(repository, path, sides) : `* Unmerged path ${path}\n`;
    }
    if (change === undefined || (sides !== undefined && (format === "patch" || !options.workTree))) continue;
    text += await renderDiff(repository, [change], options);
  }
  return text;
}

async function combined(repository: Repository, path: string, { ours, theirs }: Unmerged): Promise<string> {
  if (ours === undefined || theirs === undefined) return `* Unmerged path ${path}\n`;
  const work = await repository.workFile(path);
  if (work === undefined) throw unsupported("diff", `of the unmerged path ${path}, which is not there`);
  const bytes = [await repository.blob(ours.oid), await repository.blob(theirs.oid), await repository.workBytes(path)];
  const texts = bytes.map((content) => new TextDecoder().decode(content));
  if (bytes.some(isBinary) || texts.some((content) => content !== "" && !content.endsWith("\n")))
    throw unsupported("diff", `of the unmerged path ${path}, which is binary or ends without a line feed`);
  const [mine = [], other = [], now = []] = texts.map(textLines);
  const index = `${ours.oid.slice(0, SHORT_OID)},${theirs.oid.slice(0, SHORT_OID)}..${"0".repeat(SHORT_OID)}`;
  const hunks = combinedHunks([mine, other], now);
  const modes =
    ours.mode === work.mode && theirs.mode === work.mode ? "" : `mode ${ours.mode},${theirs.mode}..${work.mode}\n`;
  const names = hunks === "" ? "" : `--- ${shownName(`a/${path}`)}\n+++ ${shownName(`b/${path}`)}\n`;
  return `diff --cc ${shownName(path)}\nindex ${index}\n${modes}${names}${hunks}`;
}

export function passes(filter: string | undefined, { status }: FileChange): boolean {
  return filter === undefined || passesFilter(filter, status);
}

function passesFilter(filter: string, status: string): boolean {
  const wanted = filter.replace(/[a-z]/g, "");
  if (filter.includes(status.toLowerCase())) return false;
  return wanted === "" || wanted.includes(status);
}

async function sides(
  repository: Repository,
  revisions: readonly string[],
  cached: boolean,
): Promise<{ before: GitFiles; after: GitFiles; workTree: boolean; againstIndex: boolean }> {
  const [first, second, third] = revisions;
  if (third !== undefined) throw fatal("more than two revisions cannot be compared");
  if (cached) {
    if (second !== undefined) throw fatal("--cached compares one revision with the index");
    const base = first === undefined ? await repository.headOid() : await repository.resolve(first);
    return {
      before: await repository.filesOf(base),
      after: await repository.index(),
      workTree: false,
      againstIndex: true,
    };
  }
  const range = first === undefined ? null : /^(.*?)(\.{2,3})(.*)$/s.exec(first);
  if (range !== null) {
    const [, from = "", dots, to = ""] = range;
    const [left, right] = await Promise.all([repository.resolve(from || "HEAD"), repository.resolve(to || "HEAD")]);
    const [base = left] =
      dots === "..." ? await git.findMergeBase({ ...repository.common, oids: [left, right] }) : [left];
    return {
      before: await repository.filesOf(base),
      after: await repository.filesOf(right),
      workTree: false,
      againstIndex: false,
    };
  }
  if (first !== undefined && second !== undefined) {
    const [left, right] = await Promise.all([repository.resolve(first), repository.resolve(second)]);
    return {
      before: await repository.filesOf(left),
      after: await repository.filesOf(right),
      workTree: false,
      againstIndex: false,
    };
  }
  const index = await repository.index();
  for (const [path, { ours }] of await repository.unmerged()) if (ours !== undefined) index.set(path, ours);
  const work = await repository.workFiles(index.keys());
  const before = first === undefined ? index : await repository.filesOf(await repository.resolve(first));
  return { before, after: work, workTree: true, againstIndex: first === undefined };
}
