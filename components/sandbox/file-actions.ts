import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import { relativePath } from "./tree-rows";

export type FileActionSandbox = Pick<
  Sandbox,
  "cwd" | "list" | "stat" | "read" | "write" | "makeDirectory" | "remove" | "rename"
>;

/** Files up to this many bytes together are kept for a while after they were removed, so that it can be undone. */
const UNDO_BYTES = 20_000_000;
const UNDO_ENTRIES = 5_000;

/** Makes an empty file; refuses a path that is taken. */
export async function createFile(sandbox: FileActionSandbox, path: string): Promise<void> {
  await refuseExisting(sandbox, path);
  await sandbox.write(path, "");
}

/** Makes a folder; refuses a path that is taken. */
export async function createFolder(sandbox: FileActionSandbox, path: string): Promise<void> {
  await refuseExisting(sandbox, path);
  await sandbox.makeDirectory(path);
}

/** Moves a file or folder into a folder under its own name and gives its new path. */
export async function moveInto(sandbox: FileActionSandbox, path: string, directory: string): Promise<string> {
  const name = path.split("/").at(-1) ?? "";
  const target = `${directory}/${name}`;
  if (target === path) throw new Error(`${name} is already there.`);
  if (`${directory}/`.startsWith(`${path}/`)) throw new Error("A folder cannot be moved into itself.");
  await refuseExisting(sandbox, target);
  await sandbox.rename(path, target);
  return target;
}

/** Copies a file or folder, beside itself or into another folder, under a name that is free; gives the new path. */
export async function duplicate(sandbox: FileActionSandbox, path: string, directory = parent(path)): Promise<string> {
  if (directory !== parent(path) && `${directory}/`.startsWith(`${path}/`)) {
    throw new Error("A folder cannot be copied into itself.");
  }
  const { type } = await sandbox.stat(path);
  const target = await freeName(sandbox, `${directory}/${path.split("/").at(-1) ?? ""}`, type === "directory");
  await copy(sandbox, path, target, type);
  return target;
}

/** Removes a file or folder. Gives what brings it back, unless it holds too much to be kept. */
export async function removeWithUndo(
  sandbox: FileActionSandbox,
  path: string,
): Promise<(() => Promise<void>) | undefined> {
  const kept = await keep(sandbox, path);
  await sandbox.remove(path, { recursive: true });
  if (kept === undefined) return undefined;
  return async () => {
    for (const { path: folder, data } of kept) if (data === undefined) await sandbox.makeDirectory(folder);
    for (const { path: file, data } of kept) if (data !== undefined) await sandbox.write(file, data);
  };
}

interface KeptEntry {
  path: string;
  /** Undefined for a folder. */
  data: Uint8Array | undefined;
}

async function keep(sandbox: FileActionSandbox, path: string): Promise<KeptEntry[] | undefined> {
  const kept: KeptEntry[] = [];
  let bytes = 0;
  const walk = async (at: string): Promise<boolean> => {
    const { type, size } = await sandbox.stat(at);
    bytes += size;
    if (type === "symlink" || bytes > UNDO_BYTES || kept.length >= UNDO_ENTRIES) return false;
    if (type === "file") {
      kept.push({ path: at, data: await sandbox.read(at) });
      return true;
    }
    kept.push({ path: at, data: undefined });
    for (const entry of await sandbox.list(at)) {
      // A link would come back as what it pointed to.
      if (entry.type === "symlink" || !(await walk(`${at}/${entry.name}`))) return false;
    }
    return true;
  };
  return (await walk(path).catch(() => false)) ? kept : undefined;
}

async function copy(sandbox: FileActionSandbox, from: string, to: string, type: string): Promise<void> {
  if (type !== "directory") return sandbox.write(to, await sandbox.read(from));
  await sandbox.makeDirectory(to);
  for (const entry of await sandbox.list(from)) {
    await copy(sandbox, `${from}/${entry.name}`, `${to}/${entry.name}`, entry.type);
  }
}

/** `notes.md` → `notes copy.md` → `notes copy 2.md`. */
async function freeName(sandbox: FileActionSandbox, wanted: string, isDirectory: boolean): Promise<string> {
  if (!(await exists(sandbox, wanted))) return wanted;
  const name = wanted.slice(parent(wanted).length + 1);
  const dot = isDirectory ? -1 : name.lastIndexOf(".");
  const stem = dot > 0 ? name.slice(0, dot) : name;
  const extension = dot > 0 ? name.slice(dot) : "";
  for (let count = 1; ; count += 1) {
    const target = `${parent(wanted)}/${stem} copy${count === 1 ? "" : ` ${count}`}${extension}`;
    if (!(await exists(sandbox, target))) return target;
  }
}

async function refuseExisting(sandbox: FileActionSandbox, path: string): Promise<void> {
  if (await exists(sandbox, path)) {
    throw new Error(`There is already something at ${relativePath(path, sandbox.cwd)}. Choose another name.`);
  }
}

async function exists(sandbox: FileActionSandbox, path: string): Promise<boolean> {
  return sandbox.stat(path).then(
    () => true,
    () => false,
  );
}

function parent(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}
