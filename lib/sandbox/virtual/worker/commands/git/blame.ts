import { formatDate, subjectOf } from "./commit-format";
import { fileChanges } from "./file-changes";
import { readArguments } from "./git-arguments";
import type { GitCommand } from "./git-command";
import { fatal, unsupported } from "./git-failure";
import { lineChanges, textLines } from "./line-hunks";
import { shownName } from "./render-diff";
import { type Commit, type Repository, SHORT_OID } from "./repository";

/** A line and where it was written: counted from 1 there. */
interface Blamed {
  commit: Commit;
  path: string;
  line: number;
  /** A parent, and the file there. */
  previous?: string | undefined;
}

/** A line as it is shown. */
interface Shown extends Blamed {
  text: string;
  at: number;
}

const NOT_COMMITTED = "0".repeat(40);

/** `git blame [-L FROM,TO] [-s] [-e] [-l] [-w] [--porcelain] [REVISION] [--] FILE` */
export const blame: GitCommand = async ({ repository, given, cwd, context }) => {
  const read = readArguments("blame", given, {
    flags:
      "-s -e|--show-email -l -t -w -p|--porcelain --line-porcelain --root -f|--show-name -n|--show-number -c -M -C",
    valued: "-L --date --since --abbrev",
  });
  for (const option of ["-w", "-t", "-f", "-n", "-c", "-M", "-C", "--since", "--abbrev"])
    if (read.has(option)) throw unsupported("blame", option);
  const words = [...read.operands, ...(read.paths ?? [])];
  const name = words.pop();
  const [revision, more] = words;
  if (name === undefined || more !== undefined) throw fatal("usage: git blame [<options>] [<rev>] [--] <file>");
  const full = context.fs.resolvePath(cwd, name);
  const path = full.slice(repository.dir === "/" ? 1 : repository.dir.length + 1);
  const start = await repository.commit(await repository.resolve(revision ?? "HEAD"));
  const file = (await repository.filesOf(start.oid)).get(path);
  const known = revision === undefined ? ((await repository.index()).get(path) ?? file) : file;
  if (known === undefined) throw fatal(`no such path '${path}' in ${revision ?? "HEAD"}`);
  const work = revision === undefined ? await repository.workFile(path) : undefined;
  if (revision === undefined && work === undefined) throw fatal(`Cannot lstat '${path}': No such file or directory`);
  const text = work === undefined ? await linesAt(repository, file?.oid) : linesOf(await repository.workBytes(path));
  const blamed = new Array<Blamed | undefined>(text.length);
  let pending = text.map((_, at) => ({ at, line: at }));
  if (work !== undefined && work.oid !== file?.oid) {
    const own = await uncommitted(repository, start, path);
    const { passed, kept } = split(pending, await linesAt(repository, file?.oid), text);
    for (const { at, line } of kept)
      blamed[at] = { commit: own, path, line: line + 1, previous: file && `${start.oid} ${shownName(path)}` };
    pending = passed;
  }
  await blameLines(repository, { commit: start, path, pending }, blamed);
  const { from, to } = range(read.value("-L"), text);
  const chosen = text
    .slice(from, to)
    .map((line, at): Shown => ({ text: line, at: from + at, ...(blamed[from + at] as Blamed) }));
  if (read.has("-p", "--line-porcelain")) return { stdout: porcelain(chosen, read.has("--line-porcelain")) };
  const elsewhere = chosen.some((entry) => entry.path !== path);
  const nameWidth = Math.max(0, ...chosen.map((entry) => shownName(entry.path).length));
  const person = ({ commit }: Blamed) => (read.has("-e") ? `<${commit.author.email}>` : commit.author.name);
  const personWidth = Math.max(0, ...chosen.map((entry) => [...person(entry)].length));
  const numberWidth = String(to).length;
  const length = read.has("-l") ? 40 : SHORT_OID + 1;
  return {
    stdout: chosen
      .map((entry) => {
        const boundary = entry.commit.parents.length === 0 && entry.commit.oid !== NOT_COMMITTED && !read.has("--root");
        const oid = boundary ? `^${entry.commit.oid.slice(0, length - 1)}` : entry.commit.oid.slice(0, length);
        const where = elsewhere ? ` ${shownName(entry.path).padEnd(nameWidth)}` : "";
        const number = String(entry.at + 1).padStart(numberWidth);
        if (read.has("-s")) return `${oid}${where} ${number}) ${entry.text}\n`;
        const who = person(entry) + " ".repeat(personWidth - [...person(entry)].length);
        return `${oid}${where} (${who} ${formatDate(entry.commit.author, read.value("--date") ?? "iso")} ${number}) ${entry.text}\n`;
      })
      .join(""),
  };
};

interface Pending {
  /** The line of the text that is asked about. */
  at: number;
  /** The line of the commit's own text. */
  line: number;
}

/** Goes from a commit to its parents with the lines that they have too; the others are the commit's own. */
async function blameLines(
  repository: Repository,
  first: { commit: Commit; path: string; pending: Pending[] },
  blamed: (Blamed | undefined)[],
): Promise<void> {
  const queue = [first];
  for (let entry = queue.shift(); entry !== undefined; entry = queue.shift()) {
    repository.context.signal?.throwIfAborted();
    const { commit, path } = entry;
    let left = entry.pending;
    let previous: string | undefined;
    const oid = (await repository.filesOf(commit.oid)).get(path)?.oid;
    const lines = await linesAt(repository, oid);
    for (const parentOid of commit.parents) {
      if (left.length === 0) break;
      const parent = await repository.commit(parentOid);
      const files = await repository.filesOf(parentOid);
      // A file that came with this commit may have stood elsewhere before, with the same bytes.
      const before = files.has(path) ? path : await nameBefore(repository, commit, parentOid, path);
      if (before === undefined) continue;
      previous ??= `${parentOid} ${shownName(before)}`;
      const { passed, kept } = split(left, await linesAt(repository, files.get(before)?.oid), lines);
      left = kept;
      if (passed.length > 0) queue.push({ commit: parent, path: before, pending: passed });
    }
    for (const { at, line } of left) blamed[at] = { commit, path, line: line + 1, previous };
  }
}

async function nameBefore(
  repository: Repository,
  commit: Commit,
  parent: string,
  path: string,
): Promise<string | undefined> {
  const changes = fileChanges(await repository.filesOf(parent), await repository.filesOf(commit.oid));
  return changes.find((change) => change.path === path)?.from;
}

/** Which lines stand also in the older text, and where there. */
function split(
  pending: readonly Pending[],
  older: readonly string[],
  newer: readonly string[],
): { passed: Pending[]; kept: Pending[] } {
  const changes = lineChanges(older.map(withEnd), newer.map(withEnd));
  const passed: Pending[] = [];
  const kept: Pending[] = [];
  for (const { at, line } of pending) {
    // Behind a change the lines of the two texts stand this far apart.
    let offset = 0;
    let own = false;
    for (const { oldEnd, newStart, newEnd } of changes) {
      if (newStart > line) break;
      if (line < newEnd) own = true;
      offset = oldEnd - newEnd;
    }
    if (own) kept.push({ at, line });
    else passed.push({ at, line: line + offset });
  }
  return { passed, kept };
}

function withEnd(line: string): string {
  return `${line}\n`;
}

async function linesAt(repository: Repository, oid: string | undefined): Promise<string[]> {
  return oid === undefined ? [] : linesOf(await repository.blob(oid));
}

function linesOf(bytes: Uint8Array): string[] {
  return textLines(new TextDecoder().decode(bytes)).map((line) => line.replace(/\n$/, ""));
}

async function uncommitted(repository: Repository, head: Commit, path: string): Promise<Commit> {
  const { timezoneOffset } = await repository.signature("AUTHOR");
  const now = { timestamp: Math.floor(Date.now() / 1000), timezoneOffset };
  const nobody = { name: "Not Committed Yet", email: "not.committed.yet", ...now };
  return {
    ...head,
    oid: NOT_COMMITTED,
    author: nobody,
    committer: nobody,
    message: `Version of ${path} from ${path}\n`,
  };
}

/** The lines that `-L` means, half open. */
function range(given: string | undefined, text: readonly string[]): { from: number; to: number } {
  if (given === undefined) return { from: 0, to: text.length };
  const parts = /^(\d+)?(?:,(\+?)(\d+)?)?$/.exec(given);
  if (parts === null) throw unsupported("blame", `-L ${given}`);
  const from = Number(parts[1] ?? 1) - 1;
  if (from >= text.length) throw fatal(`file has only ${text.length} line${text.length === 1 ? "" : "s"}`);
  const end = parts[3] === undefined ? text.length : parts[2] === "+" ? from + Number(parts[3]) : Number(parts[3]);
  return { from, to: Math.min(text.length, end) };
}

/** For programs: what is known of a commit stands before its first line, or before each. */
function porcelain(entries: readonly Shown[], repeated: boolean): string {
  const told = new Set<string>();
  return entries
    .map((entry, index) => {
      const { commit, path, line, at, text } = entry;
      const follows = (one: Shown | undefined, next: Shown | undefined) =>
        one !== undefined &&
        next !== undefined &&
        one.commit.oid === next.commit.oid &&
        one.path === next.path &&
        next.line === one.line + 1;
      let count = "";
      if (!follows(entries[index - 1], entry)) {
        let last = index;
        while (follows(entries[last], entries[last + 1])) last += 1;
        count = ` ${last - index + 1}`;
      }
      const head = repeated || !told.has(commit.oid) ? commitHead(entry) : "";
      const name = repeated || !told.has(`${commit.oid} ${path}`) ? `filename ${shownName(path)}\n` : "";
      told.add(commit.oid).add(`${commit.oid} ${path}`);
      return `${commit.oid} ${line} ${at + 1}${count}\n${head}${name}\t${text}\n`;
    })
    .join("");
}

function commitHead({ commit, previous }: Shown): string {
  const person = (role: "author" | "committer") => {
    const { name, email, timestamp } = commit[role];
    const zone = formatDate(commit[role], "raw").split(" ")[1];
    return `${role} ${name}\n${role}-mail <${email}>\n${role}-time ${timestamp}\n${role}-tz ${zone}\n`;
  };
  const edge = commit.oid !== NOT_COMMITTED && commit.parents.length === 0 ? "boundary\n" : "";
  const before = previous === undefined ? "" : `previous ${previous}\n`;
  return `${person("author")}${person("committer")}summary ${subjectOf(commit.message)}\n${before}${edge}`;
}
