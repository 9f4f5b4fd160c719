import type { FileSystemTree } from "@webcontainer/api";
import { sameContent } from "@/lib/core/sandbox/diff-snapshots";
import { baseName, isWithin, joinPath, parentPath, pathSegments, relativePath } from "@/lib/core/sandbox/resolve-path";
import type { Sandbox, SandboxSnapshot, SnapshotEntry } from "@/lib/core/sandbox/sandbox";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import type { ContainerLink } from "./container-link";

/** Folders that programs fill with what can be made again: they stay in the container. */
const STAYS_INSIDE = new Set([
  "node_modules",
  ".npm",
  ".pnpm-store",
  ".cache",
  ".parcel-cache",
  ".turbo",
  ".next",
  ".nuxt",
  ".svelte-kit",
]);

const FENCE = ".toolwright-fence";
const FENCE_MS = 1000;
const MANY_FILES = 100;
const MOUNT_BYTES = 4 * 1024 * 1024;
const AT_ONCE = 16;
const READ_LINKS =
  "for (const path of process.argv.slice(1)) console.log(JSON.stringify(require('fs').readlinkSync(path)))";

interface Listing {
  files: Set<string>;
  directories: Set<string>;
  links: Set<string>;
}

/**
 * Keeps the workspace below `base.cwd` and the container's working directory equal. The base is the truth: what changed there
 * goes in before a command, what the command changed comes out after it, and what the base refuses (a read-only mount, no
 * room) is undone in the container and told. Paths here are the base's, absolute.
 */
export class ContainerFiles {
  /** What both sides held when they were last made equal. */
  private known = new Map<string, SnapshotEntry>();
  private knownDirectories = new Set<string>();
  /** What the container's watcher named since. */
  private touched = new Set<string>();
  private watching = true;
  private fences = 0;
  private fenceSeen: (() => void) | undefined;
  private closeWatcher: () => void = () => {};
  private queue: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly base: Sandbox,
    private readonly link: ContainerLink,
    private readonly onTouched: () => void,
  ) {}

  /** Empties the working directory, which may hold what an earlier session left, and brings the workspace in. */
  async start(): Promise<void> {
    const { fs } = this.link.container;
    const left = await this.link.ask(fs.readdir("."));
    await inTurns(left, (name) => this.link.ask(fs.rm(name, { recursive: true, force: true })));
    const watcher = fs.watch(".", { recursive: true }, (_event, filename) => this.noticed(String(filename)));
    this.closeWatcher = () => watcher.close();
    await this.pushIn();
    await this.alone(async () => {
      await this.fence();
      // Only the adapter has written so far.
      this.touched.clear();
    });
  }

  close(): void {
    this.closeWatcher();
  }

  /** Brings into the container what changed in the base. */
  pushIn(): Promise<void> {
    return this.alone(async () => {
      const { entries } = await this.base.snapshot();
      const directories = directoriesOf(entries, this.base.cwd);
      const gone = [...this.knownDirectories].filter((path) => !directories.has(path));
      const tops = gone.filter((path) => !gone.includes(parentPath(path)));
      await inTurns(tops, (path) => this.removeInside(path));
      const replaced = [...this.known].filter(([path, entry]) => entry.type !== entries.get(path)?.type);
      await inTurns(replaced, ([path, entry]) =>
        entry.type === "directory" && directories.has(path) ? Promise.resolve() : this.removeInside(path),
      );
      const changed = [...entries].filter(([path, entry]) => {
        const before = this.known.get(path);
        return before === undefined || !sameContent(before, entry);
      });
      await this.place(
        changed,
        [...directories].filter((path) => !this.knownDirectories.has(path)),
      );
      this.known = new Map(entries);
      this.knownDirectories = directories;
    });
  }

  /** Brings out what changed in the container. Returns a line for each path that the base refused, which is as it was again. */
  pullOut(): Promise<string[]> {
    return this.alone(async () => {
      await this.fence();
      if (this.watching && this.touched.size === 0) return [];
      const touched = this.touched;
      this.touched = new Set();
      try {
        return await this.takeOut(touched);
      } catch (error) {
        for (const path of touched) this.touched.add(path);
        throw error;
      }
    });
  }

  /** Whether a path is one of those that the container alone has. */
  isInside(path: string): boolean {
    return staysInside(this.inside(path));
  }

  // Inside

  /** One exchange at a time. */
  private alone<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.queue.then(work, work);
    this.queue = turn.catch(() => {
      // Whoever asked for it is told.
    });
    return turn;
  }

  private noticed(filename: string): void {
    if (filename === `${FENCE}-${this.fences}`) this.fenceSeen?.();
    const path = joinPath(this.base.cwd, filename);
    if (filename.startsWith(FENCE) || staysInside(filename)) return;
    this.touched.add(path);
    this.onTouched();
  }

  /** Waits until the watcher has told everything that happened so far; without its answer every file is compared. */
  private async fence(): Promise<void> {
    const { fs } = this.link.container;
    this.fences += 1;
    const name = `${FENCE}-${this.fences}`;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const seen = new Promise<boolean>((resolve) => {
      this.fenceSeen = () => resolve(true);
      timer = setTimeout(() => resolve(false), FENCE_MS);
    });
    await this.link.ask(fs.writeFile(name, ""));
    this.watching = await seen;
    clearTimeout(timer);
    await this.link.ask(fs.rm(name, { force: true }));
  }

  private async list(): Promise<Listing> {
    const listing: Listing = { files: new Set(), directories: new Set(), links: new Set() };
    const visit = async (directory: string): Promise<void> => {
      const entries = await this.link
        .ask(this.link.container.fs.readdir(this.inside(directory), { withFileTypes: true }))
        .catch(unlessGone<never[]>([]));
      const below: string[] = [];
      for (const entry of entries) {
        const path = joinPath(directory, entry.name);
        if (entry.name.startsWith(FENCE) && directory === this.base.cwd) continue;
        if (entry.isFile()) listing.files.add(path);
        else if (!entry.isDirectory()) listing.links.add(path);
        else if (!STAYS_INSIDE.has(entry.name)) {
          listing.directories.add(path);
          below.push(path);
        }
      }
      await inTurns(below, visit);
    };
    await visit(this.base.cwd);
    return listing;
  }

  private async takeOut(touched: ReadonlySet<string>): Promise<string[]> {
    const listing = await this.list();
    const exchange = new Exchange(await this.base.snapshot(), this.known);
    await this.takeRemovals(listing, exchange);
    for (const path of [...listing.directories].sort()) {
      if (this.knownDirectories.has(path)) continue;
      await this.apply(exchange, path, { type: "directory" }, () => this.base.makeDirectory(path));
    }
    const suspects = [...listing.files].filter((path) => {
      return this.known.get(path)?.type !== "file" || !this.watching || isTouched(touched, path, this.base.cwd);
    });
    await inTurns(suspects, async (path) => {
      const data = await this.readInside(path);
      const known = this.known.get(path);
      if (data === undefined || (known?.type === "file" && sameBytes(known.data, data))) return;
      await this.apply(exchange, path, { type: "file", data }, async () => {
        if (known?.type === "symlink") await this.base.remove(path);
        await this.base.write(path, data);
      });
    });
    await this.takeLinks(listing, exchange);
    this.remember(exchange, (await this.base.snapshot()).entries);
    return exchange.refused;
  }

  /** Makes one change in the base, or undoes it in the container when the base refuses. */
  private async apply(exchange: Exchange, path: string, content: Content, work: () => Promise<void>): Promise<void> {
    try {
      exchange.refuseConflict(path);
      await work();
      exchange.applied.set(path, content);
    } catch (error) {
      if (!SandboxError.isInstance(error)) throw error;
      exchange.refused.push(refusal(path, error));
      await this.undo(path, exchange.before);
      exchange.undone.add(path);
    }
  }

  private async takeRemovals(listing: Listing, exchange: Exchange): Promise<void> {
    for (const [path, entry] of this.known) {
      if (this.isInside(path) || entry.type === "directory") continue;
      if (listing.files.has(path) || listing.links.has(path)) continue;
      await this.apply(exchange, path, undefined, () => this.base.remove(path).catch(unlessMissing));
    }
    for (const path of [...this.knownDirectories].sort().reverse()) {
      if (this.isInside(path) || listing.directories.has(path)) continue;
      await this.apply(exchange, path, undefined, () => this.base.remove(path).catch(unlessMissing));
    }
  }

  private async takeLinks(listing: Listing, exchange: Exchange): Promise<void> {
    const paths = [...listing.links];
    if (paths.length === 0) return;
    const text = await this.link.output("node", ["-e", READ_LINKS, ...paths.map((path) => this.inside(path))]);
    const targets =
      text
        ?.trim()
        .split("\n")
        .map((line): unknown => JSON.parse(line)) ?? [];
    for (const [index, path] of paths.entries()) {
      const target = this.outside(String(targets[index] ?? ""));
      const known = this.known.get(path);
      if (known?.type === "symlink" && known.target === target) continue;
      await this.apply(exchange, path, { type: "symlink" }, async () => {
        if (target === "") throw new SandboxError("failed", "the link could not be read");
        const env = { TARGET: target, PLACE: path };
        const made = await this.base.exec('rm -rf -- "$PLACE"; ln -s -- "$TARGET" "$PLACE"', { env });
        if (made.exitCode === 0) return;
        throw new SandboxError(/read-only/i.test(made.stderr) ? "read-only" : "failed", made.stderr.trim());
      });
    }
  }

  /** Only what was exchanged is equal now: what others wrote to the base meanwhile goes in the next time. */
  private remember({ applied, undone, before }: Exchange, now: SandboxSnapshot["entries"]): void {
    for (const [path, content] of applied) {
      const entry = now.get(path);
      if (content === undefined) {
        this.known.delete(path);
        this.knownDirectories.delete(path);
      } else if (content.type === "directory") this.knownDirectories.add(path);
      else if (content.type === "file") {
        const same = entry?.type === "file" && sameBytes(entry.data, content.data);
        this.known.set(path, same ? entry : { type: "file", data: content.data, mode: 0, modifiedAt: 0 });
      } else if (entry?.type === "symlink") this.known.set(path, entry);
    }
    for (const path of undone) {
      const entry = before.entries.get(path);
      if (entry === undefined) this.known.delete(path);
      else this.known.set(path, entry);
    }
  }

  /** Makes the container's side of a path what the base holds. */
  private async undo(path: string, snapshot: SandboxSnapshot): Promise<void> {
    const below = [...snapshot.entries].filter(([entry]) => isWithin(entry, path));
    await this.removeInside(path);
    const directories = [...directoriesOf(new Map(below), this.base.cwd)];
    await this.place(below, directories);
  }

  private async place(
    entries: readonly (readonly [string, SnapshotEntry])[],
    directories: readonly string[],
  ): Promise<void> {
    const { fs } = this.link.container;
    const deepest = directories.filter((path) => !directories.some((other) => parentPath(other) === path));
    await inTurns(deepest, (path) => this.link.ask(fs.mkdir(this.inside(path), { recursive: true })));
    const files: [string, Uint8Array][] = [];
    const links: [string, string][] = [];
    const programs: string[] = [];
    for (const [path, entry] of entries) {
      if (entry.type === "file") {
        files.push([path, entry.data]);
        if ((entry.mode & 0o111) !== 0) programs.push(this.inside(path));
      } else if (entry.type === "symlink") links.push([path, entry.target]);
    }
    if (files.length > MANY_FILES) await this.mountFiles(files);
    else await inTurns(files, ([path, data]) => this.link.ask(fs.writeFile(this.inside(path), data)));
    for (const [path, target] of links) {
      const tree: FileSystemTree = { [baseName(path)]: { file: { symlink: target } } };
      await this.link.ask(this.link.container.mount(tree, { mountPoint: this.inside(parentPath(path)) }));
    }
    if (programs.length > 0) await this.link.output("chmod", ["+x", ...programs]);
  }

  /** Many files as a few trees: one message each, instead of one for every file. */
  private async mountFiles(files: readonly [string, Uint8Array][]): Promise<void> {
    const { fs } = this.link.container;
    // The client keeps a tree in ordinary objects, where this name means something else.
    const odd = files.filter(([path]) => pathSegments(path).includes("__proto__"));
    await inTurns(odd, ([path, data]) => this.link.ask(fs.writeFile(this.inside(path), data)));
    let tree: FileSystemTree = {};
    let bytes = 0;
    for (const [path, contents] of files) {
      if (pathSegments(path).includes("__proto__")) continue;
      let directory = tree;
      for (const name of pathSegments(parentPath(path)).slice(pathSegments(this.base.cwd).length)) {
        const node = Object.hasOwn(directory, name) ? directory[name] : { directory: {} };
        directory[name] = node as FileSystemTree[string];
        directory = (node as { directory: FileSystemTree }).directory;
      }
      directory[baseName(path)] = { file: { contents } };
      bytes += contents.byteLength;
      if (bytes < MOUNT_BYTES) continue;
      await this.link.ask(this.link.container.mount(tree));
      tree = {};
      bytes = 0;
    }
    await this.link.ask(this.link.container.mount(tree));
  }

  private removeInside(path: string): Promise<void> {
    return this.link.ask(this.link.container.fs.rm(this.inside(path), { recursive: true, force: true }));
  }

  private async readInside(path: string): Promise<Uint8Array | undefined> {
    return this.link.ask(this.link.container.fs.readFile(this.inside(path))).catch(unlessGone<undefined>(undefined));
  }

  /** The container's name of a path: relative to its working directory. */
  private inside(path: string): string {
    return relativePath(this.base.cwd, path);
  }

  /** A link's target as the workspace names it. */
  private outside(target: string): string {
    const { workdir } = this.link.container;
    return isWithin(target, workdir) ? this.base.cwd + target.slice(workdir.length) : target;
  }
}

/** What stands at a path in the container; undefined when nothing does. */
type Content = { type: "file"; data: Uint8Array } | { type: "directory" } | { type: "symlink" } | undefined;

/** One bringing out: the base as it was found, and what became of each path. */
class Exchange {
  readonly applied = new Map<string, Content>();
  readonly undone = new Set<string>();
  readonly refused: string[] = [];

  constructor(
    readonly before: SandboxSnapshot,
    private readonly known: ReadonlyMap<string, SnapshotEntry>,
  ) {}

  refuseConflict(path: string): void {
    const known = this.known.get(path);
    const now = this.before.entries.get(path);
    if (known === undefined || now === undefined || sameContent(known, now)) return;
    throw new SandboxError("exists", "it was changed in the workspace meanwhile, and that version stays");
  }
}

/** A directory that moved is named alone, so everything below it counts. */
function isTouched(touched: ReadonlySet<string>, path: string, root: string): boolean {
  for (let at = path; at !== root && at !== "/"; at = parentPath(at)) if (touched.has(at)) return true;
  return false;
}

function staysInside(relative: string): boolean {
  return relative.split("/").some((name) => STAYS_INSIDE.has(name));
}

/** Every directory that the entries imply or name, below the root. */
function directoriesOf(entries: ReadonlyMap<string, SnapshotEntry>, root: string): Set<string> {
  const directories = new Set<string>();
  for (const [path, entry] of entries) {
    let directory = entry.type === "directory" ? path : parentPath(path);
    while (directory !== root && isWithin(directory, root) && !directories.has(directory)) {
      directories.add(directory);
      directory = parentPath(directory);
    }
  }
  return directories;
}

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const item = items[next] as T;
      next += 1;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker));
}

/** Gone between two questions: the next exchange sees it. The lost container is another matter. */
function unlessGone<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof Error && /^(Error: )?(ENOENT|ENOTDIR|EISDIR)/.test(error.message)) return value;
    throw error;
  };
}

function unlessMissing(error: unknown): void {
  if (!SandboxError.isInstance(error) || (error.code !== "not-found" && error.code !== "not-directory")) throw error;
}

function refusal(path: string, error: SandboxError): string {
  const why = error.code === "read-only" ? "is read-only" : `could not be kept: ${error.message}`;
  return `toolwright: ${path} ${why}. What the command did to it was undone.`;
}

function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.byteLength === right.byteLength && left.every((byte, index) => byte === right[index]);
}
