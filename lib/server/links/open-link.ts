import "server-only";
import { eq, sql } from "drizzle-orm";
import type { RunEvent } from "@/lib/core/agent/event";
import { ok, type Result } from "@/lib/core/errors/result";
import type { Definition } from "@/lib/core/session/session-document";
import type { ServerContext } from "../context";
import { links } from "../db/schema";
import { readEvents } from "../runs/read-events";
import { redactEvents } from "../secrets/redact-events";
import { sessionRedactors } from "../secrets/session-redactors";
import { frozenArchive } from "./frozen-archive";
import { type LinkAddress, validLink } from "./reader";
import { redactDefinition } from "./redact-definition";

export interface OpenedLink {
  role: "view" | "review";
  title: string;
  definition: Definition;
  /** The session's whole log as it happened, to the newest event. */
  events: RunEvent[];
  /** Zip of the workspace as it was when the link was made. */
  archive?: Uint8Array;
  createdAt: number;
}

/** Everything that the link shows; nothing is executed for it. Counts as one view. */
export async function openLink(context: ServerContext, address: LinkAddress): Promise<Result<OpenedLink>> {
  const link = await validLink(context, address);
  if (!link.ok) return link;
  const { id, sessionId, role, title, definition, workspaceId, createdAt } = link.value;
  const { queries } = context.database;
  const redactors = await sessionRedactors(context, queries, sessionId);
  await queries
    .update(links)
    .set({ views: sql`${links.views} + 1`, lastViewedAt: context.now() })
    .where(eq(links.id, id));
  const [events, archive] = await Promise.all([readEvents(queries, sessionId, 0), frozenArchive(context, workspaceId)]);
  return ok({
    role,
    title: redactors.exact.text(title),
    definition: redactDefinition(definition, redactors.exact),
    events: redactEvents(events, redactors),
    ...(archive === undefined ? {} : { archive }),
    createdAt,
  });
}
