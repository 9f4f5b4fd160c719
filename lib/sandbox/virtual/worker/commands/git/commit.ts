import * as git from "isomorphic-git";
import { subjectOf } from "./commit-format";
import { fileChanges } from "./file-changes";
import { readArguments } from "./git-arguments";
import type { GitCommand } from "./git-command";
import { fatal, GitFailure, unsupported } from "./git-failure";
import { renderDiff, summary } from "./render-diff";
import { parseDate, type Repository, SHORT_OID } from "./repository";
import { status } from "./status";
import { unmergedFailure } from "./unmerged-failure";

export const commit: GitCommand = async (run) => {
  const { repository, given, context, cwd } = run;
  const read = readArguments("commit", given, {
    flags:
      "-a|--all --amend --allow-empty --allow-empty-message -q|--quiet --no-edit -n|--no-verify -s|--signoff -v|--verbose --no-gpg-sign --dry-run -e|--edit --reset-author",
    valued: "-m|--message -F|--file --author --date -C|--reuse-message --fixup --cleanup -u?",
  });
  for (const option of ["--dry-run", "-e", "--fixup", "-C"]) if (read.has(option)) throw unsupported("commit", option);
  const paths = [...read.operands, ...(read.paths ?? [])];
  const head = await repository.headOid();
  if (read.has("--amend") && head === undefined) throw fatal("You have nothing to amend.");
  const mergeHead = await repository.mergeState("MERGE_HEAD");
  if (read.has("--amend") && mergeHead !== undefined) throw fatal("You are in the middle of a merge -- cannot amend.");
  if (paths.length > 0 && mergeHead !== undefined) throw fatal("cannot do a partial commit during a merge.");
  const picked = await repository.mergeState("CHERRY_PICK_HEAD");
  if (read.has("--amend") && picked !== undefined)
    throw fatal("You are in the middle of a cherry-pick -- cannot amend.");
  const index = await repository.index();
  const unmerged = await repository.unmerged();
  if (unmerged.size > 0 && !read.has("-a"))
    throw unmergedFailure("Committing", [...unmerged.keys()].map((path) => `U\t${path}\n`).join(""));
  if (paths.length > 0) {
    const full = paths.map((path) => context.fs.resolvePath(cwd, path).slice(repository.dir.length + 1));
    const known = [...index.keys()].filter((path) => full.some((name) => path === name || path.startsWith(`${name}/`)));
    if (known.length === 0)
      throw new GitFailure(`error: pathspec '${paths[0]}' did not match any file(s) known to git`, 1);
    const others = fileChanges(await repository.filesOf(head), index, { renames: false }).some(
      ({ path }) => !known.includes(path),
    );
    if (others)
      throw new GitFailure(
        "git commit: paths together with other staged changes are not supported in the embedded shell",
        129,
      );
    await repository.stage(known);
  } else if (read.has("-a")) {
    const work = await repository.workFiles(index.keys());
    await repository.stage(
      [...index]
        .filter(([path, file]) => {
          const now = work.get(path);
          return unmerged.has(path) || now?.oid !== file.oid || now.mode !== file.mode;
        })
        .map(([path]) => path),
    );
  }
  const previous = read.has("--amend") && head !== undefined ? await repository.commit(head) : undefined;
  const base = previous === undefined ? head : previous.parents[0];
  const before = await repository.filesOf(base);
  const changes = fileChanges(before, await repository.index());
  if (changes.length === 0 && !read.has("--allow-empty", "--amend") && mergeHead === undefined) {
    const told = await status({ ...run, given: [] });
    return { stdout: told.stdout?.replace("\nNo commits yet\n", "\nInitial commit\n"), exitCode: 1 };
  }
  if (changes.length === 0 && previous !== undefined && base !== undefined && !read.has("--allow-empty")) {
    throw new GitFailure(
      'You asked to amend the most recent commit, but doing so would make\nit empty. You can repeat your command with --allow-empty, or you can\nremove the commit entirely with "git reset HEAD^".',
      1,
    );
  }
  const message = await messageOf(repository, read, previous?.message, context, cwd);
  const author = await authorOf(
    repository,
    read,
    picked === undefined ? previous?.author : (await repository.commit(picked)).author,
  );
  const oid = await git.commit({
    ...repository.common,
    message,
    author,
    committer: await repository.signature("COMMITTER"),
    ...(previous === undefined
      ? mergeHead === undefined
        ? {}
        : { parent: [head as string, mergeHead] }
      : { parent: previous.parents }),
    ...(previous === undefined ? {} : { noUpdateBranch: true }),
  });
  if (previous !== undefined) await repository.moveHead(oid);
  // What still waits to be replayed after this one goes on with `--continue`.
  if ((await repository.mergeState("sequencer/todo"))?.includes("\n")) await repository.endMerge();
  else await repository.endReplay();
  if (read.has("-q")) return {};
  const branch = (await repository.branch()) ?? "detached HEAD";
  const root = base === undefined && previous === undefined ? " (root-commit)" : "";
  const options = { context: 3, ignoreSpace: false, workTree: false, zero: false };
  // Of a merge git counts nothing.
  const counts =
    mergeHead === undefined
      ? (await renderDiff(repository, changes, { ...options, formats: ["shortstat"] })) + summary(changes)
      : "";
  const dated =
    previous === undefined && picked === undefined && !read.has("--author", "--date")
      ? ""
      : await details(repository, oid, previous !== undefined || picked !== undefined || read.has("--date"));
  return {
    stdout: `[${branch}${root} ${oid.slice(0, SHORT_OID)}] ${subjectOf(message)}\n${dated}${counts}`,
  };
};

export async function details(repository: Repository, oid: string, withDate: boolean): Promise<string> {
  const { formatDate } = await import("./commit-format");
  const { author, committer } = await repository.commit(oid);
  const own = author.name === committer.name && author.email === committer.email;
  return `${own ? "" : ` Author: ${author.name} <${author.email}>\n`}${withDate ? ` Date: ${formatDate(author, "default")}\n` : ""}`;
}

async function messageOf(
  repository: Repository,
  read: ReturnType<typeof readArguments>,
  previous: string | undefined,
  context: Parameters<GitCommand>[0]["context"],
  cwd: string,
): Promise<string> {
  let text: string | undefined;
  if (read.has("-m")) text = read.values("-m").join("\n\n");
  else if (read.has("-F")) {
    const name = read.value("-F") as string;
    text =
      name === "-"
        ? new TextDecoder().decode(
            Uint8Array.from(context.stdin as unknown as string, (letter) => letter.charCodeAt(0)),
          )
        : new TextDecoder().decode(
            await context.fs.readFileBuffer(context.fs.resolvePath(cwd, name)).catch(() => {
              throw fatal(`could not read log file '${name}': No such file or directory`);
            }),
          );
  } else if (previous !== undefined) text = previous;
  else {
    const prepared = (await repository.mergeState("MERGE_MSG")) ?? (await repository.mergeState("SQUASH_MSG"));
    // An editor would leave the comments out; without one they stay, as git does it.
    text = read.has("--no-edit") ? prepared : prepared?.replace(/^#.*\n?/gm, "");
  }
  if (text === undefined) {
    throw new GitFailure(
      "error: there is no editor in the embedded shell\nPlease supply the message using either -m or -F option.",
      1,
    );
  }
  if (read.has("-s")) {
    const { name, email } = await repository.signature("COMMITTER");
    text = `${text.trimEnd()}\n\nSigned-off-by: ${name} <${email}>`;
  }
  const cleaned = text
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+|\n+$/g, "");
  if (cleaned === "" && !read.has("--allow-empty-message"))
    throw new GitFailure("Aborting commit due to empty commit message.", 1);
  return `${cleaned}\n`;
}

async function authorOf(
  repository: Repository,
  read: ReturnType<typeof readArguments>,
  previous: git.CommitObject["author"] | undefined,
) {
  const usual = previous === undefined || read.has("--reset-author") ? await repository.signature("AUTHOR") : previous;
  const date = read.has("--date") ? parseDate(read.value("--date") as string) : {};
  const given = read.value("--author");
  if (given === undefined) return { ...usual, ...date };
  const parts = /^(.*?)\s*<(.*)>$/.exec(given);
  if (parts === null) throw fatal(`--author '${given}' is not 'Name <email>' and matches no existing author`);
  return { ...usual, ...date, name: parts[1] as string, email: parts[2] as string };
}
