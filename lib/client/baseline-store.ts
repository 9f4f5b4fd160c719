import type { SandboxSnapshot } from "@/lib/core/sandbox/sandbox";

/** The workspace as the newest run found it, kept across reloads so that Changes still shows what a run did. */
export interface BaselineStore {
  read(): Promise<SandboxSnapshot | undefined>;
  write(snapshot: SandboxSnapshot): Promise<void>;
}

const DATABASE = "toolwright-baselines";
const STORE = "baselines";

/** Both methods give up quietly when the browser's store fails: a lost baseline costs a comparison, never a file. */
export function createBaselineStore(sessionId: string, factory: IDBFactory | undefined): BaselineStore {
  async function inStore<T>(
    mode: IDBTransactionMode,
    use: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T | undefined> {
    if (factory === undefined) return undefined;
    try {
      const database = await settled(openRequest(factory));
      try {
        return await settled(use(database.transaction(STORE, mode).objectStore(STORE)));
      } finally {
        database.close();
      }
    } catch {
      return undefined;
    }
  }
  return {
    async read() {
      const entries = await inStore<unknown>("readonly", (store) => store.get(sessionId));
      return entries instanceof Map ? { entries: entries as SandboxSnapshot["entries"] } : undefined;
    },
    async write(snapshot) {
      await inStore("readwrite", (store) => store.put(new Map(snapshot.entries), sessionId));
    },
  };
}

function openRequest(factory: IDBFactory): IDBOpenDBRequest {
  const request = factory.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return request;
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new DOMException("The request failed", "UnknownError"));
  });
}
