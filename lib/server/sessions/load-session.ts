import "server-only";
import { desc, eq } from "drizzle-orm";
import type { RunEvent } from "@/lib/core/agent/event";
import { ok, type Result } from "@/lib/core/errors/result";
import type { SessionDocument } from "@/lib/core/session/session-document";
import type { ServerContext } from "../context";
import { sessions } from "../db/schema";
import type { Caller } from "../identity/caller";
import type { ModelOption } from "../models/model-catalogue";
import { readEvents } from "../runs/read-events";
import { sessionNotFound } from "../runs/session-lock";

export interface LoadedSession {
  document: SessionDocument;
  events: RunEvent[];
  models: ModelOption[];
}

export async function loadSession(
  context: ServerContext,
  caller: Caller,
  sessionId: string,
): Promise<Result<LoadedSession>> {
  const { queries } = context.database;
  const [session] = await queries.select().from(sessions).where(eq(sessions.id, sessionId));
  if (session === undefined || session.ownerId !== caller.ownerId) return sessionNotFound();
  const { id, title, definition, revision, createdAt, updatedAt } = session;
  return ok({
    document: { version: 1, id, title, definition, revision, createdAt, updatedAt },
    events: await readEvents(queries, id, 0),
    models: context.models.options(),
  });
}

/** The session that the caller worked on last. */
export async function latestSessionId(context: ServerContext, caller: Caller): Promise<string | undefined> {
  const [latest] = await context.database.queries
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.ownerId, caller.ownerId))
    .orderBy(desc(sessions.updatedAt))
    .limit(1);
  return latest?.id;
}
