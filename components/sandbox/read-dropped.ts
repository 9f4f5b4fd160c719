import type { RealDirectory } from "@/lib/client/folder-desk";
import { overImportLimit } from "@/lib/core/sandbox/over-import-limit";

/** Files a person brought, by relative path, before they go into the workspace. */
export interface BroughtFiles {
  files: ReadonlyMap<string, Uint8Array>;
  /** What was left out, one sentence each. */
  skipped: string[];
}

/** Never brought: they are large, and the workspace can make them again. */
const SKIPPED_DIRECTORIES = new Set([".git", "node_modules"]);

interface Candidate {
  path: string;
  file(): Promise<Pick<File, "size" | "arrayBuffer">>;
}

/** Files of `<input type="file" webkitdirectory>`: their paths begin with the folder's own name, which is taken off. */
export function readFileList(list: FileList, onProgress: (done: number, total: number) => void): Promise<BroughtFiles> {
  const candidates = [...list].map((file) => ({
    path: file.webkitRelativePath === "" ? file.name : file.webkitRelativePath.split("/").slice(1).join("/"),
    file: () => Promise.resolve(file),
  }));
  return readAll(candidates, onProgress);
}

/** What was dropped: files, and folders walked to their end. A single dropped folder gives its content, not itself. */
export async function readDataTransfer(
  items: DataTransferItemList,
  onProgress: (done: number, total: number) => void,
): Promise<BroughtFiles> {
  // Entries must be taken before the first await: the list is emptied when the event ends.
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const single = entries.length === 1 && entries[0]?.isDirectory === true;
  const candidates: Candidate[] = [];
  for (const entry of entries) await walkEntry(entry, single ? "" : entry.name, candidates);
  return readAll(candidates, onProgress);
}

/** A folder chosen with the File System Access picker. */
export async function readDirectoryHandle(
  handle: RealDirectory,
  onProgress: (done: number, total: number) => void,
): Promise<BroughtFiles> {
  const candidates: Candidate[] = [];
  await walkHandle(handle, "", candidates);
  return readAll(candidates, onProgress);
}

async function walkEntry(entry: FileSystemEntry, path: string, found: Candidate[]): Promise<void> {
  if (isFileEntry(entry)) {
    found.push({
      path: path === "" ? entry.name : path,
      file: () => new Promise((resolve, reject) => entry.file(resolve, reject)),
    });
    return;
  }
  if (!isDirectoryEntry(entry) || SKIPPED_DIRECTORIES.has(entry.name)) return;
  const reader = entry.createReader();
  // A reader hands out at most a hundred entries at a time, and an empty list at the end.
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return;
    for (const child of batch) await walkEntry(child, path === "" ? child.name : `${path}/${child.name}`, found);
  }
}

function isFileEntry(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isDirectoryEntry(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

async function walkHandle(handle: RealDirectory, path: string, found: Candidate[]): Promise<void> {
  for await (const child of handle.values()) {
    const childPath = path === "" ? child.name : `${path}/${child.name}`;
    if (child.kind === "file") found.push({ path: childPath, file: () => child.getFile() });
    else if (!SKIPPED_DIRECTORIES.has(child.name)) await walkHandle(child, childPath, found);
  }
}

async function readAll(
  candidates: readonly Candidate[],
  onProgress: (done: number, total: number) => void,
): Promise<BroughtFiles> {
  const files = new Map<string, Uint8Array>();
  const skipped: BroughtFiles["skipped"] = [];
  let total = 0;
  for (const [index, candidate] of candidates.entries()) {
    onProgress(index, candidates.length);
    const taken = await takeFile(candidate, files, total);
    if (typeof taken === "number") total += taken;
    else skipped.push(taken);
  }
  onProgress(candidates.length, candidates.length);
  return { files, skipped };
}

/** Bytes taken, or why the file was left out. */
async function takeFile(candidate: Candidate, files: Map<string, Uint8Array>, total: number): Promise<number | string> {
  if (candidate.path.split("/").some((part) => SKIPPED_DIRECTORIES.has(part)))
    return `${candidate.path}: in .git or node_modules`;
  try {
    const file = await candidate.file();
    const over = overImportLimit(candidate.path, file.size, { files: files.size, bytes: total });
    if (over !== undefined) return over.message;
    files.set(candidate.path, new Uint8Array(await file.arrayBuffer()));
    return file.size;
  } catch {
    return `${candidate.path}: the browser could not read it`;
  }
}
