import type { TreeNode } from "@/lib/core/sandbox/tree-node";

/** What is used of Emscripten's file system. */
export interface EmscriptenFiles {
  root: FileSystemNode;
  streams: (FileStream | null)[];
  ignorePermissions: boolean;
  ErrnoError: new (errno: number) => Error;
  init(input: () => null, output: () => void, error: () => void): void;
  mkdirTree(path: string): void;
  rmdir(path: string): void;
  chdir(path: string): void;
  writeFile(path: string, data: Uint8Array, options: { canOwn: boolean }): void;
  createNode(parent: FileSystemNode, name: string, mode: number, device: number): FileSystemNode;
  lookupNode(parent: FileSystemNode, name: string): FileSystemNode;
  hashRemoveNode(node: FileSystemNode): void;
  isDir(mode: number): boolean;
}

export interface FileSystemNode {
  id: number;
  name: string;
  mode: number;
  parent: FileSystemNode;
  node_ops: NodeOperations;
  stream_ops: StreamOperations;
  /** What stands here, where it is a node of the workspace. */
  treeNode?: TreeNode;
  /** Its mode is given by whoever opens it, and that has not happened yet. */
  isNew?: boolean;
}

export interface Attributes {
  mode?: number | null;
  size?: number;
  atime?: number | Date | null;
  mtime?: number | Date | null;
}

export interface NodeOperations {
  getattr(node: FileSystemNode): object;
  setattr(node: FileSystemNode, attributes: Attributes): void;
  lookup(parent: FileSystemNode, name: string): FileSystemNode;
  mknod(parent: FileSystemNode, name: string, mode: number, device: number): FileSystemNode;
  rename(node: FileSystemNode, directory: FileSystemNode, name: string): void;
  unlink(parent: FileSystemNode, name: string): void;
  rmdir(parent: FileSystemNode, name: string): void;
  readdir(node: FileSystemNode): string[];
  symlink(parent: FileSystemNode, name: string, target: string): FileSystemNode;
  readlink(node: FileSystemNode): string;
}

export interface FileStream {
  node: FileSystemNode;
  position: number;
  flags: number;
  stream_ops: StreamOperations;
}

export interface StreamOperations {
  open?(stream: FileStream): void;
  read?(stream: FileStream, memory: Int8Array, offset: number, length: number, position: number): number;
  write?(stream: FileStream, memory: Int8Array, offset: number, length: number, position: number): number;
  llseek?(stream: FileStream, offset: number, whence: number): number;
  mmap?(stream: FileStream, length: number, position: number): { ptr: number; allocated: boolean };
  msync?(stream: FileStream, memory: Int8Array, offset: number, length: number): number;
}
