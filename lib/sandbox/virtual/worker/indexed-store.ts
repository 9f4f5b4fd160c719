import * as z from "zod/mini";
import type { TreeChange } from "@/lib/core/sandbox/file-tree";
import type { SnapshotEntry } from "@/lib/core/sandbox/sandbox";
import { storeFailure } from "./journal-store";
import { packChanges, unpackChanges } from "./pack-changes";
import type { Mounts, StoredWorkspace, WorkspaceStore } from "./workspace-store";

const DATABASE = "toolwright-workspaces";
const ENTRIES = "entries";
const SESSIONS = "sessions";

const rowSchema = z.object({ path: z.string(), packed: z.custom<Uint8Array>((value) => value instanceof Uint8Array) });
const sessionSchema = z.object({ mounts: z.array(z.tuple([z.string(), z.enum(["read-only", "writable"])])) });

/** The fallback where the browser has no usable private file system: one record per path, one transaction per batch. */
export class IndexedStore implements WorkspaceStore {
  readonly kind = "indexeddb";
  readonly wantsCompaction = false;
  private readonly sizes = new Map<string, number>();
  private total = 0;

  private constructor(
    private readonly database: IDBDatabase,
    private readonly sessionId: string,
    private readonly byteLimit: number,
  ) {}

  static async open(sessionId: string, byteLimit = Number.POSITIVE_INFINITY): Promise<IndexedStore> {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(ENTRIES);
      request.result.createObjectStore(SESSIONS);
    };
    return new IndexedStore(await result(request), sessionId, byteLimit);
  }

  async load(): Promise<StoredWorkspace | undefined> {
    const transaction = this.database.transaction([ENTRIES, SESSIONS]);
    const session = sessionSchema.safeParse(await result(transaction.objectStore(SESSIONS).get(this.sessionId)));
    if (!session.success) return undefined;
    const entries = new Map<string, SnapshotEntry>();
    let damaged = 0;
    for (const stored of await result(transaction.objectStore(ENTRIES).getAll(this.range()))) {
      const row = rowSchema.safeParse(stored);
      const entry = row.success ? entryOf(row.data) : undefined;
      if (!row.success || entry === undefined) {
        damaged += 1;
        continue;
      }
      entries.set(row.data.path, entry);
      this.count(row.data.path, row.data.packed.byteLength);
    }
    const workspace = { entries, mounts: session.data.mounts };
    return damaged === 0 ? workspace : { ...workspace, damaged };
  }

  async replace(workspace: StoredWorkspace): Promise<void> {
    await this.write(workspace.mounts, workspace.entries, true);
  }

  async append(changes: readonly TreeChange[], mounts: Mounts): Promise<void> {
    await this.write(mounts, new Map(changes.map(({ path, entry }) => [path, entry])), false);
  }

  async flush(): Promise<void> {}

  async forget(): Promise<void> {
    const transaction = this.database.transaction([ENTRIES, SESSIONS], "readwrite");
    transaction.objectStore(ENTRIES).delete(this.range());
    transaction.objectStore(SESSIONS).delete(this.sessionId);
    await finished(transaction);
    this.sizes.clear();
    this.total = 0;
  }

  close(): void {
    this.database.close();
  }

  private async write(mounts: Mounts, changes: Map<string, SnapshotEntry | undefined>, all: boolean): Promise<void> {
    const rows = Array.from(changes, ([path, entry]) => ({
      path,
      packed: entry && packChanges({ changes: new Map([[path, entry]]), mounts: [] }),
    }));
    const added = rows.reduce(
      (sum, row) => sum + (row.packed?.byteLength ?? 0) - (all ? 0 : (this.sizes.get(row.path) ?? 0)),
      0,
    );
    try {
      if ((all ? 0 : this.total) + added > this.byteLimit) {
        throw new DOMException("The store's limit is reached.", "QuotaExceededError");
      }
      const transaction = this.database.transaction([ENTRIES, SESSIONS], "readwrite");
      try {
        transaction.objectStore(SESSIONS).put({ mounts }, this.sessionId);
        const store = transaction.objectStore(ENTRIES);
        if (all) store.delete(this.range());
        for (const { path, packed } of rows) {
          if (packed === undefined) store.delete([this.sessionId, path]);
          else store.put({ path, packed }, [this.sessionId, path]);
        }
      } catch (cause) {
        // What was asked for before the one that failed must not be kept alone.
        transaction.abort();
        throw cause;
      }
      await finished(transaction);
    } catch (cause) {
      throw storeFailure(cause);
    }
    if (all) {
      this.sizes.clear();
      this.total = 0;
    }
    for (const { path, packed } of rows) this.count(path, packed?.byteLength);
  }

  private count(path: string, size: number | undefined): void {
    this.total += (size ?? 0) - (this.sizes.get(path) ?? 0);
    if (size === undefined) this.sizes.delete(path);
    else this.sizes.set(path, size);
  }

  private range(): IDBKeyRange {
    return IDBKeyRange.bound([this.sessionId], [this.sessionId, []]);
  }
}

function entryOf(row: z.infer<typeof rowSchema>): SnapshotEntry | undefined {
  try {
    return unpackChanges(row.packed).changes.get(row.path);
  } catch {
    return undefined;
  }
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    // A request that fails ends in an abort, and only then the transaction knows the reason.
    transaction.onabort = () => reject(transaction.error ?? new DOMException("Stopped.", "AbortError"));
  });
}
