import { createStore, type StoreApi } from "zustand/vanilla";
import { fail, ok, type Problem, type Result } from "@/lib/core/errors/result";
import { overImportLimit } from "@/lib/core/sandbox/over-import-limit";
import { isWithin } from "@/lib/core/sandbox/resolve-path";
import type { FileChange, MountMode, Sandbox } from "@/lib/core/sandbox/sandbox";
import { SandboxError } from "@/lib/core/sandbox/sandbox-error";
import { isToolFolder } from "@/lib/core/sandbox/tool-folders";

/** What of a picked folder is used; TypeScript's own declarations leave out its iteration and permissions. */
export interface RealDirectory {
  readonly kind: "directory";
  readonly name: string;
  values(): AsyncIterable<RealDirectory | RealFile>;
  getDirectoryHandle(name: string, options?: { create?: boolean }): Promise<RealDirectory>;
  getFileHandle(name: string, options?: { create?: boolean }): Promise<RealFile>;
  removeEntry(name: string): Promise<void>;
  requestPermission?(options: { mode: "read" | "readwrite" }): Promise<PermissionState>;
}

export interface RealFile {
  readonly kind: "file";
  readonly name: string;
  getFile(): Promise<Pick<File, "size" | "lastModified" | "arrayBuffer">>;
  createWritable(): Promise<{ write(data: Uint8Array<ArrayBuffer>): Promise<void>; close(): Promise<void> }>;
}

export interface LinkedFolder {
  name: string;
  /** Where it lies in the workspace. Absolute. */
  path: string;
  mode: MountMode;
  files: number;
  /** Files written to the disk, or removed from it, since it was linked. */
  written: number;
  /** Why single files were not taken or not written; the newest last. */
  reports: string[];
  /** Why nothing is written any more. */
  problem: Problem | undefined;
}

/** Folders of this computer that lie in the workspace for as long as the page is open. */
export interface FolderDesk {
  readonly store: StoreApi<{ links: LinkedFolder[] }>;
  /** Places the folder's files below its name. `writable` writes what changes there back to the disk. */
  link(directory: RealDirectory, mode: MountMode, options?: { everything?: boolean }): Promise<Result<LinkedFolder>>;
  /** Writes nothing to it any more; the files stay in the workspace. */
  unlink(path: string): void;
}

export interface OwnFolderDesk extends FolderDesk {
  /** Resolves when every change that was told so far is written, or was refused. */
  settled(): Promise<void>;
  /** For a workspace that is let go of. */
  close(): void;
}

const MOST_REPORTS = 50;

interface Stamp {
  size: number;
  lastModified: number;
}

interface Link {
  directory: RealDirectory;
  /** How each file stood on the disk when it was read or written last. */
  stamps: Map<string, Stamp>;
  end(): void;
}

export function createFolderDesk(sandboxOf: () => Promise<Sandbox>): OwnFolderDesk {
  const store = createStore<{ links: LinkedFolder[] }>(() => ({ links: [] }));
  const open = new Map<string, Link>();
  let writing: Promise<void> = Promise.resolve();

  function change(path: string, with_: (link: LinkedFolder) => Partial<LinkedFolder>): void {
    store.setState(({ links }) => ({
      links: links.map((link) => (link.path === path ? { ...link, ...with_(link) } : link)),
    }));
  }

  function report(path: string, line: string): void {
    change(path, ({ reports }) => ({ reports: [...reports, line].slice(-MOST_REPORTS) }));
  }

  function unlink(path: string): void {
    open.get(path)?.end();
    open.delete(path);
    store.setState(({ links }) => ({ links: links.filter((link) => link.path !== path) }));
  }

  async function writeBack(sandbox: Sandbox, root: string, path: string): Promise<void> {
    const link = open.get(root);
    if (link === undefined || path === root) return;
    const name = path.slice(root.length + 1);
    try {
      const done = await writeOne(sandbox, link, name, path);
      if (done === "written") change(root, ({ written }) => ({ written: written + 1 }));
      else if (done !== "nothing") report(root, done);
    } catch (cause) {
      const problem = lost(cause);
      if (problem === undefined) return report(root, `${name} was not written to the disk: ${messageOf(cause)}`);
      link.end();
      open.delete(root);
      change(root, () => ({ problem }));
    }
  }

  return {
    store,
    async link(directory, mode, { everything = false } = {}) {
      try {
        const sandbox = await sandboxOf();
        const path = `${sandbox.cwd}/${directory.name}`;
        if (open.has(path)) return fail("exists", `A folder named ${directory.name} is linked already.`);
        const there = await sandbox.stat(path).catch(() => undefined);
        if (there !== undefined)
          return fail("exists", `The workspace holds ${directory.name} already.`, {
            fix: "Rename or remove it first.",
          });
        if (mode === "writable" && (await directory.requestPermission?.({ mode: "readwrite" })) === "denied") {
          return fail("permission-denied", "The browser was told not to write to this folder.", {
            fix: "Link it read-only, or allow writing.",
          });
        }
        const read = await readFolder(directory, everything);
        await sandbox.mount(read.files, path, mode);
        const linked: LinkedFolder = {
          name: directory.name,
          path,
          mode,
          files: read.files.size,
          written: 0,
          reports: read.leftOut.slice(-MOST_REPORTS),
          problem: undefined,
        };
        store.setState(({ links }) => ({ links: [...links, linked] }));
        const onChanges = (changes: FileChange[]) => {
          for (const one of changes) {
            const changed = one.path.startsWith("/") ? one.path : `${sandbox.cwd}/${one.path}`;
            if (isWithin(changed, path)) writing = writing.then(() => writeBack(sandbox, path, changed));
          }
        };
        const end = mode === "writable" ? sandbox.watch(onChanges) : () => undefined;
        open.set(path, { directory, stamps: read.stamps, end });
        return ok(linked);
      } catch (cause) {
        const problem = lost(cause);
        return problem === undefined
          ? fail("unreadable", `The folder could not be read: ${messageOf(cause)}`)
          : { ok: false, problem };
      }
    },
    unlink,
    settled: () => writing,
    close() {
      for (const path of [...open.keys()]) unlink(path);
    },
  };
}

/** `written`, `nothing` to do, or why the disk was left as it is. */
async function writeOne(sandbox: Sandbox, link: Link, name: string, path: string): Promise<string> {
  const now = await contentOf(sandbox, path);
  if (now === "directory") return "nothing";
  const parts = name.split("/");
  const last = parts.pop() ?? name;
  const parent = await directoryAt(link.directory, parts, now !== undefined);
  const onDisk = parent === undefined ? undefined : await fileAt(parent, last);
  const stamp = onDisk === undefined ? undefined : await stampOf(onDisk);
  const known = link.stamps.get(name);
  // What this page itself has read or written is no news to the disk.
  if (now !== undefined && known !== undefined && onDisk !== undefined && sameStamp(stamp, known)) {
    if (sameBytes(new Uint8Array(await (await onDisk.getFile()).arrayBuffer()), now)) return "nothing";
  } else if (now === undefined && stamp === undefined) {
    link.stamps.delete(name);
    return "nothing";
  } else if (!sameStamp(stamp, known)) {
    const what = stamp === undefined ? "was removed" : known === undefined ? "was created" : "was changed";
    return `${name} ${what} on the disk meanwhile, so it was left as it is there. The workspace holds the other version.`;
  }
  if (parent === undefined) return "nothing";
  if (now === undefined) {
    await parent.removeEntry(last);
    link.stamps.delete(name);
    return "written";
  }
  const file = await parent.getFileHandle(last, { create: true });
  const writable = await file.createWritable();
  await writable.write(now.slice());
  await writable.close();
  link.stamps.set(name, await stampOf(file));
  return "written";
}

async function readFolder(directory: RealDirectory, everything: boolean) {
  const files = new Map<string, Uint8Array>();
  const stamps = new Map<string, Stamp>();
  const leftOut: string[] = [];
  let bytes = 0;
  const visit = async (from: RealDirectory, prefix: string): Promise<void> => {
    for await (const child of from.values()) {
      const path = `${prefix}${child.name}`;
      if (child.kind === "directory") {
        if (everything || !isToolFolder(child.name)) await visit(child, `${path}/`);
        else leftOut.push(`${path} was left out.`);
        continue;
      }
      try {
        const file = await child.getFile();
        const over = overImportLimit(path, file.size, { files: files.size, bytes });
        if (over !== undefined) leftOut.push(over.message);
        else {
          files.set(path, new Uint8Array(await file.arrayBuffer()));
          stamps.set(path, { size: file.size, lastModified: file.lastModified });
          bytes += file.size;
        }
      } catch (cause) {
        if (lost(cause) !== undefined && files.size === 0) throw cause;
        leftOut.push(`${path} could not be read: ${messageOf(cause)}`);
      }
    }
  };
  await visit(directory, "");
  return { files, stamps, leftOut };
}

async function contentOf(sandbox: Sandbox, path: string): Promise<Uint8Array | "directory" | undefined> {
  try {
    return (await sandbox.stat(path)).type === "directory" ? "directory" : await sandbox.read(path);
  } catch (cause) {
    if (SandboxError.isInstance(cause) && (cause.code === "not-found" || cause.code === "not-directory"))
      return undefined;
    throw cause;
  }
}

async function directoryAt(
  root: RealDirectory,
  parts: readonly string[],
  create: boolean,
): Promise<RealDirectory | undefined> {
  // Asked for anew each time: it says when the folder itself is gone, or may not be used any more.
  for await (const _entry of root.values()) break;
  let directory = root;
  for (const part of parts) {
    const next = await found(directory.getDirectoryHandle(part, { create }));
    if (next === undefined) return undefined;
    directory = next;
  }
  return directory;
}

const fileAt = (directory: RealDirectory, name: string) => found(directory.getFileHandle(name));

async function found<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "NotFoundError") return undefined;
    throw cause;
  }
}

async function stampOf(file: RealFile): Promise<Stamp> {
  const { size, lastModified } = await file.getFile();
  return { size, lastModified };
}

function sameStamp(left: Stamp | undefined, right: Stamp | undefined): boolean {
  return left?.size === right?.size && left?.lastModified === right?.lastModified;
}

function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.byteLength === right.byteLength && left.every((byte, index) => byte === right[index]);
}

/** What ends a link as a whole. */
function lost(cause: unknown): Problem | undefined {
  if (!(cause instanceof DOMException)) return undefined;
  if (cause.name === "NotAllowedError" || cause.name === "SecurityError") {
    return {
      code: "permission-denied",
      message: "The browser no longer lets this page use the folder, so nothing is written to it any more.",
      fix: "Link the folder again and allow it. The workspace holds every change.",
    };
  }
  if (cause.name !== "NotFoundError") return undefined;
  return {
    code: "folder-gone",
    message: "The folder is not there any more, so nothing is written to it.",
    fix: "Link it again from where it is now. The workspace holds every change.",
  };
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
