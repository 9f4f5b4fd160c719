import { appendBytes } from "./append-bytes";
import { megabytes } from "./megabytes";
import { MountTable } from "./mount-table";
import { alreadyExists, isDirectory, notDirectory, notFound } from "./path-errors";
import { isWithin, joinPath, parentPath, pathSegments, resolvePath } from "./resolve-path";
import type { DirectoryEntry, FileChange, FileStat, SnapshotEntry } from "./sandbox";
import { SandboxError } from "./sandbox-error";
import { copyNodes, type DirectoryNode, entryOf, type FileNode, sizeOf, type TreeNode } from "./tree-node";
import { WORKSPACE_LIMITS } from "./workspace-limits";

/** One changed path with what stands there now; `entry` is undefined when it is gone. */
export interface TreeChange extends FileChange {
  entry: SnapshotEntry | undefined;
}

interface Located {
  /** Undefined for the root only. */
  directory: DirectoryNode | undefined;
  name: string;
  /** With every symbolic link on the way resolved. */
  path: string;
  node: TreeNode | undefined;
}

export interface FileTreeOptions {
  now?: () => number;
  bytes?: number;
  entries?: number;
  /** Directories that can be neither removed nor moved, such as the workspace root. */
  kept?: readonly string[];
  /** Below these nothing is counted as a change (`/bin`, `/dev` …). */
  untracked?: readonly string[];
}

const FILE_MODE = 0o644;
/** The mode of a directory that nobody gave another one. */
export const DIRECTORY_MODE = 0o755;
const MAX_LINKS_FOLLOWED = 40;
const MAX_NAME_BYTES = 1024;

/**
 * A whole file system in memory: files, directories, symbolic and hard links, mounts, limits, and a record of what changed.
 * Every adapter's file operations end here, so that they cannot differ. All paths are absolute and normalised.
 */
export class FileTree {
  readonly mounts = new MountTable();
  bytes = 0;
  private ownRoom = 0;
  entries = 0;

  private root: DirectoryNode;
  readonly now: () => number;
  private byteLimit: number;
  private readonly entryLimit: number;
  private readonly kept: readonly string[];
  private readonly untracked: readonly string[];
  /** Path → whether something stood there before the changes that are not taken yet. */
  private readonly touched = new Map<string, boolean>();

  constructor(options: FileTreeOptions = {}) {
    this.now = options.now ?? Date.now;
    this.byteLimit = options.bytes ?? WORKSPACE_LIMITS.bytes;
    this.entryLimit = options.entries ?? WORKSPACE_LIMITS.entries;
    this.kept = options.kept ?? [];
    this.untracked = options.untracked ?? [];
    this.root = { type: "directory", children: new Map(), mode: DIRECTORY_MODE, modifiedAt: this.now() };
  }

  // Reading

  /** The node at `path`, links followed unless `followLast` is false; undefined when nothing is there. */
  find(path: string, followLast = true): TreeNode | undefined {
    try {
      return this.locate(path, followLast).node;
    } catch (error) {
      if (SandboxError.isInstance(error) && (error.code === "not-found" || error.code === "not-directory")) return;
      throw error;
    }
  }

  get(path: string, followLast = true): TreeNode {
    const { node } = this.locate(path, followLast);
    if (node === undefined) throw notFound(path);
    return node;
  }

  /** The live bytes; a caller that hands them out must copy. */
  read(path: string): Uint8Array {
    const node = this.get(path);
    if (node.type === "directory") throw isDirectory(path);
    return (node as FileNode).data;
  }

  list(path: string): DirectoryEntry[] {
    const node = this.get(path);
    if (node.type !== "directory") throw notDirectory(path);
    const entries = Array.from(node.children, ([name, child]) => ({
      name,
      type: child.type,
      size: sizeOf(child),
    }));
    return entries.sort((left, right) => (left.name < right.name ? -1 : left.name > right.name ? 1 : 0));
  }

  /** What a link points to is what is described; a dangling link describes itself. */
  stat(path: string): FileStat {
    const node = this.find(path) ?? this.get(path, false);
    return { type: node.type, size: sizeOf(node), modifiedAt: node.modifiedAt };
  }

  realPath(path: string): string {
    const { node, path: real } = this.locate(path, true);
    if (node === undefined) throw notFound(path);
    return real;
  }

  // Writing

  /** Writes through links; `data` must be the tree's own from now on. Needs the parent directory unless `parents`. */
  write(path: string, data: Uint8Array, options: { parents?: boolean; mode?: number; modifiedAt?: number } = {}): void {
    if (options.parents) this.makeDirectory(parentPath(this.landing(path)), true);
    const located = this.locate(path, true);
    const { node, directory, name } = located;
    if (node?.type === "directory" || directory === undefined) throw isDirectory(path);
    this.mounts.refuseChange(located.path);
    const modifiedAt = options.modifiedAt ?? this.now();
    if (node?.type === "file") {
      this.refuseBytes(data.byteLength - node.data.byteLength, path);
      this.touchFile(located.path, node);
      this.bytes += data.byteLength - node.data.byteLength;
      node.data = data;
      node.modifiedAt = modifiedAt;
      if (options.mode !== undefined) node.mode = options.mode;
      return;
    }
    this.refuseBytes(data.byteLength, path);
    this.insert(directory, name, located.path, {
      type: "file",
      data,
      mode: options.mode ?? FILE_MODE,
      modifiedAt,
      links: 1,
    });
    this.bytes += data.byteLength;
  }

  append(path: string, data: Uint8Array): void {
    const node = this.find(path);
    if (node?.type !== "file") {
      this.write(path, data);
      return;
    }
    this.refuseBytes(data.byteLength, path);
    this.write(path, appendBytes(node.data, data));
  }

  makeDirectory(path: string, parents: boolean): void {
    const existing = this.find(path);
    if (existing !== undefined) {
      if (parents && existing.type === "directory") return;
      throw existing.type === "directory" || !parents ? alreadyExists(path) : notDirectory(path);
    }
    if (parents) this.makeDirectory(parentPath(path), true);
    const { directory, name, path: real, node } = this.locate(path, true);
    if (directory === undefined || node !== undefined) throw alreadyExists(path);
    this.mounts.refuseChange(real);
    this.insert(directory, name, real, {
      type: "directory",
      children: new Map(),
      mode: DIRECTORY_MODE,
      modifiedAt: this.now(),
    });
  }

  /** Removes the entry itself, never what a link points to. */
  remove(path: string, recursive: boolean): void {
    const { directory, name, path: real, node } = this.locate(path, false);
    if (node === undefined) throw notFound(path);
    if (directory === undefined) throw cannotLeave(path);
    if (node.type === "directory" && node.children.size > 0 && !recursive) {
      throw new SandboxError("not-empty", `${path} is a directory that is not empty.`, { path });
    }
    this.mounts.refuseChange(real);
    this.refuseLeaving(real);
    this.forget(real, node);
    directory.children.delete(name);
    directory.modifiedAt = this.now();
  }

  /** Creates no parents. With `replace` a file takes the place of a file, and a directory that of an empty directory. */
  rename(from: string, to: string, options: { replace?: boolean } = {}): void {
    const source = this.locate(from, false);
    if (source.node === undefined) throw notFound(from);
    if (source.directory === undefined)
      throw new SandboxError("read-only", "The root cannot be moved.", { path: from });
    const target = this.locate(to, false);
    if (target.directory === undefined) throw alreadyExists(to);
    if (source.path === target.path) return;
    if (isWithin(target.path, source.path)) {
      throw new SandboxError("invalid-path", `${from} cannot be moved into itself.`, { path: to });
    }
    for (const path of [source.path, target.path]) {
      this.mounts.refuseChange(path);
      this.refuseLeaving(path);
    }
    if (target.node !== undefined) {
      if (!options.replace) throw alreadyExists(to);
      if (target.node.type === "directory" && source.node.type !== "directory") throw isDirectory(to);
      if (target.node.type !== "directory" && source.node.type === "directory") throw notDirectory(to);
      this.remove(to, false);
    }
    const moved = source.node;
    this.touchAll(source.path, moved, true);
    source.directory.children.delete(source.name);
    target.directory.children.set(target.name, moved);
    this.touchAll(target.path, moved, false);
    source.directory.modifiedAt = target.directory.modifiedAt = this.now();
  }

  symlink(target: string, path: string): void {
    if (target === "" || target.includes("\0")) {
      throw new SandboxError("invalid-path", "The link's target is empty or contains a NUL character.", { path });
    }
    this.insertNew(path, { type: "symlink", target, modifiedAt: this.now() });
  }

  /** A second name for one file. */
  link(existing: string, path: string): void {
    const node = this.get(existing);
    if (node.type !== "file") throw isDirectory(existing);
    this.insertNew(path, node);
    node.links += 1;
  }

  setMode(path: string, mode: number): void {
    const located = this.locate(path, true);
    if (located.node === undefined) throw notFound(path);
    this.mounts.refuseChange(located.path);
    if (located.node.type === "symlink") return;
    this.touchNode(located.path, located.node);
    located.node.mode = mode;
  }

  setModifiedAt(path: string, modifiedAt: number): void {
    const located = this.locate(path, true);
    if (located.node === undefined) throw notFound(path);
    this.mounts.refuseChange(located.path);
    this.touchNode(located.path, located.node);
    located.node.modifiedAt = modifiedAt;
  }

  /** Bytes that the files take and may take, without those that room was added for. */
  room(): { used: number; limit: number } {
    return { used: this.bytes - this.ownRoom, limit: this.byteLimit - this.ownRoom };
  }

  /** What a copy of this tree must hold to as well. */
  limits(): { bytes: number; entries: number; kept: readonly string[] } {
    return { bytes: this.byteLimit, entries: this.entryLimit, kept: this.kept };
  }

  // Views, copies, changes

  /**
   * A tree of its own that holds the same files: nothing written to one is ever seen in the other. Entries are copied, bytes
   * are shared until they are replaced. The view has the same mounts and the same limits, counted from what it holds now, and
   * starts without changes.
   */
  fork(): FileTree {
    const view = new FileTree({ now: this.now, ...this.limits(), untracked: this.untracked });
    view.root = copyNodes(this.root);
    view.bytes = this.bytes;
    view.ownRoom = this.ownRoom;
    view.entries = this.entries;
    for (const [path, mode] of this.mounts.entries()) view.mounts.set(path, mode);
    return view;
  }

  /** Everything below `root` as shared entries; directories only when they hold nothing or have a mode of their own, unless `allDirectories`. */
  copyEntries(
    root: string,
    options: { allDirectories?: boolean; skip?: readonly string[] } = {},
  ): Map<string, SnapshotEntry> {
    const entries = new Map<string, SnapshotEntry>();
    const visit = (path: string, node: TreeNode): void => {
      if (options.skip?.some((skipped) => isWithin(path, skipped))) return;
      if (node.type !== "directory") entries.set(path, entryOf(node));
      else {
        const tells = options.allDirectories || node.children.size === 0 || node.mode !== DIRECTORY_MODE;
        if (path !== root && tells) entries.set(path, entryOf(node));
        for (const [name, child] of node.children) visit(joinPath(path, name), child);
      }
    };
    const start = this.find(root);
    if (start !== undefined) visit(root, start);
    return entries;
  }

  /** Puts an entry in place whatever stood there; parents appear. For the host's own bookkeeping. */
  put(path: string, entry: SnapshotEntry | undefined): void {
    const existing = this.find(path, false);
    if (existing !== undefined && (entry === undefined || entry.type !== existing.type || entry.type === "symlink")) {
      this.remove(path, true);
    }
    if (entry === undefined) return;
    if (entry.type === "directory") {
      this.makeDirectory(path, true);
      const node = this.get(path);
      if (node.type === "directory") Object.assign(node, { mode: entry.mode, modifiedAt: entry.modifiedAt });
    } else if (entry.type === "symlink") {
      this.makeDirectory(parentPath(path), true);
      this.symlink(entry.target, path);
    } else this.write(path, entry.data, { parents: true, mode: entry.mode, modifiedAt: entry.modifiedAt });
  }

  /** What changed since the last call, each path once. */
  takeChanges(): TreeChange[] {
    const changes: TreeChange[] = [];
    for (const [path, before] of this.touched) {
      const node = this.find(path, false);
      if (node === undefined && !before) continue;
      const kind = node === undefined ? "removed" : before ? "changed" : "created";
      changes.push({ path, kind, entry: node && entryOf(node) });
    }
    this.touched.clear();
    return changes;
  }

  // Inside

  private locate(path: string, followLast: boolean): Located {
    let pending = pathSegments(path);
    let directory: DirectoryNode = this.root;
    let names: string[] = [];
    let followed = 0;
    for (let index = 0; index < pending.length; index += 1) {
      const name = pending[index] as string;
      const node = directory.children.get(name);
      const last = index === pending.length - 1;
      if (node?.type === "symlink" && (!last || followLast)) {
        followed += 1;
        if (followed > MAX_LINKS_FOLLOWED) throw tooManyLinks(path);
        pending = [...pathSegments(resolvePath(`/${names.join("/")}`, node.target)), ...pending.slice(index + 1)];
        directory = this.root;
        names = [];
        index = -1;
        continue;
      }
      if (last) return { directory, name, node, path: `/${[...names, name].join("/")}` };
      if (node === undefined) throw notFound(path);
      if (node.type !== "directory") throw notDirectory(path);
      directory = node;
      names.push(name);
    }
    return { directory: undefined, name: "", node: this.root, path: "/" };
  }

  /** Where a write to `path` lands when its last part is a link, even a dangling one. */
  private landing(path: string): string {
    let place = path;
    for (let followed = 0; followed <= MAX_LINKS_FOLLOWED; followed += 1) {
      const node = this.find(place, false);
      if (node?.type !== "symlink") return place;
      place = resolvePath(parentPath(place), node.target);
    }
    throw tooManyLinks(path);
  }

  private insertNew(path: string, node: TreeNode): void {
    const located = this.locate(path, false);
    if (located.node !== undefined || located.directory === undefined) throw alreadyExists(path);
    this.mounts.refuseChange(located.path);
    this.insert(located.directory, located.name, located.path, node);
  }

  private insert(directory: DirectoryNode, name: string, path: string, node: TreeNode): void {
    if (name.length * 4 > MAX_NAME_BYTES && new TextEncoder().encode(name).byteLength > MAX_NAME_BYTES) {
      throw new SandboxError("invalid-path", `The name is longer than ${MAX_NAME_BYTES} bytes.`, { path });
    }
    if (this.entries >= this.entryLimit) {
      throw new SandboxError("quota", `The workspace is full: it may hold ${this.entryLimit} entries.`, { path });
    }
    this.touch(path, false);
    directory.children.set(name, node);
    directory.modifiedAt = this.now();
    this.entries += 1;
  }

  private forget(path: string, node: TreeNode): void {
    this.touch(path, true);
    this.entries -= 1;
    if (node.type === "directory") {
      for (const [name, child] of node.children) this.forget(joinPath(path, name), child);
    } else if (node.type === "file") {
      node.links -= 1;
      if (node.links === 0) this.bytes -= node.data.byteLength;
    }
  }

  private touchAll(path: string, node: TreeNode, before: boolean): void {
    this.touch(path, before);
    if (node.type !== "directory") return;
    for (const [name, child] of node.children) this.touchAll(joinPath(path, name), child, before);
  }

  private touchNode(path: string, node: TreeNode): void {
    if (node.type === "file") this.touchFile(path, node);
    else this.touch(path, true);
  }

  /** A write to a file with several names changes all of them. */
  private touchFile(path: string, node: FileNode): void {
    this.touch(path, true);
    if (node.links < 2) return;
    const visit = (current: string, candidate: TreeNode): void => {
      if (candidate === node) this.touch(current, true);
      else if (candidate.type === "directory") {
        for (const [name, child] of candidate.children) visit(joinPath(current, name), child);
      }
    };
    visit("/", this.root);
  }

  private touch(path: string, before: boolean): void {
    if (this.touched.has(path) || this.untracked.some((directory) => isWithin(path, directory))) return;
    this.touched.set(path, before);
  }

  /** Room beyond the limit for what is not the person's: the system's own files. */
  addRoom(bytes: number): void {
    this.byteLimit += bytes;
    this.ownRoom += bytes;
  }

  private refuseLeaving(path: string): void {
    this.mounts.refuseRemoval(path);
    if (this.kept.some((kept) => isWithin(kept, path))) throw cannotLeave(path);
  }

  private refuseBytes(more: number, path: string): void {
    if (more > 0 && this.bytes + more > this.byteLimit) {
      const limit = megabytes(this.room().limit);
      throw new SandboxError("quota", `The workspace is full: it may hold ${limit}.`, { path });
    }
  }
}

function cannotLeave(path: string): SandboxError {
  return new SandboxError("failed", `${path} holds the workspace and can be neither removed nor moved.`, { path });
}

function tooManyLinks(path: string): SandboxError {
  return new SandboxError("too-many-links", `${path} leads through too many symbolic links.`, { path });
}
