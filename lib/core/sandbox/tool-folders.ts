import type { FileChange } from "./sandbox";

/**
 * Folders that a tool keeps for itself and nobody writes by hand. Searches leave them out, and a list of changes counts them
 * instead of naming every file. Fixed, and not what a `.gitignore` says: a rule file is written by whoever writes the files,
 * and must not be able to hide a change from the person who decides about it.
 */
const TOOL_FOLDERS = [".git", "node_modules"] as const;
export type ToolFolder = (typeof TOOL_FOLDERS)[number];

/** Changes of which those in a tool's own folder are not listed one by one. */
export interface FoldedChanges {
  listed: FileChange[];
  folded: { folder: ToolFolder; changes: FileChange[] }[];
}

export function isToolFolder(name: string): name is ToolFolder {
  return (TOOL_FOLDERS as readonly string[]).includes(name);
}

/** The tool's folder that a path lies in, or is; the outermost where one is in another. */
export function toolFolderOf(path: string): ToolFolder | undefined {
  // Nearly every path is outside of them, and this is asked of every path of a snapshot.
  if (!path.includes("/.git") && !path.includes("/node_modules")) return undefined;
  return path.split("/").find(isToolFolder);
}

export function foldChanges(changes: readonly FileChange[]): FoldedChanges {
  const listed: FileChange[] = [];
  const byFolder = new Map<ToolFolder, FileChange[]>();
  for (const change of changes) {
    const folder = toolFolderOf(change.path);
    if (folder === undefined) {
      listed.push(change);
      continue;
    }
    const own = byFolder.get(folder);
    if (own === undefined) byFolder.set(folder, [change]);
    else own.push(change);
  }
  return { listed, folded: Array.from(byFolder, ([folder, own]) => ({ folder, changes: own })) };
}

/** What they are called where they are counted. */
export function toolFolderInWords(folder: ToolFolder): string {
  return folder === ".git" ? "Git’s own files" : "Installed packages";
}
