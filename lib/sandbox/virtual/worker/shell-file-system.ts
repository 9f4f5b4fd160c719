import type { IFileSystem } from "just-bash/browser";
import type { FileTree } from "@/lib/core/sandbox/file-tree";
import { joinPath, parentPath, resolvePath } from "@/lib/core/sandbox/resolve-path";
import { SandboxError, type SandboxErrorCode } from "@/lib/core/sandbox/sandbox-error";
import { sizeOf, type TreeNode } from "@/lib/core/sandbox/tree-node";
import { bytesFromText, latin1FromBytes, textFromBytes } from "./byte-text";
import { bytesOfText, textOfBytes } from "./commands/tool/lossless-text";
import { isEndlessDevice, wholeDevice } from "./endless-device";
import { outputPlace } from "./output-place";

type Content = string | Uint8Array;
type EncodingOption = string | { encoding?: string | null } | null | undefined;
type Stat = Awaited<ReturnType<IFileSystem["stat"]>>;
type Bytes = Awaited<ReturnType<NonNullable<IFileSystem["readFileBytes"]>>>;

/** How the interpreter's commands recognise a failure: by the words that Node's file system uses. */
const POSIX: Readonly<Partial<Record<SandboxErrorCode, string>>> = {
  "not-found": "ENOENT: no such file or directory",
  "is-directory": "EISDIR: illegal operation on a directory",
  "not-directory": "ENOTDIR: not a directory",
  "not-empty": "ENOTEMPTY: directory not empty",
  exists: "EEXIST: file already exists",
  "invalid-path": "EINVAL: invalid argument",
  "read-only": "EROFS: read-only file system",
  quota: "ENOSPC: no space left on device",
  "too-many-links": "ELOOP: too many levels of symbolic links",
  failed: "EBUSY: resource busy or locked",
};

const PROGRAM_DIRECTORY = /^\/(?:usr\/)?bin\/[^/]+$/;

/**
 * The workspace's file tree as the interpreter's file system. The tree enforces mounts and limits, so a command can do
 * nothing that the file half of the port could not. Large files are read in pieces: converting them in one call overflows
 * a worker's stack, which the interpreter would report as a missing file.
 */
export class ShellFileSystem implements IFileSystem {
  private readonly inodes = new WeakMap<TreeNode, number>();
  private nextInode = 1;
  /** What the interpreters laid out, by path: each new one writes the same hundreds of small files again. */
  private readonly laidOut = new Map<string, { content: Content; node: TreeNode; data: Uint8Array }>();

  constructor(readonly tree: FileTree) {}

  async readFile(path: string, options?: EncodingOption): Promise<string> {
    return decoded(this.bytes(path), encodingOf(options));
  }

  async readFileBytes(path: string): Promise<Bytes> {
    return latin1FromBytes(this.bytes(path)) as unknown as Bytes;
  }

  async readFileBuffer(path: string): Promise<Uint8Array> {
    return this.bytes(path).slice();
  }

  async writeFile(path: string, content: Content, options?: EncodingOption): Promise<void> {
    this.writeFileSync(path, content, options);
  }

  /** The interpreter lays out `/bin`, `/dev` and `/proc` through this. */
  writeFileSync(path: string, content: Content, options?: EncodingOption, metadata?: { mode?: number }): void {
    if (path === "/dev/null" && this.tree.find(path) !== undefined) return;
    if (this.isLaidOut(path, content)) return;
    this.ask("open", path, () => {
      this.tree.write(normal(path), encoded(content, encodingOf(options)), { mode: metadata?.mode });
    });
    if (!PROGRAM_DIRECTORY.test(path)) return;
    const node = this.tree.find(path);
    if (node?.type === "file") this.laidOut.set(path, { content, node, data: node.data });
  }

  /** Whether the very file that was written with this content stands there untouched. */
  private isLaidOut(path: string, content: Content): boolean {
    const known = this.laidOut.get(path);
    if (known === undefined || known.content !== content || typeof content !== "string") return false;
    const node = this.tree.find(path);
    return node === known.node && node.type === "file" && node.data === known.data;
  }

  async appendFile(path: string, content: Content, options?: EncodingOption): Promise<void> {
    if (path === "/dev/null") return;
    const place = outputPlace(path);
    if (place !== undefined) return place(textOfBytes(encoded(content, encodingOf(options))));
    this.ask("open", path, () => this.tree.append(normal(path), encoded(content, encodingOf(options))));
  }

  async exists(path: string): Promise<boolean> {
    if (path === "" || path.includes("\0")) return false;
    try {
      return this.tree.find(normal(path)) !== undefined;
    } catch {
      return false;
    }
  }

  async stat(path: string): Promise<Stat> {
    return this.describe(this.ask("stat", path, () => this.tree.get(normal(path))));
  }

  async lstat(path: string): Promise<Stat> {
    return this.describe(this.ask("lstat", path, () => this.tree.get(normal(path), false)));
  }

  async mkdir(path: string, options?: { recursive?: boolean }): Promise<void> {
    this.mkdirSync(path, options);
  }

  mkdirSync(path: string, options?: { recursive?: boolean }): void {
    this.ask("mkdir", path, () => this.tree.makeDirectory(normal(path), options?.recursive ?? false));
  }

  async readdir(path: string): Promise<string[]> {
    return this.ask("scandir", path, () => this.tree.list(normal(path))).map((entry) => entry.name);
  }

  async readdirWithFileTypes(path: string) {
    return this.ask("scandir", path, () => this.tree.list(normal(path))).map(({ name, type }) => ({
      name,
      isFile: type === "file",
      isDirectory: type === "directory",
      isSymbolicLink: type === "symlink",
    }));
  }

  async rm(path: string, options?: { recursive?: boolean; force?: boolean }): Promise<void> {
    this.ask("rm", path, () => {
      if (options?.force && this.tree.find(normal(path), false) === undefined) return;
      this.tree.remove(normal(path), options?.recursive ?? false);
    });
  }

  async cp(from: string, to: string, options?: { recursive?: boolean }): Promise<void> {
    this.ask("cp", from, () => this.copy(normal(from), normal(to), options?.recursive ?? false));
  }

  async mv(from: string, to: string): Promise<void> {
    this.ask("mv", from, () => this.tree.rename(normal(from), normal(to), { replace: true }));
  }

  resolvePath(base: string, path: string): string {
    return path === "" ? resolvePath("/", base) : normal(path, base);
  }

  getAllPaths(): string[] {
    return [...this.tree.copyEntries("/", { allDirectories: true }).keys()];
  }

  async chmod(path: string, mode: number): Promise<void> {
    this.ask("chmod", path, () => this.tree.setMode(normal(path), mode));
  }

  async symlink(target: string, linkPath: string): Promise<void> {
    this.ask("symlink", linkPath, () => this.tree.symlink(target, normal(linkPath)));
  }

  async link(existing: string, path: string): Promise<void> {
    this.ask("link", path, () => this.tree.link(normal(existing), normal(path)));
  }

  async readlink(path: string): Promise<string> {
    return this.ask("readlink", path, () => {
      const node = this.tree.get(normal(path), false);
      if (node.type !== "symlink") throw new SandboxError("invalid-path", `${path} is not a symbolic link.`);
      return node.target;
    });
  }

  async realpath(path: string): Promise<string> {
    return this.ask("realpath", path, () => this.tree.realPath(normal(path)));
  }

  async utimes(path: string, _accessed: Date, modified: Date): Promise<void> {
    this.ask("utimes", path, () => this.tree.setModifiedAt(normal(path), modified.getTime()));
  }

  private bytes(path: string): Uint8Array {
    if (isEndlessDevice(path)) return wholeDevice(path);
    return this.ask("open", path, () => this.tree.read(normal(path)));
  }

  private copy(from: string, to: string, recursive: boolean): void {
    const node = this.tree.get(from, recursive ? false : undefined);
    if (node.type === "symlink") this.tree.put(to, { type: "symlink", target: node.target });
    else if (node.type === "file") this.tree.write(to, node.data, { mode: node.mode });
    else {
      if (!recursive) throw new SandboxError("is-directory", `${from} is a directory.`, { path: from });
      if (to === from || to.startsWith(`${from}/`)) {
        throw new SandboxError("invalid-path", `${from} cannot be copied into itself.`, { path: to });
      }
      if (this.tree.find(to) === undefined) this.tree.makeDirectory(to, false);
      for (const name of [...node.children.keys()]) this.copy(joinPath(from, name), joinPath(to, name), true);
    }
  }

  private describe(node: TreeNode): Stat {
    return {
      isFile: node.type === "file",
      isDirectory: node.type === "directory",
      isSymbolicLink: node.type === "symlink",
      mode: node.type === "symlink" ? 0o777 : node.mode,
      size: sizeOf(node),
      mtime: new Date(node.modifiedAt),
      dev: 1,
      ino: this.inode(node),
      ...(node.type === "file" && node.links > 1 ? { nlink: node.links } : {}),
    };
  }

  private inode(node: TreeNode): number {
    const known = this.inodes.get(node);
    if (known !== undefined) return known;
    const inode = this.nextInode;
    this.nextInode += 1;
    this.inodes.set(node, inode);
    return inode;
  }

  private ask<T>(operation: string, path: string, work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!SandboxError.isInstance(error)) throw error;
      const words = posixWords(error);
      throw Object.assign(new Error(`${words}, ${operation} '${path}'`, { cause: error }), {
        code: words.split(":")[0],
      });
    }
  }
}

/** `ENOENT: no such file or directory` for a failure of the tree. */
export function posixWords(error: SandboxError): string {
  return POSIX[error.code] ?? `EIO: ${error.message}`;
}

function normal(path: string, base = "/"): string {
  return resolvePath(base, path === "" ? parentPath(base) : path);
}

/** Bytes that are no UTF-8 are kept in the text. */
function decoded(bytes: Uint8Array, encoding: string): string {
  return isUtf8(encoding) ? textOfBytes(bytes) : textFromBytes(bytes, encoding);
}

function encoded(content: Content, encoding: string): Uint8Array {
  return typeof content === "string" && isUtf8(encoding) ? bytesOfText(content) : bytesFromText(content, encoding);
}

function isUtf8(encoding: string): boolean {
  return encoding === "utf8" || encoding === "utf-8";
}

function encodingOf(options: EncodingOption): string {
  return (typeof options === "string" ? options : options?.encoding) ?? "utf8";
}
