import type { FileChange } from "./file-changes";
import type { GitFile } from "./git-file";
import { type Hunk, lineHunks, textLines } from "./line-hunks";
import { type Repository, SHORT_OID } from "./repository";

export type DiffFormat =
  | "patch"
  | "stat"
  | "name-only"
  | "name-status"
  | "shortstat"
  | "numstat"
  | "summary"
  | "none"
  | "raw";

export interface DiffOptions {
  formats: readonly DiffFormat[];
  context: number;
  ignoreSpace: boolean;
  /** A file of a side that stands only in the work tree. */
  workTree: boolean;
  /** Ends a name with NUL. */
  zero: boolean;
}

interface Contents {
  before: Uint8Array;
  after: Uint8Array;
  binary: boolean;
}

interface Counted {
  change: FileChange;
  added: number;
  removed: number;
  binary: boolean;
  sizes: [number, number];
}

const BINARY_LOOK = 8000;
const STAT_WIDTH = 80;

/** Changes as `git diff` prints them, each format after the other. */
export async function renderDiff(
  repository: Repository,
  changes: readonly FileChange[],
  options: DiffOptions,
): Promise<string> {
  if (changes.length === 0) return "";
  const parts: string[] = [];
  const end = options.zero ? "\0" : "\n";
  const counted = async () => Promise.all(changes.map((change) => count(repository, change, options)));
  for (const format of options.formats) {
    if (format === "name-only") parts.push(changes.map(({ path }) => shownName(path, options.zero) + end).join(""));
    else if (format === "name-status") parts.push(changes.map((change) => nameStatus(change, options.zero)).join(""));
    else if (format === "raw") {
      parts.push(
        changes
          .map(({ before, after, status, path }) => {
            const oids = [before, after].map((file) => (file?.oid ?? "0".repeat(40)).slice(0, SHORT_OID));
            return `:${before?.mode ?? "000000"} ${after?.mode ?? "000000"} ${oids.join(" ")} ${status}\t${path}\n`;
          })
          .join(""),
      );
    } else if (format === "stat") parts.push(stat(await counted()) + shortStat(await counted()));
    else if (format === "shortstat") parts.push(shortStat(await counted()));
    else if (format === "numstat") {
      parts.push(
        (await counted())
          .map(
            ({ change, added, removed, binary }) =>
              `${binary ? "-\t-" : `${added}\t${removed}`}\t${renamed(change)}${end}`,
          )
          .join(""),
      );
    } else if (format === "summary") parts.push(summary(changes));
    else if (format === "patch") {
      const patches: string[] = [];
      for (const change of changes) patches.push(await patch(repository, change, options));
      parts.push(patches.join(""));
    }
  }
  const patchAfterStat = parts.length > 1 && options.formats.at(-1) === "patch";
  return patchAfterStat ? `${parts.slice(0, -1).join("")}\n${parts.at(-1)}` : parts.join("");
}

/** A name as git shows it: quoted in C's way when it holds what is not plain text. */
export function shownName(path: string, raw = false): string {
  if (raw || !/[^\x20-\x7e]|["\\]/.test(path)) return path;
  const escapes: Readonly<Record<string, string>> = { "\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "\\": "\\\\" };
  const body = Array.from(new TextEncoder().encode(path), (byte) => {
    const letter = String.fromCharCode(byte);
    return escapes[letter] ?? (byte < 32 || byte > 126 ? `\\${byte.toString(8).padStart(3, "0")}` : letter);
  });
  return `"${body.join("")}"`;
}

function nameStatus({ path, status, from }: FileChange, zero: boolean): string {
  const [between, end] = zero ? ["\0", "\0"] : ["\t", "\n"];
  if (status === "R") return `R100${between}${shownName(from as string, zero)}${between}${shownName(path, zero)}${end}`;
  return `${status}${between}${shownName(path, zero)}${end}`;
}

/** `create mode 100644 a`, as commits and merges end with. */
export function summary(changes: readonly FileChange[]): string {
  return changes
    .map((change) => {
      const { path, status, before, after } = change;
      if (status === "A") return ` create mode ${after?.mode} ${shownName(path)}\n`;
      if (status === "D") return ` delete mode ${before?.mode} ${shownName(path)}\n`;
      if (status === "R") return ` rename ${renamed(change)} (100%)\n`;
      return before?.mode === after?.mode ? "" : ` mode change ${before?.mode} => ${after?.mode} ${shownName(path)}\n`;
    })
    .join("");
}

/** `src/{a.ts => b.ts}` */
function renamed({ path, from }: FileChange): string {
  if (from === undefined) return shownName(path);
  const [old, now] = [from.split("/"), path.split("/")];
  let head = 0;
  while (head < old.length - 1 && head < now.length - 1 && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < old.length - head - 1 && tail < now.length - head - 1 && old.at(-1 - tail) === now.at(-1 - tail))
    tail += 1;
  if (tail === 0 && old.at(-1) === now.at(-1) && old.length !== now.length) tail = 1;
  const middle = (parts: string[]) => parts.slice(head, parts.length - tail).join("/");
  if (head === 0 && tail === 0) return `${from} => ${path}`;
  const start = head > 0 ? `${old.slice(0, head).join("/")}/` : "";
  const end = tail > 0 ? `/${old.slice(old.length - tail).join("/")}` : "";
  return `${start}{${middle(old)} => ${middle(now)}}${end}`;
}

async function contents(repository: Repository, change: FileChange, workTree: boolean): Promise<Contents> {
  const read = async (file: GitFile | undefined, fromWork: boolean): Promise<Uint8Array> => {
    if (file === undefined || file.mode === "160000") return new Uint8Array();
    return fromWork ? repository.workBytes(change.path) : repository.blob(file.oid);
  };
  const before = await read(change.before, false);
  const after = await read(change.after, workTree);
  return { before, after, binary: isBinary(before) || isBinary(after) };
}

export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, BINARY_LOOK).includes(0);
}

async function hunksOf(content: Contents, options: DiffOptions): Promise<Hunk[]> {
  const [before, after] = [content.before, content.after].map((bytes) => textLines(new TextDecoder().decode(bytes)));
  return lineHunks(before ?? [], after ?? [], options.context, options.ignoreSpace);
}

async function count(repository: Repository, change: FileChange, options: DiffOptions): Promise<Counted> {
  const content = await contents(repository, change, options.workTree);
  const sizes: [number, number] = [content.before.byteLength, content.after.byteLength];
  if (content.binary || change.status === "R") return { change, added: 0, removed: 0, binary: content.binary, sizes };
  const lines = (await hunksOf(content, options)).flatMap((hunk) => hunk.lines);
  const marked = (mark: string) => lines.filter((line) => line.startsWith(mark)).length;
  return { change, added: marked("+"), removed: marked("-"), binary: false, sizes };
}

function stat(files: readonly Counted[]): string {
  const names = files.map(({ change }) => renamed(change));
  const most = Math.max(...files.map(({ added, removed }) => added + removed));
  const numberWidth = Math.max(String(most).length, files.some(({ binary }) => binary) ? 3 : 0);
  let nameWidth = Math.max(...names.map((name) => name.length));
  let graphWidth = most;
  if (nameWidth + numberWidth + 6 + graphWidth > STAT_WIDTH) {
    const shares = Math.floor((STAT_WIDTH * 3) / 8) - numberWidth - 6;
    if (graphWidth > shares) graphWidth = Math.max(6, shares);
    if (nameWidth > STAT_WIDTH - numberWidth - 6 - graphWidth) nameWidth = STAT_WIDTH - numberWidth - 6 - graphWidth;
    else graphWidth = STAT_WIDTH - numberWidth - 6 - nameWidth;
  }
  const scale = (value: number) => {
    if (most <= graphWidth) return value;
    return value === 0 ? 0 : 1 + Math.floor((value * (graphWidth - 1)) / most);
  };
  return files
    .map(({ added, removed, binary, sizes }, index) => {
      const full = names[index] as string;
      let name = full;
      if (full.length > nameWidth) {
        const cut = full.slice(full.length - (nameWidth - 3));
        const slash = cut.indexOf("/");
        name = `...${slash < 0 ? cut : cut.slice(slash)}`;
      }
      if (binary)
        return ` ${name.padEnd(nameWidth)} | ${"Bin".padStart(numberWidth)} ${sizes[0]} -> ${sizes[1]} bytes\n`;
      let total = added + removed;
      let plus = added;
      let minus = removed;
      if (most > graphWidth) {
        total = scale(total);
        if (total < 2 && plus > 0 && minus > 0) total = 2;
        if (plus < minus) {
          plus = scale(plus);
          minus = total - plus;
        } else {
          minus = scale(minus);
          plus = total - minus;
        }
      }
      const graph = `${"+".repeat(plus)}${"-".repeat(minus)}`;
      return ` ${name.padEnd(nameWidth)} | ${String(added + removed).padStart(numberWidth)}${graph === "" ? "" : ` ${graph}`}\n`;
    })
    .join("");
}

function shortStat(files: readonly Counted[]): string {
  const added = files.reduce((sum, file) => sum + file.added, 0);
  const removed = files.reduce((sum, file) => sum + file.removed, 0);
  const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`;
  const insertions = added > 0 || removed === 0 ? `, ${plural(added, "insertion")}(+)` : "";
  const deletions = removed > 0 || added === 0 ? `, ${plural(removed, "deletion")}(-)` : "";
  return ` ${plural(files.length, "file")} changed${insertions}${deletions}\n`;
}

async function patch(repository: Repository, change: FileChange, options: DiffOptions): Promise<string> {
  const { path, from = path, status, before, after } = change;
  const side = (letter: string, name: string) => shownName(`${letter}/${name}`);
  const lines = [`diff --git ${side("a", from)} ${side("b", path)}`];
  if (status === "A") lines.push(`new file mode ${after?.mode}`);
  else if (status === "D") lines.push(`deleted file mode ${before?.mode}`);
  else if (before?.mode !== after?.mode) lines.push(`old mode ${before?.mode}`, `new mode ${after?.mode}`);
  if (status === "R")
    lines.push("similarity index 100%", `rename from ${shownName(from)}`, `rename to ${shownName(path)}`);
  if (before?.oid === after?.oid) return `${lines.join("\n")}\n`;
  const oids = [before, after].map((file) => (file?.oid ?? "0".repeat(40)).slice(0, SHORT_OID)).join("..");
  const content = await contents(repository, change, options.workTree);
  const hunks = content.binary ? [] : await hunksOf(content, options);
  if (!content.binary && hunks.length === 0 && options.ignoreSpace) return "";
  lines.push(`index ${oids}${before?.mode === after?.mode ? ` ${after?.mode}` : ""}`);
  const names = [
    before === undefined ? "/dev/null" : side("a", from),
    after === undefined ? "/dev/null" : side("b", path),
  ] as const;
  if (content.binary) return `${lines.join("\n")}\nBinary files ${names[0]} and ${names[1]} differ\n`;
  if (hunks.length === 0) return `${lines.join("\n")}\n`;
  lines.push(`--- ${withTab(names[0])}`, `+++ ${withTab(names[1])}`);
  return `${lines.join("\n")}\n${hunks.map(renderHunk).join("")}`;
}

function withTab(name: string): string {
  return name.includes(" ") && !name.startsWith('"') ? `${name}\t` : name;
}

function renderHunk({ oldStart, oldCount, newStart, newCount, lines, heading }: Hunk): string {
  const range = (start: number, count: number) => (count === 1 ? String(start) : `${start},${count}`);
  const body = lines.map((line) => (line.endsWith("\n") ? line : `${line}\n\\ No newline at end of file\n`)).join("");
  return `@@ -${range(oldStart, oldCount)} +${range(newStart, newCount)} @@${heading}\n${body}`;
}
