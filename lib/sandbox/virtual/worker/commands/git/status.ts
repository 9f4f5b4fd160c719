import { byBytes } from "./by-bytes";
import { type FileChange, fileChanges } from "./file-changes";
import { readArguments } from "./git-arguments";
import type { GitCommand } from "./git-command";
import type { Unmerged } from "./index-stages";
import { isMeant, parsePathspecs } from "./pathspec";
import { shownName } from "./render-diff";
import { type Repository, SHORT_OID } from "./repository";

export interface RepositoryStatus {
  staged: FileChange[];
  unstaged: FileChange[];
  unmerged: Map<string, Unmerged>;
  untracked: string[];
  ignored: string[];
}

/** What `git status` tells, for paths that are meant. */
export async function repositoryStatus(
  repository: Repository,
  options: { untracked: "no" | "normal" | "all"; ignored?: boolean; meant?: (path: string) => boolean },
): Promise<RepositoryStatus> {
  const index = await repository.index();
  const head = await repository.filesOf(await repository.headOid());
  const work = await repository.workFiles(index.keys());
  const meant = options.meant ?? (() => true);
  const unmerged = await repository.unmerged();
  const chosen = (changes: FileChange[]) => changes.filter(({ path }) => meant(path) && !unmerged.has(path));
  return {
    unmerged: new Map([...unmerged].filter(([path]) => meant(path))),
    staged: chosen(fileChanges(head, index)),
    unstaged: chosen(fileChanges(index, work, { renames: false })),
    untracked:
      options.untracked === "no"
        ? []
        : (await repository.untracked(index, { all: options.untracked === "all" })).filter(meant),
    ignored: options.ignored ? await repository.untracked(index, { all: true, ignored: true }) : [],
  };
}

/** How `git status` calls an unmerged path, by the sides that it is on. */
function unmergedKind({ base, ours, theirs }: Unmerged): { code: string; words: string } {
  if (ours !== undefined && theirs !== undefined)
    return base === undefined ? { code: "AA", words: "both added" } : { code: "UU", words: "both modified" };
  if (ours !== undefined)
    return base === undefined ? { code: "AU", words: "added by us" } : { code: "UD", words: "deleted by them" };
  if (theirs !== undefined)
    return base === undefined ? { code: "UA", words: "added by them" } : { code: "DU", words: "deleted by us" };
  return { code: "DD", words: "both deleted" };
}

const LONGEST_KIND = "deleted by them: ".length;

export const status: GitCommand = async ({ repository, given, cwd }) => {
  const read = readArguments("status", given, {
    flags: "-s|--short -b|--branch --long -z --ignored --no-renames --show-stash --ahead-behind -v|--verbose",
    valued: "-u?|--untracked-files? --porcelain?",
  });
  const pathspecs = parsePathspecs(repository, cwd, [...read.operands, ...(read.paths ?? [])]);
  const mode = read.has("-u") ? read.value("-u") || "all" : "normal";
  const found = await repositoryStatus(repository, {
    untracked: mode === "no" ? "no" : mode === "all" ? "all" : "normal",
    ignored: read.has("--ignored"),
    meant: (path) => isMeant(pathspecs, path.replace(/\/$/, "")),
  });
  const porcelain = read.has("--porcelain");
  if (porcelain && read.value("--porcelain") === "v2") {
    return { stderr: "git status: --porcelain=v2 is not supported in the embedded shell\n", exitCode: 129 };
  }
  const from = porcelain ? repository.dir : cwd;
  if (read.has("-s", "--porcelain", "-z"))
    return { stdout: await short(repository, found, read.has("-b"), from, read.has("-z")) };
  return { stdout: await long(repository, found, cwd, mode === "no") };
};

async function short(
  repository: Repository,
  found: RepositoryStatus,
  withBranch: boolean,
  cwd: string,
  zero: boolean,
): Promise<string> {
  const shown = (path: string) => (zero ? path : shortName(repository.relative(path, cwd)));
  const codes = new Map<string, { staged: string; unstaged: string; from?: string }>();
  for (const { path, status, from } of found.staged) codes.set(path, { staged: status, unstaged: " ", from });
  for (const { path, status } of found.unstaged) {
    const known = codes.get(path);
    if (known === undefined) codes.set(path, { staged: " ", unstaged: status });
    else known.unstaged = status;
  }
  for (const [path, sides] of found.unmerged) {
    const [staged = "", unstaged = ""] = unmergedKind(sides).code;
    codes.set(path, { staged, unstaged });
  }
  const end = zero ? "\0" : "\n";
  const lines = [...codes]
    .sort(([left], [right]) => byBytes(left, right))
    .map(([path, { staged, unstaged, from }]) => {
      if (from === undefined) return `${staged}${unstaged} ${shown(path)}${end}`;
      return zero
        ? `${staged}${unstaged} ${path}\0${from}\0`
        : `${staged}${unstaged} ${shown(from)} -> ${shown(path)}${end}`;
    });
  lines.push(
    ...found.untracked.map((path) => `?? ${shown(path)}${end}`),
    ...found.ignored.map((path) => `!! ${shown(path)}${end}`),
  );
  if (withBranch) {
    const branch = await repository.branch();
    const head = await repository.headOid();
    const text =
      branch === undefined ? "HEAD (no branch)" : head === undefined ? `No commits yet on ${branch}` : branch;
    lines.unshift(`## ${text}${end}`);
  }
  return lines.join("");
}

function shortName(path: string): string {
  const name = shownName(path);
  return name.includes(" ") && !name.startsWith('"') ? `"${name}"` : name;
}

async function long(repository: Repository, found: RepositoryStatus, cwd: string, hidden: boolean): Promise<string> {
  const branch = await repository.branch();
  const head = await repository.headOid();
  const merging = (await repository.mergeState("MERGE_HEAD")) !== undefined;
  const picked = await repository.mergeState("CHERRY_PICK_HEAD");
  const reverted = await repository.mergeState("REVERT_HEAD");
  const shown = (path: string) => shownName(repository.relative(path, cwd));
  const rebasing = await rebaseText(repository, found.unmerged.size > 0);
  const parts = [
    rebasing !== undefined
      ? rebasing
      : branch === undefined
        ? `HEAD detached at ${head?.slice(0, SHORT_OID)}\n`
        : `On branch ${branch}\n`,
  ];
  if (head === undefined) parts.push("\nNo commits yet\n\n");
  if (rebasing === undefined && (picked !== undefined || reverted !== undefined)) {
    const [command, doing] = picked !== undefined ? ["cherry-pick", "cherry-picking"] : ["revert", "reverting"];
    const next = found.unmerged.size > 0 ? "fix conflicts and run" : "all conflicts fixed: run";
    parts.push(
      `You are currently ${doing} commit ${(picked ?? reverted)?.slice(0, SHORT_OID)}.\n  (${next} "git ${command} --continue")\n  (use "git ${command} --skip" to skip this patch)\n  (use "git ${command} --abort" to cancel the ${command} operation)\n\n`,
    );
  } else if (rebasing === undefined && found.unmerged.size > 0) {
    const hints = ['  (fix conflicts and run "git commit")\n', '  (use "git merge --abort" to abort the merge)\n'];
    parts.push(`You have unmerged paths.\n${merging ? hints.join("") : hints[0]}\n`);
  } else if (rebasing === undefined && merging)
    parts.push('All conflicts fixed but you are still merging.\n  (use "git commit" to conclude merge)\n\n');
  const section = (title: string, hints: string[], lines: string[]) => {
    if (lines.length === 0) return;
    parts.push(
      `${title}\n${hints.map((hint) => `  (${hint})\n`).join("")}${lines.map((line) => `\t${line}\n`).join("")}\n`,
    );
  };
  const words: Readonly<Record<FileChange["status"], string>> = {
    A: "new file:   ",
    D: "deleted:    ",
    M: "modified:   ",
    T: "typechange: ",
    R: "renamed:    ",
  };
  const describe = ({ path, status, from }: FileChange) =>
    words[status] + (from === undefined ? shown(path) : `${shown(from)} -> ${shown(path)}`);
  const unstage =
    head === undefined
      ? 'use "git rm --cached <file>..." to unstage'
      : 'use "git restore --staged <file>..." to unstage';
  section("Changes to be committed:", merging || picked !== undefined ? [] : [unstage], found.staged.map(describe));
  const kinds = [...found.unmerged].map(([path, sides]) => ({ path, ...unmergedKind(sides) }));
  const settle = kinds.every(({ code }) => code === "UU" || code === "AA")
    ? 'use "git add <file>..." to mark resolution'
    : kinds.every(({ code }) => code === "DD")
      ? 'use "git rm <file>..." to mark resolution'
      : 'use "git add/rm <file>..." as appropriate to mark resolution';
  section(
    "Unmerged paths:",
    merging || picked !== undefined || (reverted === undefined && rebasing === undefined)
      ? [settle]
      : [unstage, settle],
    kinds.map(({ path, words }) => `${`${words}:`.padEnd(LONGEST_KIND)}${shown(path)}`),
  );
  const add = found.unstaged.some(({ status }) => status === "D") ? "add/rm" : "add";
  section(
    "Changes not staged for commit:",
    [
      `use "git ${add} <file>..." to update what will be committed`,
      'use "git restore <file>..." to discard changes in working directory',
    ],
    found.unstaged.map(describe),
  );
  section(
    "Untracked files:",
    ['use "git add <file>..." to include in what will be committed'],
    found.untracked.map(shown),
  );
  section(
    "Ignored files:",
    ['use "git add -f <file>..." to include in what will be committed'],
    found.ignored.map(shown),
  );
  if (found.staged.length > 0 || (merging && found.unmerged.size === 0)) {
    if (hidden) parts.push("Untracked files not listed (use -u option to show untracked files)\n");
    return parts.join("");
  }
  if (found.unstaged.length + found.unmerged.size > 0)
    parts.push('no changes added to commit (use "git add" and/or "git commit -a")\n');
  else if (found.untracked.length > 0)
    parts.push('nothing added to commit but untracked files present (use "git add" to track)\n');
  else if (head === undefined) parts.push('nothing to commit (create/copy files and use "git add" to track)\n');
  else if (hidden) parts.push("nothing to commit (use -u to show untracked files)\n");
  else parts.push("nothing to commit, working tree clean\n");
  return parts.join("");
}

/** How far a rebase has come, and what can be done about it; undefined when there is none. */
async function rebaseText(repository: Repository, conflicts: boolean): Promise<string | undefined> {
  const name = await repository.mergeState("rebase-merge/head-name");
  if (name === undefined) return undefined;
  const onto = (await repository.mergeState("rebase-merge/onto"))?.slice(0, SHORT_OID);
  const list = async (file: string) => {
    const text = await repository.mergeState(`rebase-merge/${file}`);
    return (text ?? "").split("\n").flatMap((line) => {
      const [, word, oid, subject] = /^(\w+) (\w+) (.*)$/.exec(line) ?? [];
      return oid === undefined ? [] : [`   ${word} ${oid.slice(0, SHORT_OID)} ${subject}\n`];
    });
  };
  const [done, todo] = [await list("done"), await list("git-rebase-todo")];
  const command = (lines: string[]) => (lines.length === 1 ? "command" : "commands");
  const more = done.length > 2 ? "  (see more in file .git/rebase-merge/done)\n" : "";
  const past = `Last ${command(done)} done (${done.length} ${command(done)} done):\n${done.slice(-2).join("")}${more}`;
  const future =
    todo.length === 0
      ? "No commands remaining.\n"
      : `Next ${command(todo)} to do (${todo.length} remaining ${command(todo)}):\n${todo.slice(0, 2).join("")}  (use "git rebase --edit-todo" to view and edit)\n`;
  const branch = name.startsWith("refs/heads/") ? ` branch '${name.slice("refs/heads/".length)}' on '${onto}'` : "";
  const hints = conflicts
    ? '  (fix conflicts and then run "git rebase --continue")\n  (use "git rebase --skip" to skip this patch)\n  (use "git rebase --abort" to check out the original branch)\n'
    : '  (all conflicts fixed: run "git rebase --continue")\n';
  return `interactive rebase in progress; onto ${onto}\n${past}${future}You are currently rebasing${branch}.\n${hints}\n`;
}
