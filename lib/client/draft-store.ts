import { z } from "zod";
import { definitionSchema } from "@/lib/core/session/session-document";

const draftSchema = z.object({
  revision: z.number().int().nonnegative(),
  files: definitionSchema.shape.files,
  at: z.number(),
});
export type Draft = z.infer<typeof draftSchema>;

/** The text as it stood at the last keystroke, kept in this browser until the server has it. */
export interface DraftStore {
  read(): Draft | undefined;
  /** False when the browser's store refused it. */
  write(draft: Draft): boolean;
  clear(): void;
}

/** Written synchronously, so that it is there even when the very next thing ends the page. */
export function createDraftStore(
  sessionId: string,
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem">,
): DraftStore {
  const key = `toolwright:draft:${sessionId}`;
  return {
    read() {
      try {
        const text = storage.getItem(key);
        if (text === null) return undefined;
        const draft = draftSchema.safeParse(JSON.parse(text));
        return draft.success ? draft.data : undefined;
      } catch {
        // An unreadable or forbidden store holds no draft.
        return undefined;
      }
    },
    write(draft) {
      try {
        storage.setItem(key, JSON.stringify(draft));
        return true;
      } catch {
        return false;
      }
    },
    clear() {
      try {
        storage.removeItem(key);
      } catch {
        // A store that cannot be written holds nothing to clear.
      }
    },
  };
}
