import type { FileTree } from "@/lib/core/sandbox/file-tree";
import { parentPath, resolvePath } from "@/lib/core/sandbox/resolve-path";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import { sizeOf, type TreeNode } from "@/lib/core/sandbox/tree-node";
import { posixWords } from "../../shell-file-system";

/** How a system call of the program failed, in Node's words. */
export class CallFailure extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly syscall?: string,
    readonly path?: string,
    readonly dest?: string,
  ) {
    super(message);
  }
}

/** The file operations of one program, without waiting, over the workspace's tree. */
export class ProgramFiles {
  private readonly inodes = new WeakMap<TreeNode, number>();
  private nextInode = 1;

  constructor(
    readonly tree: FileTree,
    public cwd: string,
  ) {}

  absolute(path: string): string {
    return resolvePath(this.cwd, path === "" ? "." : path);
  }

  read(path: string): Uint8Array {
    return this.call("open", path, (real) => {
      if (this.tree.find(real)?.type === "directory") {
        throw new CallFailure("EISDIR", "EISDIR: illegal operation on a directory, read", "read");
      }
      return this.tree.read(real);
    });
  }

  /** `bytes` belong to the tree from now on. */
  write(path: string, bytes: Uint8Array, how: { append?: boolean; exclusive?: boolean; mode?: number }): void {
    this.call("open", path, (real) => {
      if (real === "/dev/null") return;
      if (how.exclusive && this.tree.find(real, false) !== undefined) {
        throw new SandboxError("exists", "It is there already.");
      }
      const isNew = this.tree.find(real) === undefined;
      if (how.append) this.tree.append(real, bytes);
      else this.tree.write(real, bytes);
      if (isNew && how.mode !== undefined) this.tree.setMode(real, how.mode);
    });
  }

  open(path: string): void {
    this.call("open", path, (real) => this.tree.get(real));
  }

  exists(path: string): boolean {
    try {
      return this.tree.find(this.absolute(path)) !== undefined;
    } catch {
      return false;
    }
  }

  access(path: string): void {
    this.call("access", path, (real) => this.tree.get(real));
  }

  stat(path: string, follow: boolean) {
    return this.call(follow ? "stat" : "lstat", path, (real) => {
      const node = this.tree.get(real, follow);
      const inode = this.inodes.get(node) ?? this.nextInode++;
      this.inodes.set(node, inode);
      const mode = node.type === "symlink" ? 0o777 : node.mode;
      return { type: node.type, size: sizeOf(node), mode, modifiedAt: node.modifiedAt, inode };
    });
  }

  readdir(path: string) {
    return this.call("scandir", path, (real) =>
      this.tree
        .list(real)
        .map(({ name, type }) => ({ name, type }))
        .sort((one, other) => (one.name < other.name ? -1 : 1)),
    );
  }

  /** The first directory that was made, when any was. */
  mkdir(path: string, recursive: boolean): string | undefined {
    return this.call("mkdir", path, (real) => {
      let first: string | undefined;
      for (let at = real; recursive && this.tree.find(at) === undefined; at = parentPath(at)) first = at;
      this.tree.makeDirectory(real, recursive);
      return first;
    });
  }

  rm(path: string, recursive: boolean, force: boolean): void {
    this.call("rm", path, (real) => {
      const node = this.tree.find(real, false);
      if (node === undefined && force) return;
      if (node?.type === "directory" && !recursive) {
        const words = `Path is a directory: rm returned EISDIR (is a directory) ${path}`;
        throw new CallFailure("ERR_FS_EISDIR", words, "rm", path);
      }
      this.tree.remove(real, recursive);
    });
  }

  rmdir(path: string, recursive: boolean): void {
    this.call("rmdir", path, (real) => {
      if (this.tree.get(real, false).type !== "directory") throw new SandboxError("not-directory", "It is a file.");
      this.tree.remove(real, recursive);
    });
  }

  unlink(path: string): void {
    this.call("unlink", path, (real) => {
      if (this.tree.get(real, false).type === "directory") throw new SandboxError("is-directory", "It is a directory.");
      this.tree.remove(real, false);
    });
  }

  rename(from: string, to: string): void {
    this.call("rename", from, (real) => this.tree.rename(real, this.absolute(to), { replace: true }), to);
  }

  copyFile(from: string, to: string, exclusive: boolean): void {
    this.call(
      "copyfile",
      from,
      (real) => {
        const target = this.absolute(to);
        if (exclusive && this.tree.find(target) !== undefined) throw new SandboxError("exists", "It is there already.");
        const node = this.tree.get(real);
        if (node.type !== "file") throw new SandboxError("is-directory", "It is a directory.");
        this.tree.write(target, node.data, { mode: node.mode });
      },
      to,
    );
  }

  symlink(target: string, path: string): void {
    this.call("symlink", target, () => this.tree.symlink(target, this.absolute(path)), path);
  }

  link(existing: string, path: string): void {
    this.call("link", existing, (real) => this.tree.link(real, this.absolute(path)), path);
  }

  readlink(path: string): string {
    return this.call("readlink", path, (real) => {
      const node = this.tree.get(real, false);
      if (node.type !== "symlink") throw new SandboxError("invalid-path", "It is no link.");
      return node.target;
    });
  }

  realpath(path: string): string {
    return this.call("realpath", path, (real) => this.tree.realPath(real));
  }

  chmod(path: string, mode: number): void {
    this.call("chmod", path, (real) => this.tree.setMode(real, mode));
  }

  utimes(path: string, modifiedAt: number): void {
    this.call("utime", path, (real) => this.tree.setModifiedAt(real, modifiedAt));
  }

  chdir(path: string): string {
    this.call("chdir", path, (real) => {
      if (this.tree.get(real).type !== "directory") throw new SandboxError("not-directory", "It is a file.");
      this.cwd = real;
    });
    return this.cwd;
  }

  private call<T>(syscall: string, path: string, work: (real: string) => T, dest?: string): T {
    try {
      if (path.includes("\0")) throw new SandboxError("invalid-path", "A path holds no NUL.");
      return work(this.absolute(path));
    } catch (error) {
      if (!SandboxError.isInstance(error)) throw error;
      const words = posixWords(error);
      const both = dest === undefined ? `'${path}'` : `'${path}' -> '${dest}'`;
      throw new CallFailure(words.split(":")[0] ?? "EIO", `${words}, ${syscall} ${both}`, syscall, path, dest);
    }
  }
}
