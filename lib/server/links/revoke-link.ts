import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { fail, ok, type Result } from "@/lib/core/errors/result";
import type { ServerContext } from "../context";
import { links, sessions } from "../db/schema";
import type { Caller } from "../identity/caller";

/** Dead from the next request on, and open streams through it are ended at once. Revoking twice is the same as once. */
export async function revokeLink(context: ServerContext, caller: Caller, linkId: string): Promise<Result<void>> {
  return context.database.transaction(async (transaction) => {
    const [link] = await transaction
      .select({ id: links.id })
      .from(links)
      .innerJoin(sessions, eq(sessions.id, links.sessionId))
      .where(and(eq(links.id, linkId), eq(sessions.ownerId, caller.ownerId)));
    if (link === undefined) return fail("not-found", "There is no such link, or it belongs to another browser.");
    await transaction
      .update(links)
      .set({ revokedAt: context.now() })
      .where(and(eq(links.id, linkId), isNull(links.revokedAt)));
    await context.database.signal(transaction, { kind: "link", id: linkId });
    return ok(undefined);
  });
}
