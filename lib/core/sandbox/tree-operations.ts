import { sameContent } from "./diff-snapshots";
import { editText } from "./edit-text";
import { DIRECTORY_MODE, type FileTree } from "./file-tree";
import { notDirectory } from "./path-errors";
import { isWithin, joinPath, parentPath, relativePath, resolvePath } from "./resolve-path";
import type { DirectoryEntry, EditResult, FileStat, MountMode, SandboxSnapshot, SnapshotEntry } from "./sandbox";
import { SandboxError } from "./sandbox-error";

/** The file half of the sandbox port over a tree, for every adapter that keeps its files in one. */
export class TreeOperations {
  constructor(
    readonly tree: FileTree,
    readonly cwd: string,
  ) {}

  resolve(path: string): string {
    return resolvePath(this.cwd, path);
  }

  read(path: string): Uint8Array {
    return this.tree.read(this.existing(path)).slice();
  }

  write(path: string, data: Uint8Array | string): void {
    this.refuseTrailingSlash(path);
    const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data.slice();
    this.tree.write(this.resolve(path), bytes, { parents: true });
  }

  edit(path: string, oldText: string, newText: string): EditResult {
    const absolute = this.resolve(path);
    const { result, written } = editText(path, this.tree.read(absolute), oldText, newText);
    if (written !== undefined) this.tree.write(absolute, new TextEncoder().encode(written));
    return result;
  }

  list(path: string): DirectoryEntry[] {
    return this.tree.list(this.resolve(path));
  }

  stat(path: string): FileStat {
    return this.tree.stat(this.existing(path));
  }

  makeDirectory(path: string): void {
    const absolute = this.resolve(path);
    const existing = this.tree.find(absolute);
    if (existing !== undefined && existing.type !== "directory") {
      throw new SandboxError("exists", `${path} exists already and is not a directory.`, { path: absolute });
    }
    this.tree.makeDirectory(absolute, true);
  }

  remove(path: string, recursive: boolean): void {
    this.tree.remove(this.existing(path), recursive);
  }

  rename(from: string, to: string): void {
    const source = this.resolve(from);
    const target = this.resolve(to);
    this.tree.get(source, false);
    if (source !== target && isWithin(target, source)) {
      throw new SandboxError("invalid-path", `${from} cannot be moved into itself.`, { path: target });
    }
    if (this.tree.find(target, false) === undefined) this.tree.makeDirectory(parentPath(target), true);
    else if (source !== target) throw new SandboxError("exists", `${to} exists already.`, { path: target });
    this.tree.rename(source, target);
  }

  snapshot(): SandboxSnapshot {
    return { entries: this.tree.copyEntries(this.cwd) };
  }

  /** Touches only what differs, and leaves read-only mounts as they are. */
  restore(snapshot: SandboxSnapshot): void {
    const wanted = snapshot.entries;
    const directories = new Set<string>();
    for (const [path, entry] of wanted) {
      if (!isWithin(path, this.cwd)) {
        throw new SandboxError("invalid-path", `The snapshot holds ${path}, which is not below ${this.cwd}.`, { path });
      }
      if (entry.type === "directory") directories.add(path);
      for (let parent = parentPath(path); isWithin(parent, this.cwd); parent = parentPath(parent)) {
        if (directories.has(parent)) break;
        directories.add(parent);
        if (parent === "/") break;
      }
    }
    for (const [path, entry] of [...this.tree.copyEntries(this.cwd, { allDirectories: true })].reverse()) {
      const asDirectory = entry.type === "directory" && directories.has(path);
      const stays = wanted.has(path) || asDirectory || this.tree.mounts.isReadOnly(path);
      if (!stays && this.tree.find(path, false) !== undefined) this.removeWritable(path);
    }
    const current = this.tree.copyEntries(this.cwd, { allDirectories: true });
    for (const [path, entry] of wanted) {
      const now = current.get(path);
      if (this.tree.mounts.isReadOnly(path)) continue;
      if (now === undefined || !sameContent(now, entry)) this.tree.put(path, entry);
      else if (entry.type === "file" && now.type === "file" && now.modifiedAt !== entry.modifiedAt) {
        this.tree.setModifiedAt(path, entry.modifiedAt);
      }
    }
    for (const path of directories) {
      if (path === this.cwd || !isWithin(path, this.cwd) || this.tree.mounts.isReadOnly(path)) continue;
      const entry = wanted.get(path);
      const mode = entry?.type === "directory" ? entry.mode : DIRECTORY_MODE;
      const node = this.tree.get(path, false);
      if (node.type === "directory" && node.mode !== mode) this.tree.setMode(path, mode);
    }
  }

  mount(files: ReadonlyMap<string, Uint8Array | string>, path: string, mode: MountMode): void {
    const root = this.resolve(path);
    const placed = new Map<string, SnapshotEntry>();
    for (const [name, data] of files) {
      const target = resolvePath(root, name.replace(/^\/+/, ""));
      const lexical = joinPath(root, name.replace(/^\/+/, ""));
      if (!isWithin(target, root) || relativePath(root, target) === "." || lexical.split("/").includes("..")) {
        throw new SandboxError("invalid-path", `${JSON.stringify(name)} would leave the mount ${root}.`, {
          path: name,
        });
      }
      const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data.slice();
      placed.set(target, { type: "file", data: bytes, mode: 0o644, modifiedAt: this.tree.now() });
    }
    this.tree.mounts.asHost(() => {
      this.tree.makeDirectory(root, true);
      for (const [target, entry] of placed) this.tree.put(target, entry);
    });
    this.tree.mounts.set(root, mode);
  }

  private removeWritable(path: string): void {
    const node = this.tree.get(path, false);
    if (node.type === "directory" && node.children.size > 0) return;
    this.tree.remove(path, false);
  }

  /** A path that ends in a slash names a directory, so a file that stands there is not what is meant. */
  private existing(path: string): string {
    const absolute = this.resolve(path);
    if (path.endsWith("/") && this.tree.find(absolute)?.type === "file") throw notDirectory(path);
    return absolute;
  }

  private refuseTrailingSlash(path: string): void {
    if (!path.endsWith("/")) return;
    throw new SandboxError("is-directory", `${path} names a directory.`, { path });
  }
}
