import { z } from "zod";
import { createStore, type StoreApi } from "zustand/vanilla";

const draftSchema = z.object({ text: z.string(), base: z.string() });

/** Text of a workspace file that is not written yet, and the mark of the text on disk that it was begun from. */
export type FileDraft = z.infer<typeof draftSchema>;

export interface FileDrafts {
  /** Absolute paths of files with unsaved text. */
  readonly store: StoreApi<{ paths: ReadonlySet<string> }>;
  read(path: string): FileDraft | undefined;
  /** False when the browser's store refused it: then it lives as long as the page. */
  write(path: string, draft: FileDraft): boolean;
  clear(path: string): void;
}

/** Kept in this browser at every keystroke, synchronously, so that it is there when the very next thing ends the page. */
export function createFileDrafts(
  sessionId: string,
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">,
): FileDrafts {
  const prefix = `toolwright:file-draft:${sessionId}:`;
  const unkept = new Map<string, FileDraft>();
  const store = createStore<{ paths: ReadonlySet<string> }>(() => ({ paths: new Set(storedPaths(storage, prefix)) }));
  const mark = (path: string, isDirty: boolean) => {
    const { paths } = store.getState();
    if (paths.has(path) === isDirty) return;
    const next = new Set(paths);
    if (isDirty) next.add(path);
    else next.delete(path);
    store.setState({ paths: next });
  };
  return {
    store,
    read(path) {
      try {
        const stored = draftSchema.safeParse(JSON.parse(storage.getItem(prefix + path) ?? "null"));
        return unkept.get(path) ?? (stored.success ? stored.data : undefined);
      } catch {
        return unkept.get(path);
      }
    },
    write(path, draft) {
      mark(path, true);
      try {
        storage.setItem(prefix + path, JSON.stringify(draft));
        unkept.delete(path);
        return true;
      } catch {
        unkept.set(path, draft);
        return false;
      }
    },
    clear(path) {
      unkept.delete(path);
      mark(path, false);
      try {
        storage.removeItem(prefix + path);
      } catch {
        // A store that cannot be written holds nothing to clear.
      }
    },
  };
}

function storedPaths(storage: Pick<Storage, "key" | "length">, prefix: string): string[] {
  try {
    return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "")
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length));
  } catch {
    return [];
  }
}

/** A short mark by which a text is known again; not against someone who wants two texts to look alike. */
export function markOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return `${text.length}-${(hash >>> 0).toString(36)}`;
}
