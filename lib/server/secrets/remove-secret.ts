import "server-only";
import { and, eq } from "drizzle-orm";
import { fail, ok, type Result } from "@/lib/core/errors/result";
import type { ServerContext } from "../context";
import { sessionSecrets } from "../db/schema";
import type { Caller } from "../identity/caller";
import { sessionNotFound, withSessionLock } from "../runs/session-lock";

/** From the next use on, no tool of the session is given it. Its past uses stay in the audit. */
export async function removeSecret(
  context: ServerContext,
  caller: Caller,
  { sessionId, name }: { sessionId: string; name: string },
): Promise<Result<void>> {
  const removed = await withSessionLock(context, sessionId, async ({ session, transaction }): Promise<Result<void>> => {
    if (session.ownerId !== caller.ownerId) return sessionNotFound();
    const gone = await transaction
      .delete(sessionSecrets)
      .where(and(eq(sessionSecrets.sessionId, sessionId), eq(sessionSecrets.name, name)))
      .returning({ name: sessionSecrets.name });
    return gone.length === 0 ? fail("not-found", `This session has no secret named ${name}.`) : ok(undefined);
  });
  if (removed.ok) context.secrets.forget(sessionId, name);
  return removed;
}
