import type { SandboxSnapshot, SnapshotEntry } from "@/lib/core/sandbox/sandbox";

/** The workspace as it was last accepted, kept across reloads so that Changes still shows what came after. */
export interface BaselineStore {
  read(): Promise<SandboxSnapshot | undefined>;
  write(snapshot: SandboxSnapshot): Promise<void>;
  /** One path of the baseline; `undefined` when nothing stands there any more. */
  patch(path: string, entry: SnapshotEntry | undefined): Promise<void>;
}

const DATABASE = "toolwright-baselines";
const STORE = "baselines";
const PATCHES = "patches";

interface Patch {
  path: string;
  entry: SnapshotEntry | undefined;
}

/** Every method gives up quietly when the browser's store fails: a lost baseline costs a comparison, never a file. */
export function createBaselineStore(sessionId: string, factory: IDBFactory | undefined): BaselineStore {
  const patchesOf = () => IDBKeyRange.bound([sessionId], [sessionId, []]);
  async function inStores<T>(
    mode: IDBTransactionMode,
    use: (baselines: IDBObjectStore, patches: IDBObjectStore) => Promise<T>,
  ): Promise<T | undefined> {
    if (factory === undefined) return undefined;
    try {
      const database = await settled(openRequest(factory));
      try {
        const transaction = database.transaction([STORE, PATCHES], mode);
        return await use(transaction.objectStore(STORE), transaction.objectStore(PATCHES));
      } finally {
        database.close();
      }
    } catch {
      return undefined;
    }
  }
  return {
    read: () =>
      inStores("readonly", async (baselines, patches) => {
        const [stored, changed] = await Promise.all([
          settled<unknown>(baselines.get(sessionId)),
          settled<Patch[]>(patches.getAll(patchesOf())),
        ]);
        if (!(stored instanceof Map)) return undefined;
        const entries = new Map(stored as SandboxSnapshot["entries"]);
        for (const { path, entry } of changed) {
          if (entry === undefined) entries.delete(path);
          else entries.set(path, entry);
        }
        return { entries };
      }),
    async write(snapshot) {
      await inStores("readwrite", async (baselines, patches) => {
        patches.delete(patchesOf());
        await settled(baselines.put(new Map(snapshot.entries), sessionId));
      });
    },
    async patch(path, entry) {
      await inStores("readwrite", async (_baselines, patches) => {
        await settled(patches.put({ path, entry } satisfies Patch, [sessionId, path]));
      });
    },
  };
}

function openRequest(factory: IDBFactory): IDBOpenDBRequest {
  const request = factory.open(DATABASE, 2);
  request.onupgradeneeded = (event) => {
    if (event.oldVersion < 1) request.result.createObjectStore(STORE);
    request.result.createObjectStore(PATCHES);
  };
  return request;
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new DOMException("The request failed", "UnknownError"));
  });
}
