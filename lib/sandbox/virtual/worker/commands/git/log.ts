import * as git from "isomorphic-git";
import { type CommitLook, formatCommit, formatDate, NAMED_FORMATS } from "./commit-format";
import { passes } from "./diff";
import { DIFF_FLAGS, DIFF_VALUED, diffOptions } from "./diff-options";
import { type FileChange, fileChanges } from "./file-changes";
import { type GitArguments, readArguments } from "./git-arguments";
import type { GitCommand } from "./git-command";
import { fatal, GitFailure, unsupported } from "./git-failure";
import type { GitFiles } from "./git-file";
import { isMeant, type Pathspec, parsePathspecs } from "./pathspec";
import { type Pickaxe, pickaxe } from "./pickaxe";
import { type DiffOptions, renderDiff, shownName } from "./render-diff";
import { type Commit, parseDate, type Repository, type Signature } from "./repository";

const LOOK_FLAGS =
  "--oneline --abbrev-commit --no-abbrev-commit --no-decorate --date-order --topo-order --relative-date";
const LOOK_VALUED = "--format|--pretty? --date --decorate? --abbrev";

export const log: GitCommand = async ({ repository, given, cwd, context }) => {
  const read = readArguments("log", given, {
    flags: `${DIFF_FLAGS} ${LOOK_FLAGS} --reverse --no-merges --merges --all --branches --tags --follow --first-parent -i|--regexp-ignore-case -E|--extended-regexp -F|--fixed-strings --graph --no-walk`,
    valued: `${DIFF_VALUED} ${LOOK_VALUED} -n|--max-count --skip --author --committer --grep --since|--after --until|--before -S -G -L`,
    number: true,
  });
  for (const option of ["--graph", "-L", "--no-walk"]) if (read.has(option)) throw unsupported("log", option);
  const { starts, stops, paths } = await revisions(repository, read, cwd, context.fs);
  let pathspecs = parsePathspecs(repository, cwd, paths);
  const follows = read.has("--follow");
  if (follows && paths.length !== 1) throw fatal("--follow requires exactly one pathspec");
  const chosen: Commit[] = [];
  const meant = new Map<string, readonly Pathspec[]>();
  const picks = pickaxe(repository, read);
  const most = read.has("-n") ? Number(read.value("-n")) : Number.POSITIVE_INFINITY;
  if (Number.isNaN(most)) throw fatal(`'${read.value("-n")}': not an integer`);
  let skip = Number(read.value("--skip") ?? 0);
  const wanted = commitFilter(read);
  for await (const commit of history(repository, starts, stops, read.has("--first-parent"))) {
    context.signal?.throwIfAborted();
    if (chosen.length >= most) break;
    if (!wanted(commit)) continue;
    const ofCommit = pathspecs;
    if (pathspecs.length > 0 || picks !== undefined) {
      const changes = await changesOf(repository, commit, pathspecs, follows);
      if (changes.length === 0) continue;
      const [{ from }] = changes as [FileChange];
      if (follows && from !== undefined) pathspecs = parsePathspecs(repository, repository.dir, [from]);
      if (picks !== undefined && (commit.parents.length > 1 || (await picked(changes, picks)).length === 0)) continue;
    }
    meant.set(commit.oid, ofCommit);
    if (skip > 0) skip -= 1;
    else chosen.push(commit);
  }
  if (read.has("--reverse")) chosen.reverse();
  const look = await commitLook(repository, read);
  return { stdout: await renderCommits(repository, chosen, look, diffOptions(read, "none"), meant, read, picks) };
};

export async function revisions(
  repository: Repository,
  read: GitArguments,
  cwd: string,
  fs: { exists(path: string): Promise<boolean>; resolvePath(base: string, path: string): string },
): Promise<{ starts: string[]; stops: string[]; paths: string[] }> {
  const starts: string[] = [];
  const stops: string[] = [];
  const paths = [...(read.paths ?? [])];
  for (const text of read.operands) {
    const range = /^(.*?)(\.{2,3})(.*)$/s.exec(text);
    if (range !== null && !text.startsWith("../") && text !== "..") {
      const [left, right] = await Promise.all([
        repository.resolve(range[1] || "HEAD"),
        repository.resolve(range[3] || "HEAD"),
      ]);
      starts.push(right);
      if (range[2] === "..") stops.push(left);
      else {
        starts.push(left);
        stops.push(...(await git.findMergeBase({ ...repository.common, oids: [left, right] })));
      }
    } else if (text.startsWith("^")) stops.push(await repository.resolve(text.slice(1)));
    else {
      const oid = await repository.tryResolve(text);
      if (oid !== undefined) starts.push(oid);
      else if (read.paths === undefined && (await fs.exists(fs.resolvePath(cwd, text)))) paths.push(text);
      else await repository.resolve(text);
    }
  }
  if (read.has("--all", "--branches")) {
    for (const branch of await repository.branches()) starts.push(await repository.resolve(`refs/heads/${branch}`));
  }
  if (starts.length === 0) {
    const head = await repository.headOid();
    if (head === undefined)
      throw fatal(`your current branch '${await repository.branch()}' does not have any commits yet`);
    starts.push(head);
  }
  return { starts, stops, paths };
}

/** Newest first, a parent never before its child when the clocks are right. */
export async function* history(
  repository: Repository,
  starts: readonly string[],
  stops: readonly string[],
  firstParent: boolean,
): AsyncGenerator<Commit> {
  const hidden = new Set<string>();
  const pending = [...stops];
  while (pending.length > 0) {
    const oid = pending.pop() as string;
    if (hidden.has(oid)) continue;
    hidden.add(oid);
    pending.push(...(await repository.commit(oid)).parents);
  }
  const seen = new Set<string>();
  const queue: Commit[] = [];
  const enqueue = async (oid: string) => {
    if (seen.has(oid) || hidden.has(oid)) return;
    seen.add(oid);
    const commit = await repository.commit(oid);
    const at = queue.findIndex(({ committer }) => committer.timestamp < commit.committer.timestamp);
    queue.splice(at < 0 ? queue.length : at, 0, commit);
  };
  for (const start of starts) await enqueue((await repository.commit(start)).oid);
  for (let commit = queue.shift(); commit !== undefined; commit = queue.shift()) {
    yield commit;
    for (const parent of firstParent ? commit.parents.slice(0, 1) : commit.parents) await enqueue(parent);
  }
}

function commitFilter(read: GitArguments): (commit: Commit) => boolean {
  const pattern = (name: string) =>
    read.values(name).map((text) => {
      const source = read.has("-F")
        ? text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
        : read.has("-E")
          ? text
          : text.replace(/\\([|(){}+?])|([|(){}+?])/g, (_, escaped, plain) => escaped ?? `\\${plain}`);
      try {
        return new RegExp(source, read.has("-i") ? "i" : "");
      } catch {
        throw fatal(`invalid pattern: ${text}`);
      }
    });
  const [authors, committers, messages] = [pattern("--author"), pattern("--committer"), pattern("--grep")];
  const since = read.has("--since") ? dateLimit(read.value("--since") as string) : Number.NEGATIVE_INFINITY;
  const until = read.has("--until") ? dateLimit(read.value("--until") as string) : Number.POSITIVE_INFINITY;
  return (commit) => {
    const { author, committer, message, parents } = commit;
    if (read.has("--no-merges") && parents.length > 1) return false;
    if (read.has("--merges") && parents.length < 2) return false;
    if (committer.timestamp < since || committer.timestamp > until) return false;
    const any = (patterns: RegExp[], text: string) =>
      patterns.length === 0 || patterns.some((candidate) => candidate.test(text));
    return (
      any(authors, `${author.name} <${author.email}>`) &&
      any(committers, `${committer.name} <${committer.email}>`) &&
      any(messages, message)
    );
  };
}

function dateLimit(text: string): number {
  const ago = /^(\d+)[ .](second|minute|hour|day|week|month|year)s?(?:[ .]ago)?$/.exec(text.trim());
  const units: Readonly<Record<string, number>> = {
    second: 1,
    minute: 60,
    hour: 3600,
    day: 86400,
    week: 604800,
    month: 2629800,
    year: 31557600,
  };
  const now = Math.floor(Date.now() / 1000);
  if (ago !== null) return now - Number(ago[1]) * (units[ago[2] as string] as number);
  if (text === "yesterday") return now - 86400;
  if (text === "today" || text === "midnight") return now - (now % 86400);
  if (text === "now") return now;
  return parseDate(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text).timestamp;
}

/** A file that came from outside the paths is a new one, unless it is followed. */
async function changesOf(repository: Repository, commit: Commit, pathspecs: readonly Pathspec[], follows: boolean) {
  const [before, after] = await Promise.all([repository.filesOf(commit.parents[0]), repository.filesOf(commit.oid)]);
  if (follows) return fileChanges(before, after).filter(({ path }) => isMeant(pathspecs, path));
  const [old, now] = [before, after].map(
    (files): GitFiles => new Map([...files].filter(([path]) => isMeant(pathspecs, path))),
  ) as [GitFiles, GitFiles];
  return fileChanges(old, now);
}

async function picked(changes: FileChange[], picks: Pickaxe | undefined): Promise<FileChange[]> {
  if (picks === undefined) return changes;
  const wanted = await Promise.all(changes.map(picks));
  return changes.filter((_, at) => wanted[at]);
}

async function commitLook(repository: Repository, read: GitArguments): Promise<CommitLook> {
  const given = read.value("--format") ?? (read.has("--oneline") ? "oneline" : "medium");
  const named = NAMED_FORMATS.includes(given);
  const format = named ? given : given.replace(/^(?:t?format):/, "");
  if (!named && given !== "" && !given.includes("%") && !/^t?format:/.test(given))
    throw fatal(`invalid --pretty format: ${given}`);
  const decorate = read.has("--decorate") && read.value("--decorate") !== "no" && !read.has("--no-decorate");
  return {
    format: given.startsWith("format:") ? `\0${format}` : format,
    dateMode: read.has("--relative-date") ? "relative" : (read.value("--date") ?? "default"),
    shortOids: read.has("--oneline", "--abbrev-commit"),
    decorations: await decorations(repository),
    decorate,
  };
}

async function decorations(repository: Repository): Promise<Map<string, string>> {
  const names = new Map<string, string[]>();
  const add = (oid: string | undefined, name: string) => {
    if (oid !== undefined) names.set(oid, [...(names.get(oid) ?? []), name]);
  };
  const current = await repository.branch();
  const head = await repository.headOid();
  add(head, current === undefined ? "HEAD" : `HEAD -> ${current}`);
  for (const tag of await git.listTags(repository.common)) {
    const oid = await repository.tryResolve(`refs/tags/${tag}`);
    add(oid === undefined ? undefined : (await repository.peel(oid)).oid, `tag: ${tag}`);
  }
  for (const branch of await repository.branches()) {
    if (branch !== current) add(await repository.tryResolve(`refs/heads/${branch}`), branch);
  }
  return new Map([...names].map(([oid, list]) => [oid, list.join(", ")]));
}

async function renderCommits(
  repository: Repository,
  commits: readonly Commit[],
  look: CommitLook,
  options: DiffOptions,
  meant: ReadonlyMap<string, readonly Pathspec[]>,
  read: GitArguments,
  picks?: Pickaxe,
): Promise<string> {
  // `format:` stands between commits what `tformat:` puts after each.
  const between = look.format.startsWith("\0");
  const plain = { ...look, format: look.format.replace(/^\0/, "") };
  const named = NAMED_FORMATS.includes(plain.format);
  const parts: string[] = [];
  const shows = options.formats.some((format) => format !== "none");
  for (const commit of commits) {
    let text = formatCommit(commit, plain);
    if (!named && !between) text += "\n";
    const changes =
      shows && commit.parents.length < 2
        ? (
            await picked(await changesOf(repository, commit, meant.get(commit.oid) ?? [], read.has("--follow")), picks)
          ).filter((change) => passes(read.value("--diff-filter"), change))
        : [];
    const body = await renderDiff(repository, changes, options);
    if (body !== "") {
      const both = options.formats.includes("patch") && options.formats.length > 1;
      if (!named && between) text += "\n";
      text += plain.format === "oneline" ? body : both ? `---\n${body}` : `\n${body}`;
      if (both && named && plain.format !== "oneline") text = text.replace(/---\n(?=[^\n]*\|)/, "---\n");
    }
    parts.push(text);
  }
  if (plain.format === "oneline" || plain.format === "reference" || (!named && !between)) return parts.join("");
  return parts.join("\n");
}

export const show: GitCommand = async ({ repository, given, cwd }) => {
  const read = readArguments("show", given, {
    flags: `${DIFF_FLAGS} ${LOOK_FLAGS}`,
    valued: `${DIFF_VALUED} ${LOOK_VALUED}`,
  });
  const pathspecs = parsePathspecs(repository, cwd, read.paths ?? []);
  const look = await commitLook(repository, read);
  const parts: string[] = [];
  for (const revision of read.operands.length === 0 ? ["HEAD"] : read.operands) {
    if (read.operands.length === 0 && (await repository.headOid()) === undefined) {
      throw fatal(`your current branch '${await repository.branch()}' does not have any commits yet`);
    }
    const oid = await showable(repository, revision);
    const { type } = await git.readObject({ ...repository.common, oid });
    if (type === "blob") {
      const bytes = await repository.blob(oid);
      if (read.operands.length === 1) return { bytes };
      parts.push(new TextDecoder().decode(bytes));
    } else if (type === "tree") {
      const { tree } = await git.readTree({ ...repository.common, oid });
      parts.push(
        `tree ${revision}\n\n${tree.map((entry) => `${shownName(entry.path) + (entry.type === "tree" ? "/" : "")}\n`).join("")}`,
      );
    } else {
      if (type === "tag") {
        const { tag } = await git.readTag({ ...repository.common, oid });
        parts.push(
          `tag ${tag.tag}\nTagger: ${tag.tagger?.name} <${tag.tagger?.email}>\nDate:   ${formatDate(tag.tagger as Signature, look.dateMode)}\n\n${tag.message.trimEnd()}\n`,
        );
      }
      const commit = await repository.commit(oid);
      parts.push(
        await renderCommits(
          repository,
          [commit],
          look,
          diffOptions(read, "patch"),
          new Map([[commit.oid, pathspecs]]),
          read,
        ),
      );
    }
  }
  return { stdout: parts.join("\n") };
};

async function showable(repository: Repository, revision: string): Promise<string> {
  const inTree = /^([^:]*):(.+)$/s.exec(revision);
  const oid = await repository.tryResolve(revision);
  if (oid !== undefined) return oid;
  if (inTree === null || inTree[1] === "") return repository.resolve(revision);
  await repository.resolve(inTree[1] as string);
  throw new GitFailure(`fatal: path '${inTree[2]}' does not exist in '${inTree[1]}'`);
}
