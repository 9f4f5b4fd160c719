import { appendBytes } from "@/lib/core/sandbox/append-bytes";
import type { FileTree } from "@/lib/core/sandbox/file-tree";
import { joinPath } from "@/lib/core/sandbox/resolve-path";
import { SandboxError, type SandboxErrorCode } from "@/lib/core/sandbox/sandbox-error";
import { type FileNode, sizeOf, type TreeNode } from "@/lib/core/sandbox/tree-node";
import type {
  Attributes,
  EmscriptenFiles,
  FileStream,
  FileSystemNode,
  NodeOperations,
  StreamOperations,
} from "./emscripten-files";

const ERRNO: Readonly<Partial<Record<SandboxErrorCode, number>>> = {
  "not-found": 44,
  "is-directory": 31,
  "not-directory": 54,
  "not-empty": 55,
  exists: 20,
  "invalid-path": 28,
  "read-only": 69,
  quota: 51,
  "too-many-links": 32,
  failed: 10,
};
const EIO = 29;
const EINVAL = 28;
const ENOENT = 44;
const ENODEV = 43;

const TYPE_BITS = { directory: 0o040000, file: 0o100000, symlink: 0o120000 };
const PERMISSIONS = 0o7777;
/** Takes write permission of group and others from what is new, as a shell's umask does. */
const UMASK = 0o022;
const ACCESS_MODE = 3;
const FROM_CURRENT = 1;
const FROM_END = 2;

/** Lets the interpreter take memory for a mapped file. */
export interface MemoryForMaps {
  allocate(length: number): number;
  bytes(): Int8Array;
}

/**
 * Puts the files of `tree` where the program looks for them, below `/`. The directories that the interpreter has made for
 * itself (`/dev`, `/proc`, `/lib`) stay its own. Bytes are changed in place: the tree must be the program's alone.
 */
export function mountWorkspace(files: EmscriptenFiles, tree: FileTree, memory: MemoryForMaps): void {
  const mount = new WorkspaceMount(files, tree, memory);
  files.root.treeNode = tree.get("/");
  files.root.node_ops = mount.nodeOperations;
  files.root.stream_ops = mount.streamOperations;
}

class WorkspaceMount {
  constructor(
    private readonly files: EmscriptenFiles,
    private readonly tree: FileTree,
    private readonly memory: MemoryForMaps,
  ) {}

  readonly nodeOperations: NodeOperations = {
    getattr: (node) => this.ask(() => attributesOf(node, treeNodeOf(node))),
    setattr: (node, attributes) => this.ask(() => this.change(node, attributes)),
    lookup: (parent, name) => {
      const directory = treeNodeOf(parent);
      const found = directory.type === "directory" ? directory.children.get(name) : undefined;
      if (found === undefined) throw new this.files.ErrnoError(ENOENT);
      return this.nodeFor(parent, name, found);
    },
    mknod: (parent, name, mode) =>
      this.ask(() => {
        const path = joinPath(this.pathOf(parent), name);
        const isDirectory = this.files.isDir(mode);
        const permissions = mode & PERMISSIONS & ~UMASK;
        if (isDirectory) {
          this.tree.makeDirectory(path, false);
          if (permissions !== 0o755) this.tree.setMode(path, permissions);
        } else this.tree.write(path, new Uint8Array(0), { mode: permissions & ~0o111 });
        const node = this.nodeFor(parent, name, this.tree.get(path, false));
        node.isNew = !isDirectory;
        return node;
      }),
    rename: (node, directory, name) =>
      this.ask(() => {
        this.tree.rename(this.pathOf(node), joinPath(this.pathOf(directory), name), { replace: true });
        this.forget(directory, name);
        node.name = name;
      }),
    unlink: (parent, name) => this.ask(() => this.tree.remove(joinPath(this.pathOf(parent), name), false)),
    rmdir: (parent, name) => this.ask(() => this.tree.remove(joinPath(this.pathOf(parent), name), false)),
    readdir: (node) => {
      const directory = treeNodeOf(node);
      return [".", "..", ...(directory.type === "directory" ? directory.children.keys() : [])];
    },
    symlink: (parent, name, target) =>
      this.ask(() => {
        const path = joinPath(this.pathOf(parent), name);
        this.tree.symlink(target, path);
        return this.nodeFor(parent, name, this.tree.get(path, false));
      }),
    readlink: (node) => {
      const link = treeNodeOf(node);
      if (link.type !== "symlink") throw new this.files.ErrnoError(EINVAL);
      return link.target;
    },
  };

  readonly streamOperations: StreamOperations = {
    open: (stream) => {
      if ((stream.flags & ACCESS_MODE) === 0) return;
      this.ask(() => this.tree.mounts.refuseChange(this.pathOf(stream.node)));
    },
    read: (stream, memory, offset, length, position) => {
      const { data } = this.file(stream);
      const piece = data.subarray(position, position + length);
      memory.set(piece, offset);
      return piece.byteLength;
    },
    write: (stream, memory, offset, length, position) => {
      const piece = new Uint8Array(memory.buffer, memory.byteOffset + offset, length);
      this.ask(() => this.write(stream.node, this.file(stream), piece, position));
      return length;
    },
    llseek: (stream, offset, whence) => {
      const node = treeNodeOf(stream.node);
      const from = whence === FROM_CURRENT ? stream.position : whence === FROM_END ? sizeOf(node) : 0;
      if (from + offset < 0) throw new this.files.ErrnoError(EINVAL);
      return from + offset;
    },
    mmap: (stream, length, position) => {
      const { data } = this.file(stream);
      const ptr = this.memory.allocate(length);
      this.memory.bytes().set(data.subarray(position, position + length), ptr);
      return { ptr, allocated: true };
    },
    msync: (stream, memory, offset, length) => {
      this.ask(() => this.write(stream.node, this.file(stream), new Uint8Array(memory.slice(0, length)), offset));
      return 0;
    },
  };

  private file(stream: FileStream): FileNode {
    const node = treeNodeOf(stream.node);
    if (node.type !== "file") throw new this.files.ErrnoError(ENODEV);
    return node;
  }

  private write(node: FileSystemNode, file: FileNode, piece: Uint8Array, position: number): void {
    if (piece.byteLength === 0) return;
    const size = file.data.byteLength;
    if (position > size) this.append(node, file, new Uint8Array(position - size));
    const inside = Math.min(piece.byteLength, Math.max(0, file.data.byteLength - position));
    if (inside > 0) {
      const path = this.attachedPath(node, file);
      if (path !== undefined) this.tree.setModifiedAt(path, this.tree.now());
      file.data.set(piece.subarray(0, inside), position);
    }
    if (inside < piece.byteLength) this.append(node, file, piece.slice(inside));
  }

  private append(node: FileSystemNode, file: FileNode, bytes: Uint8Array): void {
    const path = this.attachedPath(node, file);
    if (path === undefined) file.data = appendBytes(file.data, bytes);
    else this.tree.append(path, bytes);
  }

  private change(node: FileSystemNode, { mode, size, mtime }: Attributes): void {
    const treeNode = treeNodeOf(node);
    const path = this.attachedPath(node, treeNode);
    if (mode !== undefined && mode !== null && treeNode.type !== "symlink") {
      const given = mode & PERMISSIONS;
      const permissions = node.isNew ? given & ~UMASK : given;
      node.isNew = false;
      node.mode = TYPE_BITS[treeNode.type] | permissions;
      if (path !== undefined) {
        if (permissions !== treeNode.mode) this.tree.setMode(path, permissions);
      } else treeNode.mode = permissions;
    }
    if (size !== undefined && treeNode.type === "file") {
      const resized = new Uint8Array(size);
      resized.set(treeNode.data.subarray(0, size));
      if (path === undefined) treeNode.data = resized;
      else this.tree.write(path, resized);
    }
    if (mtime !== undefined && mtime !== null && path !== undefined && treeNode.type !== "symlink") {
      this.tree.setModifiedAt(path, Number(mtime));
    }
  }

  /** Where the node still stands; a file that is open may have been removed. */
  private attachedPath(node: FileSystemNode, treeNode: TreeNode): string | undefined {
    const path = this.pathOf(node);
    return this.tree.find(path, false) === treeNode ? path : undefined;
  }

  private pathOf(node: FileSystemNode): string {
    const names: string[] = [];
    for (let at = node; at !== at.parent; at = at.parent) names.unshift(at.name);
    return `/${names.join("/")}`;
  }

  private nodeFor(parent: FileSystemNode, name: string, treeNode: TreeNode): FileSystemNode {
    const permissions = treeNode.type === "symlink" ? 0o777 : treeNode.mode;
    const node = this.files.createNode(parent, name, TYPE_BITS[treeNode.type] | permissions, 0);
    node.treeNode = treeNode;
    node.node_ops = this.nodeOperations;
    node.stream_ops = this.streamOperations;
    return node;
  }

  /** Emscripten remembers what it has looked up. */
  private forget(directory: FileSystemNode, name: string): void {
    this.files.hashRemoveNode(this.files.lookupNode(directory, name));
  }

  private ask<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!SandboxError.isInstance(error)) throw error;
      throw new this.files.ErrnoError(ERRNO[error.code] ?? EIO);
    }
  }
}

function treeNodeOf(node: FileSystemNode): TreeNode {
  if (node.treeNode === undefined) throw new Error("The file is not one of the workspace.");
  return node.treeNode;
}

const BLOCK = 4096;

function attributesOf(node: FileSystemNode, treeNode: TreeNode): object {
  const permissions = treeNode.type === "symlink" ? 0o777 : treeNode.mode;
  const size = treeNode.type === "directory" ? BLOCK : sizeOf(treeNode);
  const time = new Date(treeNode.modifiedAt);
  return {
    dev: 1,
    ino: node.id,
    mode: TYPE_BITS[treeNode.type] | permissions,
    nlink: treeNode.type === "file" ? treeNode.links : 1,
    uid: 1000,
    gid: 1000,
    rdev: 0,
    size,
    atime: time,
    mtime: time,
    ctime: time,
    blksize: BLOCK,
    blocks: Math.ceil(size / 512),
  };
}
