import "server-only";
import { and, asc, eq, gt } from "drizzle-orm";
import type { RunEvent } from "@/lib/core/agent/event";
import type { Queries } from "../db/database";
import { events } from "../db/schema";

/** The log after a cursor, in order. Who may read it is the caller's question. */
export async function readEvents(
  queries: Queries,
  sessionId: string,
  after: number,
  limit?: number,
): Promise<RunEvent[]> {
  const query = queries
    .select()
    .from(events)
    .where(and(eq(events.sessionId, sessionId), gt(events.seq, after)))
    .orderBy(asc(events.seq));
  const rows = await (limit === undefined ? query : query.limit(limit));
  return rows.map((row) => ({ seq: row.seq, at: row.at, runId: row.runId, ...row.body }));
}
