import { parentOf, type TreeRow } from "./tree-rows";

/** A name that is being given in its place in the tree: to `path`, or to something new inside of it. */
export interface Naming {
  kind: "rename" | "file" | "folder";
  path: string;
}

/** Names the line that asks for a new name; no path holds a NUL. */
const NEW_ROW = "\0new";

/** The rows with a line for what is being made, as the first in its folder. */
export function withNewRow(rows: readonly TreeRow[], naming: Naming): TreeRow[] {
  const at = rows.findIndex(({ path }) => path === naming.path);
  const level = at < 0 ? 1 : (rows[at]?.level ?? 0) + 1;
  const added: TreeRow = {
    path: NEW_ROW,
    name: naming.kind === "file" ? "new file" : "new folder",
    type: naming.kind === "file" ? "file" : "directory",
    size: 0,
    level,
    expanded: false,
    position: 1,
    siblings: 1,
  };
  return [...rows.slice(0, at + 1), added, ...rows.slice(at + 1)];
}

/** The path of the row that the name is given in. */
export function namingPath(naming: Naming): string {
  return naming.kind === "rename" ? naming.path : NEW_ROW;
}

export function nameLabel(naming: Naming): string {
  if (naming.kind === "rename") return `New name of ${naming.path}`;
  const place = naming.path === "" ? "the workspace" : naming.path;
  return naming.kind === "file" ? `Name of the new file in ${place}` : `Name of the new folder in ${place}`;
}

/** Where new and pasted things go: into the folder, or beside the file. */
export function folderFor(row: TreeRow | undefined): string {
  if (row === undefined) return "";
  return row.type === "directory" ? row.path : parentOf(row.path);
}
