import "server-only";
import { eq } from "drizzle-orm";
import { fail, ok, type Result } from "@/lib/core/errors/result";
import type { ServerContext } from "../context";
import { links, sessions } from "../db/schema";
import { type Caller, OWNER_NAME } from "../identity/caller";
import { sessionNotFound } from "../runs/session-lock";
import { isKeyOf, isWholeLinkKey } from "./link-key";

/** Somebody who was found to be allowed to read one session, and as what. */
export interface Reader {
  sessionId: string;
  role: "owner" | "review" | "view";
  /** How the log names them. */
  name: string;
  linkId?: string;
}

export type LinkRow = typeof links.$inferSelect;

export interface LinkAddress {
  linkId: string;
  key: string;
}

export async function ownerAsReader(
  context: ServerContext,
  caller: Caller,
  sessionId: string,
): Promise<Result<Reader>> {
  const [session] = await context.database.queries
    .select({ ownerId: sessions.ownerId })
    .from(sessions)
    .where(eq(sessions.id, sessionId));
  return session?.ownerId === caller.ownerId ? ok({ sessionId, role: "owner", name: OWNER_NAME }) : sessionNotFound();
}

export async function linkAsReader(context: ServerContext, address: LinkAddress): Promise<Result<Reader>> {
  const link = await validLink(context, address);
  if (!link.ok) return link;
  const { id, sessionId, role } = link.value;
  return ok({ sessionId, role, name: `a reviewer (link ${id.slice(0, 8)})`, linkId: id });
}

/** The same for one of many who watch through the link. */
export function linkStillReads(context: ServerContext, address: LinkAddress): Promise<Result<Reader>> {
  return context.linkChecks.ask(`${address.linkId}.${address.key}`, () => linkAsReader(context, address));
}

/** The link that the address opens now; otherwise why it does not, in words for the person who holds it. */
export async function validLink(context: ServerContext, { linkId, key }: LinkAddress): Promise<Result<LinkRow>> {
  if (!isWholeLinkKey(key)) {
    return fail("link-incomplete", "This link is incomplete: its last characters are missing or were changed.", {
      fix: "Copy the whole link again, or ask for a new one.",
    });
  }
  const [link] = await context.database.queries.select().from(links).where(eq(links.id, linkId));
  if (link === undefined || !isKeyOf(key, link.keyHash)) {
    return fail("link-unknown", "There is no such link.", { fix: "Ask whoever sent it for a new one." });
  }
  if (link.revokedAt !== null) {
    return fail("link-revoked", "This link was revoked by the owner of the session.", { fix: "Ask for a new one." });
  }
  if (link.expiresAt !== null && link.expiresAt <= context.now()) {
    return fail("link-expired", `This link expired at ${new Date(link.expiresAt).toISOString()}.`, {
      fix: "Ask for a new one.",
    });
  }
  return ok(link);
}
