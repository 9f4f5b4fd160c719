import "server-only";
import { and, desc, eq } from "drizzle-orm";
import type { ServerContext } from "../context";
import { links, sessions } from "../db/schema";
import type { Caller } from "../identity/caller";

/** One link as its maker sees it. The key cannot be shown again: only its hash is kept. */
export interface LinkSummary {
  linkId: string;
  sessionId: string;
  title: string;
  role: "view" | "review";
  createdAt: number;
  expiresAt: number | undefined;
  revokedAt: number | undefined;
  views: number;
  lastViewedAt: number | undefined;
  status: "active" | "expired" | "revoked";
}

/** Newest first, of one session or of everything the caller owns. */
export async function listLinks(
  context: ServerContext,
  caller: Caller,
  input: { sessionId?: string },
): Promise<LinkSummary[]> {
  const rows = await context.database.queries
    .select({ link: links })
    .from(links)
    .innerJoin(sessions, eq(sessions.id, links.sessionId))
    .where(
      and(
        eq(sessions.ownerId, caller.ownerId),
        input.sessionId === undefined ? undefined : eq(links.sessionId, input.sessionId),
      ),
    )
    .orderBy(desc(links.createdAt));
  const now = context.now();
  return rows.map(({ link }) => ({
    linkId: link.id,
    sessionId: link.sessionId,
    title: link.title,
    role: link.role,
    createdAt: link.createdAt,
    expiresAt: link.expiresAt ?? undefined,
    revokedAt: link.revokedAt ?? undefined,
    views: link.views,
    lastViewedAt: link.lastViewedAt ?? undefined,
    status:
      link.revokedAt !== null ? "revoked" : link.expiresAt !== null && link.expiresAt <= now ? "expired" : "active",
  }));
}
