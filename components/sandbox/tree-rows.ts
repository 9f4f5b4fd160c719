import type { DirectoryEntry, FileChange } from "@/lib/core/sandbox/sandbox";

/** One visible line of the tree. `path` is relative to the workspace root. */
export interface TreeRow {
  path: string;
  name: string;
  type: DirectoryEntry["type"];
  size: number;
  /** 1 for the top level. */
  level: number;
  expanded: boolean;
  /** Where it stands among its siblings, for a screen reader. */
  position: number;
  siblings: number;
}

/** What was listed so far: directory path (`""` is the root) → its entries. */
export type Listings = ReadonlyMap<string, readonly DirectoryEntry[]>;

/** The lines that are visible: directories first, then by name, as deep as directories stand open. */
export function treeRows(listings: Listings, expanded: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  const walk = (directory: string, level: number) => {
    const entries = [...(listings.get(directory) ?? [])].sort(byKindThenName);
    for (const [index, entry] of entries.entries()) {
      const path = directory === "" ? entry.name : `${directory}/${entry.name}`;
      const open = entry.type === "directory" && expanded.has(path);
      rows.push({
        path,
        name: entry.name,
        type: entry.type,
        size: entry.size,
        level,
        expanded: open,
        position: index + 1,
        siblings: entries.length,
      });
      if (open) walk(path, level + 1);
    }
  };
  walk("", 1);
  return rows;
}

/** The files that a search found, each with its whole path. */
export function matchRows(paths: readonly string[]): TreeRow[] {
  return paths.map((path, index) => ({
    path,
    name: path.split("/").at(-1) ?? path,
    type: "file",
    size: 0,
    level: 1,
    expanded: false,
    position: index + 1,
    siblings: paths.length,
  }));
}

function byKindThenName(a: DirectoryEntry, b: DirectoryEntry): number {
  if ((a.type === "directory") !== (b.type === "directory")) return a.type === "directory" ? -1 : 1;
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

/** Change kind by relative path; every directory above a change is `inside`. */
export function changeMarks(
  changes: readonly FileChange[],
  root: string,
): ReadonlyMap<string, FileChange["kind"] | "inside"> {
  const marks = new Map<string, FileChange["kind"] | "inside">();
  for (const change of changes) {
    const path = relativePath(change.path, root);
    marks.set(path, change.kind);
    for (let slash = path.lastIndexOf("/"); slash > 0; slash = path.lastIndexOf("/", slash - 1)) {
      const parent = path.slice(0, slash);
      if (marks.has(parent)) break;
      marks.set(parent, "inside");
    }
  }
  return marks;
}

/** A path below the root as people read it; others stay absolute. */
export function relativePath(path: string, root: string): string {
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}

/** The directory of a relative path, `""` for the top level. */
export function parentOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}
