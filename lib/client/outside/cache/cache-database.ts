import { OutsideError } from "@/lib/core/tool/outside";

const DATABASE = "toolwright-tool-cache";
/** What is known of each entry, by session and key. */
export const ENTRIES = "entries";
/** The results as JSON text, by the same. */
export const TEXTS = "texts";
const BY_EXPIRY = "expiresAt";

export interface CacheDatabase {
  /** @throws OutsideError `outside-missing` where the browser keeps nothing for this page. */
  open(): Promise<IDBDatabase>;
  /** The time of a use: later than every one before it, also within one millisecond. */
  nextUse(): number;
}

/** Opens at first use, drops what has expired in any session once, and opens again when the browser closed it. */
export function createCacheDatabase(factory: () => IDBFactory | undefined, now: () => number): CacheDatabase {
  let opened: Promise<IDBDatabase> | undefined;
  let lastUse = 0;

  async function openOnce(): Promise<IDBDatabase> {
    const known = factory();
    if (known === undefined) throw missing();
    const request = known.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(ENTRIES).createIndex(BY_EXPIRY, BY_EXPIRY);
      request.result.createObjectStore(TEXTS);
    };
    const database = await resultOf(request).catch((cause: unknown) => {
      throw missing(cause);
    });
    const reopen = () => {
      opened = undefined;
      database.close();
    };
    database.onclose = reopen;
    database.onversionchange = reopen;
    await dropExpired(database, now());
    return database;
  }

  return {
    open() {
      opened ??= openOnce().catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      return opened;
    },
    nextUse() {
      lastUse = Math.max(lastUse + 0.001, now());
      return lastUse;
    },
  };
}

async function dropExpired(database: IDBDatabase, now: number): Promise<void> {
  const transaction = database.transaction([ENTRIES, TEXTS], "readwrite");
  const expired = transaction.objectStore(ENTRIES).index(BY_EXPIRY).getAllKeys(IDBKeyRange.upperBound(now));
  for (const key of await resultOf(expired)) {
    transaction.objectStore(ENTRIES).delete(key);
    transaction.objectStore(TEXTS).delete(key);
  }
  await finished(transaction);
}

export function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new DOMException("The request failed", "UnknownError"));
  });
}

export function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException("It was aborted", "AbortError"));
  });
}

function missing(cause?: unknown): OutsideError {
  const message = 'This browser keeps no data for this page, so there is no browser cache. Use storage: "memory".';
  return new OutsideError("outside-missing", message, { cause });
}
