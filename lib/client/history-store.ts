import type { SnapshotEntry } from "@/lib/core/sandbox/sandbox";
import type { HistoryRecord, StoredHistory } from "./workspace-history";

/** Where the earlier states of one session's files outlive a reload. Rejects when the browser's store refuses. */
export interface HistoryStore {
  read(): Promise<StoredHistory | undefined>;
  /** Adds one point to what is kept. */
  append(record: HistoryRecord): Promise<void>;
  /** Makes this the kept history, at once or not at all. */
  replace(history: StoredHistory): Promise<void>;
}

const DATABASE = "toolwright-history";
const STORE = "records";
/** So that one request neither copies too much at once nor holds the page. */
const PART_ENTRIES = 1000;
const PART_BYTES = 4 * 1024 * 1024;

type Part = { kind: "base"; entries: Map<string, SnapshotEntry> };
type Stored = Part | { kind: "point"; record: HistoryRecord } | { kind: "about"; dropped: number };

/** Over IndexedDB: the base in parts, then one record a point with only what differs, so that a step writes what it changed. */
export function createHistoryStore(sessionId: string, factory: IDBFactory | undefined): HistoryStore {
  const range = () => IDBKeyRange.bound([sessionId], [sessionId, []]);
  async function inStore<T>(
    mode: IDBTransactionMode,
    use: (store: IDBObjectStore) => IDBRequest<T> | undefined,
  ): Promise<T | undefined> {
    if (factory === undefined) return undefined;
    const database = await settled(openRequest(factory));
    try {
      const transaction = database.transaction(STORE, mode);
      const done = finished(transaction);
      try {
        const request = use(transaction.objectStore(STORE));
        await done;
        return request?.result;
      } catch (cause) {
        // What was asked for before the one that failed must not be kept alone.
        abandon(transaction);
        await done.catch(() => undefined);
        throw cause;
      }
    } finally {
      database.close();
    }
  }
  return {
    async read() {
      const found = await inStore<Stored[]>("readonly", (store) => store.getAll(range()));
      if (found === undefined || found.length === 0) return undefined;
      const base = new Map<string, SnapshotEntry>();
      const records: HistoryRecord[] = [];
      let dropped = 0;
      for (const one of found) {
        if (one.kind === "base") for (const [path, entry] of one.entries) base.set(path, entry);
        else if (one.kind === "point") records.push(one.record);
        else dropped = one.dropped;
      }
      return records.length === 0 ? undefined : { base, records, dropped };
    },
    async append(record) {
      await inStore("readwrite", (store) => store.put(pointOf(record), [sessionId, 2, record.point.id]));
    },
    async replace({ base, records, dropped }) {
      await inStore("readwrite", (store) => {
        store.delete(range());
        store.put({ kind: "about", dropped } satisfies Stored, [sessionId, 0]);
        for (const [index, part] of [...partsOf(base)].entries()) store.put(part, [sessionId, 1, index]);
        for (const record of records) store.put(pointOf(record), [sessionId, 2, record.point.id]);
        return undefined;
      });
    },
  };
}

function pointOf(record: HistoryRecord): Stored {
  return { kind: "point", record: { ...record, changes: new Map([...record.changes].map(ownBytes)) } };
}

function* partsOf(base: ReadonlyMap<string, SnapshotEntry>): Generator<Part> {
  let entries = new Map<string, SnapshotEntry>();
  let bytes = 0;
  for (const [path, entry] of base) {
    entries.set(...(ownBytes([path, entry]) as [string, SnapshotEntry]));
    bytes += entry.type === "file" ? entry.data.byteLength : 0;
    if (entries.size < PART_ENTRIES && bytes < PART_BYTES) continue;
    yield { kind: "base", entries };
    entries = new Map();
    bytes = 0;
  }
  if (entries.size > 0) yield { kind: "base", entries };
}

/** A view on a larger buffer would be kept with all of that buffer. */
function ownBytes<E extends SnapshotEntry | undefined>([path, entry]: [string, E]): [string, E] {
  if (entry?.type !== "file" || entry.data.byteLength === entry.data.buffer.byteLength) return [path, entry];
  return [path, { ...entry, data: entry.data.slice() }];
}

function openRequest(factory: IDBFactory): IDBOpenDBRequest {
  const request = factory.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return request;
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new DOMException("The request failed.", "UnknownError"));
  });
}

function abandon(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It had ended by itself.
  }
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    // A request that fails ends in an abort, and only then the transaction knows the reason.
    transaction.onabort = () => reject(transaction.error ?? new DOMException("Stopped.", "AbortError"));
  });
}
