import type { SnapshotEntry } from "./sandbox";

export interface FileNode {
  type: "file";
  /** Replaced on every write, never changed in place: snapshots and the page's copy share it. */
  data: Uint8Array;
  mode: number;
  modifiedAt: number;
  /** Directory entries that hold this node (hard links). */
  links: number;
}

export interface DirectoryNode {
  type: "directory";
  children: Map<string, TreeNode>;
  mode: number;
  modifiedAt: number;
}

interface LinkNode {
  type: "symlink";
  target: string;
  modifiedAt: number;
}

export type TreeNode = FileNode | DirectoryNode | LinkNode;

export function sizeOf(node: TreeNode): number {
  if (node.type === "file") return node.data.byteLength;
  return node.type === "symlink" ? new TextEncoder().encode(node.target).byteLength : 0;
}

/** A shared copy: the bytes are the node's own. */
export function entryOf(node: TreeNode): SnapshotEntry {
  if (node.type === "symlink") return { type: "symlink", target: node.target };
  if (node.type === "directory") return { type: "directory", mode: node.mode, modifiedAt: node.modifiedAt };
  return { type: "file", data: node.data, mode: node.mode, modifiedAt: node.modifiedAt };
}

/** The same entries as nodes of their own, hard links among them kept; the bytes are shared. */
export function copyNodes(root: DirectoryNode): DirectoryNode {
  const linked = new Map<FileNode, FileNode>();
  const copyFile = (file: FileNode): FileNode => {
    if (file.links < 2) return { ...file };
    const copy = linked.get(file) ?? { ...file };
    linked.set(file, copy);
    return copy;
  };
  const copyDirectory = (directory: DirectoryNode): DirectoryNode => {
    const children = new Map<string, TreeNode>();
    for (const [name, child] of directory.children) {
      if (child.type === "directory") children.set(name, copyDirectory(child));
      else children.set(name, child.type === "file" ? copyFile(child) : { ...child });
    }
    return { ...directory, children };
  };
  return copyDirectory(root);
}
