import "server-only";
import type { RunEvent } from "@/lib/core/agent/event";
import type { ServerContext } from "../context";
import type { Reader } from "../links/reader";
import { redactEvents } from "../secrets/redact-events";
import { sessionRedactors } from "../secrets/session-redactors";
import { readEvents } from "./read-events";

/** The log after a cursor as this reader may see it: as it is for the owner, through a link without what is secret by now. */
export async function readEventsAs(context: ServerContext, reader: Reader, after: number): Promise<RunEvent[]> {
  const { queries } = context.database;
  const events = await readEvents(queries, reader.sessionId, after);
  return reader.role === "owner"
    ? events
    : redactEvents(events, await sessionRedactors(context, queries, reader.sessionId));
}
