import { sha1 } from "@noble/hashes/legacy.js";
import ignore, { type Ignore } from "ignore";
import * as git from "isomorphic-git";
import type { ResolvedCommandContext } from "just-bash/browser";
import { joinPath, parentPath } from "@/lib/core/sandbox/resolve-path";
import { hexFromBytes } from "../../byte-text";
import { byBytes } from "./by-bytes";
import { type ConfigEntry, normalKey, parseConfig } from "./git-config";
import { fatal, GitFailure, unknownRevision } from "./git-failure";
import type { GitFile, GitFiles } from "./git-file";
import { gitFileSystem } from "./git-file-system";
import { type Unmerged, unmergedEntries, withUnmerged } from "./index-stages";

export interface Commit {
  oid: string;
  tree: string;
  parents: string[];
  author: Signature;
  committer: Signature;
  message: string;
}

export interface Signature {
  name: string;
  email: string;
  timestamp: number;
  /** Minutes, positive west of Greenwich. */
  timezoneOffset: number;
}

export const SHORT_OID = 7;
const EMPTY_OID = "0".repeat(40);

/** One repository for the time of one command. */
export class Repository {
  readonly gitdir: string;
  readonly common: { fs: git.PromiseFsClient; dir: string; gitdir: string; cache: object };
  private readonly ignoreFiles = new Map<string, Ignore | undefined>();

  constructor(
    readonly context: ResolvedCommandContext,
    readonly dir: string,
    readonly overrides: readonly ConfigEntry[] = [],
  ) {
    this.gitdir = joinPath(dir, ".git");
    this.common = { fs: gitFileSystem(context.fs), dir, gitdir: this.gitdir, cache: {} };
  }

  /** The repository that `cwd` lies in. */
  static async find(
    context: ResolvedCommandContext,
    cwd: string,
    overrides: readonly ConfigEntry[],
  ): Promise<Repository> {
    for (let directory = cwd; ; directory = parentPath(directory)) {
      if (await context.fs.exists(joinPath(directory, ".git/HEAD")))
        return new Repository(context, directory, overrides);
      if (directory === "/") throw fatal("not a git repository (or any of the parent directories): .git");
    }
  }

  // Configuration

  async config(key: string): Promise<string | undefined> {
    const wanted = normalKey(key);
    return (await this.configEntries()).findLast((entry) => entry.key === wanted)?.value;
  }

  async configEntries(): Promise<ConfigEntry[]> {
    const global = await readText(this.context, this.globalConfigPath());
    const local = await readText(this.context, joinPath(this.gitdir, "config"));
    return [...parseConfig(global), ...parseConfig(local), ...this.overrides];
  }

  globalConfigPath(): string {
    return joinPath(this.context.env.get("HOME") ?? "/", ".gitconfig");
  }

  async signature(role: "AUTHOR" | "COMMITTER"): Promise<Signature> {
    const { env } = this.context;
    const name = env.get(`GIT_${role}_NAME`) ?? (await this.config("user.name")) ?? "user";
    const email =
      env.get(`GIT_${role}_EMAIL`) ?? (await this.config("user.email")) ?? env.get("EMAIL") ?? "user@localhost";
    const date = env.get(`GIT_${role}_DATE`);
    return {
      name,
      email,
      ...(date === undefined ? { timestamp: Math.floor(Date.now() / 1000), timezoneOffset: 0 } : parseDate(date)),
    };
  }

  // References and commits

  /** The branch that HEAD stands on, also before its first commit; undefined when it is detached. */
  async branch(): Promise<string | undefined> {
    const head = (await readText(this.context, joinPath(this.gitdir, "HEAD"))).trim();
    return /^ref: refs\/heads\/(.*)$/.exec(head)?.[1];
  }

  async headOid(): Promise<string | undefined> {
    return git.resolveRef({ ...this.common, ref: "HEAD" }).catch(() => undefined);
  }

  /** The object that a revision names (a commit, unless it names a tag, tree or blob). */
  async resolve(revision: string): Promise<string> {
    const oid = await this.tryResolve(revision);
    if (oid === undefined) throw unknownRevision(revision);
    return oid;
  }

  async tryResolve(revision: string): Promise<string | undefined> {
    const inTree = /^([^:]*):(.*)$/s.exec(revision);
    if (inTree !== null) return this.pathIn(inTree[1] as string, inTree[2] as string);
    const [, base = "", steps = ""] = /^(.*?)((?:[~^](?:\d+|\{[^}]*\})?)*)$/s.exec(revision) ?? [];
    let oid = await this.named(base === "" || base === "@" ? "HEAD" : base);
    for (const [, kind, given] of steps.matchAll(/([~^])(\d+|\{[^}]*\})?/g)) {
      if (oid === undefined) return undefined;
      if (given?.startsWith("{")) {
        oid = given === "{tree}" ? (await this.commit(oid)).tree : (await this.peel(oid)).oid;
        continue;
      }
      const count = given === undefined ? 1 : Number(given);
      if (kind === "^") oid = count === 0 ? oid : (await this.commit(oid)).parents[count - 1];
      else for (let step = 0; step < count && oid !== undefined; step += 1) oid = (await this.commit(oid)).parents[0];
    }
    return oid;
  }

  private async pathIn(revision: string, path: string): Promise<string | undefined> {
    const clean = path.replace(/^\.\//, "").replace(/\/$/, "");
    if (revision === "") return (await this.index()).get(clean)?.oid;
    const commit = await this.tryResolve(revision);
    if (commit === undefined) return undefined;
    const { tree } = await this.commit(commit);
    if (clean === "") return tree;
    return git
      .readObject({ ...this.common, oid: tree, filepath: clean })
      .then(({ oid }) => oid)
      .catch(() => undefined);
  }

  private async named(name: string): Promise<string | undefined> {
    for (const ref of [name, `refs/tags/${name}`, `refs/heads/${name}`, `refs/remotes/${name}`]) {
      if (ref === name && !/^(?:HEAD|[A-Z_]*HEAD|refs\/.*)$/.test(name)) continue;
      const oid = await git.resolveRef({ ...this.common, ref }).catch(() => undefined);
      if (oid !== undefined) return oid;
    }
    if (!/^[0-9a-f]{4,40}$/i.test(name)) return undefined;
    if (name.length === 40) return (await this.hasObject(name)) ? name : undefined;
    return git.expandOid({ ...this.common, oid: name.toLowerCase() }).catch(() => undefined);
  }

  async hasObject(oid: string): Promise<boolean> {
    return git.readObject({ ...this.common, oid, format: "deflated" }).then(
      () => true,
      () => false,
    );
  }

  /** What an annotated tag stands for. */
  async peel(oid: string): Promise<{ oid: string; type: string }> {
    const { type } = await git.readObject({ ...this.common, oid });
    if (type !== "tag") return { oid, type };
    return this.peel((await git.readTag({ ...this.common, oid })).tag.object);
  }

  async commit(oid: string): Promise<Commit> {
    const peeled = await this.peel(oid);
    const { commit } = await git.readCommit({ ...this.common, oid: peeled.oid });
    return {
      oid: peeled.oid,
      tree: commit.tree,
      parents: commit.parent,
      author: commit.author,
      committer: commit.committer,
      message: commit.message,
    };
  }

  async branches(): Promise<string[]> {
    return (await git.listBranches(this.common)).sort();
  }

  // Files

  /** The files of a commit; none when there is no commit. */
  async filesOf(commit: string | undefined): Promise<GitFiles> {
    const files: GitFiles = new Map();
    if (commit === undefined) return files;
    const { oid, type } = await this.peel(commit);
    await this.readTree(type === "tree" ? oid : (await this.commit(oid)).tree, "", files);
    return files;
  }

  private async readTree(oid: string, prefix: string, files: GitFiles): Promise<void> {
    const { tree } = await git.readTree({ ...this.common, oid });
    for (const entry of tree) {
      const path = prefix + entry.path;
      if (entry.type === "tree") await this.readTree(entry.oid, `${path}/`, files);
      else files.set(path, { oid: entry.oid, mode: entry.mode });
    }
  }

  async index(): Promise<GitFiles> {
    const files: GitFiles = new Map();
    await git.walk({
      ...this.common,
      trees: [git.STAGE()],
      map: async (path, [entry]) => {
        if (!entry || path === ".") return;
        if ((await entry.type()) !== "blob") return;
        files.set(path, { oid: (await entry.oid()) ?? EMPTY_OID, mode: (await entry.mode()).toString(8) });
      },
    });
    return files;
  }

  /** The paths that a merge left unsettled. `index` has one of their sides. */
  async unmerged(): Promise<Map<string, Unmerged>> {
    const bytes = await this.context.fs.readFileBuffer(joinPath(this.gitdir, "index")).catch(() => undefined);
    return bytes === undefined ? new Map() : unmergedEntries(bytes);
  }

  async setUnmerged(unmerged: ReadonlyMap<string, Unmerged>): Promise<void> {
    const path = joinPath(this.gitdir, "index");
    await this.context.fs.writeFile(path, withUnmerged(await this.context.fs.readFileBuffer(path), unmerged));
  }

  /** A file of the state that a merge keeps, such as `MERGE_HEAD`; undefined without it. */
  async mergeState(name: string): Promise<string | undefined> {
    return (await readText(this.context, joinPath(this.gitdir, name))).trimEnd() || undefined;
  }

  async setMergeState(state: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, text] of Object.entries(state)) {
      const path = joinPath(this.gitdir, name);
      await this.context.fs.mkdir(parentPath(path), { recursive: true });
      await this.context.fs.writeFile(path, text);
    }
  }

  /** Forgets what a commit concludes: a merge, or the change of a cherry-pick or revert that stopped in a conflict. */
  async endMerge(): Promise<void> {
    for (const name of ["MERGE_HEAD", "MERGE_MSG", "MERGE_MODE", "SQUASH_MSG", "CHERRY_PICK_HEAD", "REVERT_HEAD"])
      await this.context.fs.rm(joinPath(this.gitdir, name), { force: true });
  }

  /** Forgets also what was still to be replayed. */
  async endReplay(): Promise<void> {
    await this.endMerge();
    await this.context.fs.rm(joinPath(this.gitdir, "sequencer"), { force: true, recursive: true });
  }

  /** What stands in the work tree of these paths. */
  async workFiles(paths: Iterable<string>): Promise<GitFiles> {
    const files: GitFiles = new Map();
    for (const path of paths) {
      this.context.signal?.throwIfAborted();
      const file = await this.workFile(path);
      if (file !== undefined) files.set(path, file);
    }
    return files;
  }

  async workFile(path: string): Promise<GitFile | undefined> {
    const full = joinPath(this.dir, path);
    const stat = await this.context.fs.lstat(full).catch(() => undefined);
    if (stat === undefined || stat.isDirectory) return undefined;
    const mode = stat.isSymbolicLink ? "120000" : (stat.mode & 0o100) !== 0 ? "100755" : "100644";
    return { oid: blobOid(await this.workBytes(path)), mode };
  }

  async workBytes(path: string): Promise<Uint8Array> {
    const full = joinPath(this.dir, path);
    const stat = await this.context.fs.lstat(full);
    if (stat.isSymbolicLink) return new TextEncoder().encode(await this.context.fs.readlink(full));
    return this.context.fs.readFileBuffer(full);
  }

  async blob(oid: string): Promise<Uint8Array> {
    return (await git.readBlob({ ...this.common, oid })).blob;
  }

  /** Files of the work tree that the index does not have. Whole untracked directories come as `name/` unless `all`. */
  async untracked(index: GitFiles, options: { all: boolean; ignored?: boolean }): Promise<string[]> {
    const found: string[] = [];
    const trackedDirectories = new Set<string>();
    for (const path of index.keys()) {
      for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1))
        trackedDirectories.add(path.slice(0, at));
    }
    const visit = async (directory: string, collect: (path: string) => void): Promise<void> => {
      this.context.signal?.throwIfAborted();
      for (const entry of await this.entries(directory)) {
        const path = directory === "" ? entry.name : `${directory}/${entry.name}`;
        if (entry.name === ".git") continue;
        if (entry.isDirectory) {
          if (await this.context.fs.exists(joinPath(this.dir, `${path}/.git/HEAD`))) continue;
          const ignored = !trackedDirectories.has(path) && (await this.isIgnored(path, true));
          if (ignored && !options.ignored) continue;
          if (options.all || trackedDirectories.has(path) || options.ignored) await visit(path, collect);
          else {
            let holds = false;
            await visit(path, () => {
              holds = true;
            });
            if (holds) collect(`${path}/`);
          }
        } else if (!index.has(path)) {
          const ignored = await this.isIgnored(path, false);
          if (ignored === (options.ignored ?? false)) collect(path);
        }
      }
    };
    await visit("", (path) => found.push(path));
    return found.sort(byBytes);
  }

  private async entries(directory: string): Promise<{ name: string; isDirectory: boolean }[]> {
    const full = directory === "" ? this.dir : joinPath(this.dir, directory);
    const { fs } = this.context;
    if (fs.readdirWithFileTypes !== undefined) return fs.readdirWithFileTypes(full);
    const names = await fs.readdir(full);
    return Promise.all(
      names.map(async (name) => ({ name, isDirectory: (await fs.lstat(joinPath(full, name))).isDirectory })),
    );
  }

  /** The nearest rule file decides; what lies below an ignored directory is ignored. */
  async isIgnored(path: string, isDirectory: boolean): Promise<boolean> {
    const parts = path.split("/");
    for (let depth = 1; depth <= parts.length; depth += 1) {
      const partial = parts.slice(0, depth).join("/");
      if (await this.isIgnoredItself(partial, depth < parts.length || isDirectory)) return true;
    }
    return false;
  }

  private async isIgnoredItself(path: string, isDirectory: boolean): Promise<boolean> {
    const parts = path.split("/");
    for (let depth = parts.length - 1; depth >= 0; depth -= 1) {
      const directory = parts.slice(0, depth).join("/");
      const rules = await this.rulesOf(directory);
      if (rules === undefined) continue;
      const result = rules.test(parts.slice(depth).join("/") + (isDirectory ? "/" : ""));
      if (result.ignored || result.unignored) return result.ignored;
    }
    return false;
  }

  private async rulesOf(directory: string): Promise<Ignore | undefined> {
    if (this.ignoreFiles.has(directory)) return this.ignoreFiles.get(directory);
    const folder = directory === "" ? this.dir : joinPath(this.dir, directory);
    let text = await readText(this.context, joinPath(folder, ".gitignore"));
    if (directory === "") text = `${await readText(this.context, joinPath(this.gitdir, "info/exclude"))}\n${text}`;
    const rules = text.trim() === "" ? undefined : ignore().add(text);
    this.ignoreFiles.set(directory, rules);
    return rules;
  }

  // Writing

  /** Puts what stands in the work tree into the index; a path where nothing stands leaves it. */
  async stage(paths: readonly string[]): Promise<void> {
    const present: string[] = [];
    for (const path of paths) {
      const stat = await this.context.fs.lstat(joinPath(this.dir, path)).catch(() => undefined);
      if (stat === undefined || stat.isDirectory) await git.remove({ ...this.common, filepath: path });
      else present.push(path);
    }
    // `force`, because the caller has looked at the ignore rules with the tracked files in mind.
    if (present.length > 0) await git.add({ ...this.common, filepath: present, force: true, parallel: false });
  }

  /** Sets an entry of the index to a file of a tree, or removes it. */
  async stageFile(path: string, file: GitFile | undefined): Promise<void> {
    await git.remove({ ...this.common, filepath: path });
    if (file === undefined) return;
    await git.updateIndex({
      ...this.common,
      filepath: path,
      oid: file.oid,
      mode: Number.parseInt(file.mode, 8),
      add: true,
    });
  }

  /** Writes a file of a tree to the work tree, or removes what stands there with the directories it leaves empty. */
  async putInWorkTree(path: string, file: GitFile | undefined): Promise<void> {
    const { fs } = this.context;
    const full = joinPath(this.dir, path);
    await fs.rm(full, { force: true, recursive: true });
    if (file === undefined) {
      for (let directory = parentPath(full); directory !== this.dir; directory = parentPath(directory)) {
        if ((await fs.readdir(directory).catch(() => ["?"])).length > 0) break;
        await fs.rm(directory).catch(() => {});
      }
      return;
    }
    await fs.mkdir(parentPath(full), { recursive: true });
    const bytes = await this.blob(file.oid);
    if (file.mode === "120000") await fs.symlink(new TextDecoder().decode(bytes), full);
    else {
      await fs.writeFile(full, bytes);
      if (file.mode === "100755") await fs.chmod(full, 0o755);
    }
  }

  async setHead(target: { branch: string } | { oid: string }): Promise<void> {
    const text = "branch" in target ? `ref: refs/heads/${target.branch}\n` : `${target.oid}\n`;
    await this.context.fs.writeFile(joinPath(this.gitdir, "HEAD"), text);
  }

  async moveHead(oid: string): Promise<void> {
    const branch = await this.branch();
    if (branch === undefined) await this.setHead({ oid });
    else await git.writeRef({ ...this.common, ref: `refs/heads/${branch}`, value: oid, force: true });
  }

  relative(path: string, cwd: string): string {
    if (cwd === this.dir) return path;
    const from = cwd.slice(this.dir === "/" ? 1 : this.dir.length + 1).split("/");
    const to = path.split("/");
    let shared = 0;
    while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared += 1;
    return [...from.slice(shared).map(() => ".."), ...to.slice(shared)].join("/");
  }
}

export async function readText(context: ResolvedCommandContext, path: string): Promise<string> {
  return context.fs.readFileBuffer(path).then(
    (bytes) => new TextDecoder().decode(bytes),
    () => "",
  );
}

export function blobOid(bytes: Uint8Array): string {
  const header = new TextEncoder().encode(`blob ${bytes.byteLength}\0`);
  const whole = new Uint8Array(header.byteLength + bytes.byteLength);
  whole.set(header);
  whole.set(bytes, header.byteLength);
  return hexFromBytes(sha1(whole));
}

/** `@1700000000 +0100`, ISO 8601, or what the engine reads. */
export function parseDate(text: string): { timestamp: number; timezoneOffset: number } {
  const raw = /^@?(\d{5,})(?:\s+([+-])(\d\d)(\d\d))?$/.exec(text.trim());
  if (raw !== null) {
    const minutes = Number(raw[3] ?? 0) * 60 + Number(raw[4] ?? 0);
    return { timestamp: Number(raw[1]), timezoneOffset: raw[2] === "-" ? minutes : -minutes || 0 };
  }
  const zone = /([+-])(\d\d):?(\d\d)$/.exec(text);
  const plain = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d)?$/.test(text.trim())
    ? `${text.trim().replace(" ", "T")}Z`
    : text
        .trim()
        .replace(/^(\d{4}-\d\d-\d\d) /, "$1T")
        .replace(/ ([+-]\d\d):?(\d\d)$/, "$1:$2");
  const milliseconds = Date.parse(plain);
  if (Number.isNaN(milliseconds)) throw new GitFailure(`fatal: invalid date format: ${text}`);
  const minutes = zone === null ? 0 : Number(zone[2]) * 60 + Number(zone[3]);
  return { timestamp: Math.floor(milliseconds / 1000), timezoneOffset: zone?.[1] === "-" ? minutes : -minutes || 0 };
}
