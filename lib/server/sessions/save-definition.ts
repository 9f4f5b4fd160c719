import "server-only";
import { eq } from "drizzle-orm";
import { fail, ok, type Result } from "@/lib/core/errors/result";
import type { Definition } from "@/lib/core/session/session-document";
import type { ServerContext } from "../context";
import { sessions } from "../db/schema";
import type { Caller } from "../identity/caller";
import { sessionNotFound, withSessionLock } from "../runs/session-lock";
import { storableText } from "./storable-text";

export interface SaveDefinition {
  sessionId: string;
  /** The revision that the change is based on. */
  revision: number;
  files: Definition["files"];
  title?: string;
}

/** Saves over the revision that the caller saw, and never over a newer one. */
export function saveDefinition(
  context: ServerContext,
  caller: Caller,
  input: SaveDefinition,
): Promise<Result<{ revision: number }>> {
  return withSessionLock(context, input.sessionId, async ({ session, transaction, at }) => {
    if (session.ownerId !== caller.ownerId) return sessionNotFound();
    if (session.revision !== input.revision) {
      return fail("stale", `The session was saved elsewhere meanwhile and is at revision ${session.revision} now.`, {
        fix: "Reload to see the newer version, or copy your text first.",
      });
    }
    const revision = session.revision + 1;
    await transaction
      .update(sessions)
      .set({
        definition: { files: input.files },
        title: input.title === undefined ? session.title : storableText(input.title),
        revision,
        updatedAt: at,
      })
      .where(eq(sessions.id, session.id));
    return ok({ revision });
  });
}
