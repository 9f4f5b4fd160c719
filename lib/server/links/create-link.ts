import "server-only";
import { and, eq } from "drizzle-orm";
import { fail, ok, type Result } from "@/lib/core/errors/result";
import type { ServerContext } from "../context";
import { links, workspaces } from "../db/schema";
import type { Caller } from "../identity/caller";
import { createId } from "../identity/create-id";
import { sessionNotFound, withSessionLock } from "../runs/session-lock";
import { createLinkKey, hashLinkKey } from "./link-key";
import { redactDefinition } from "./redact-definition";

const DAY_MS = 24 * 60 * 60 * 1000;

export interface CreateLink {
  sessionId: string;
  role: "view" | "review";
  workspaceId?: string;
  expiresInDays?: number;
}

/** The definition and the workspace are frozen with the link, without known secrets; the key is given out here once and never again. */
export function createLink(
  context: ServerContext,
  caller: Caller,
  input: CreateLink,
): Promise<Result<{ linkId: string; key: string }>> {
  return withSessionLock(context, input.sessionId, async ({ session, transaction, at, redactors }) => {
    if (session.ownerId !== caller.ownerId) return sessionNotFound();
    if (input.workspaceId !== undefined) {
      const [workspace] = await transaction
        .select({ id: workspaces.id })
        .from(workspaces)
        .where(and(eq(workspaces.id, input.workspaceId), eq(workspaces.sessionId, session.id)));
      if (workspace === undefined) return fail("not-found", "There is no such saved workspace.");
    }
    const linkId = createId("l");
    const key = createLinkKey();
    await transaction.insert(links).values({
      id: linkId,
      sessionId: session.id,
      role: input.role,
      keyHash: hashLinkKey(key),
      title: redactors.exact.text(session.title),
      definition: redactDefinition(session.definition, redactors.exact),
      workspaceId: input.workspaceId,
      createdAt: at,
      expiresAt: input.expiresInDays === undefined ? undefined : at + input.expiresInDays * DAY_MS,
    });
    return ok({ linkId, key });
  });
}
