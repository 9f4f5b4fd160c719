import { IndexedStore } from "./indexed-store";
import { JournalStore, type SyncFile } from "./journal-store";
import type { WorkspaceStore } from "./workspace-store";

const DIRECTORY = "toolwright-workspaces";
/** A worker that was just ended may hold its files a moment longer. */
const LOCK_PATIENCE_MS = 2000;

export type OpenedStore =
  | { store: WorkspaceStore; problem?: undefined }
  | { store: undefined; problem: { code: string; message: string; fix: string } };

/** The best store this browser has: its private file system, else IndexedDB, else none with the reason. */
export async function openStore(
  sessionId: string,
  kind: "auto" | "indexeddb",
  byteLimit: number | undefined,
): Promise<OpenedStore> {
  if (kind === "auto") {
    try {
      return { store: new JournalStore(await openFiles(sessionId), byteLimit) };
    } catch (error) {
      if (isLocked(error)) return { store: undefined, problem: IN_USE };
    }
  }
  try {
    return { store: await IndexedStore.open(sessionId, byteLimit) };
  } catch (error) {
    return {
      store: undefined,
      problem: {
        code: "storage-unavailable",
        message: `This browser gives the page no store (${error instanceof Error ? error.message : String(error)}), so files live only in this tab.`,
        fix: "Take a zip of the workspace before you close the tab, or leave private browsing.",
      },
    };
  }
}

const IN_USE = {
  code: "storage-in-use",
  message: "Another tab holds this workspace, so changes made here are not kept.",
  fix: "Close the other tab and reload this one.",
};

async function openFiles(sessionId: string): Promise<[SyncFile, SyncFile]> {
  const root = await navigator.storage.getDirectory();
  const directory = await root.getDirectoryHandle(DIRECTORY, { create: true });
  const own = await directory.getDirectoryHandle(encodeURIComponent(sessionId), { create: true });
  const first = await openFile(own, "0.journal");
  try {
    return [first, await openFile(own, "1.journal")];
  } catch (error) {
    first.close();
    throw error;
  }
}

async function openFile(directory: FileSystemDirectoryHandle, name: string): Promise<SyncFile> {
  const handle = (await directory.getFileHandle(name, { create: true })) as FileSystemFileHandle & {
    createSyncAccessHandle(): Promise<SyncFile>;
  };
  const until = performance.now() + LOCK_PATIENCE_MS;
  for (;;) {
    try {
      return await handle.createSyncAccessHandle();
    } catch (error) {
      if (!isLocked(error) || performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof DOMException && error.name === "NoModificationAllowedError";
}
