import "server-only";
import { eq, sql } from "drizzle-orm";
import { fail, ok, type Result } from "@/lib/core/errors/result";
import type { ServerContext } from "../context";
import { links, sessions, workspaces } from "../db/schema";
import { ZIP_END_BYTES, zipEntryCount } from "./zip-entry-count";

/** What a link tells somebody who has its address without its key, such as a preview bot: a title and counts. */
export interface LinkDescription {
  role: "view" | "review";
  title: string;
  tools: number;
  /** Missing when the link carries no workspace, or one that does not say. */
  files?: number;
  events: number;
}

const TOOL_FILE = /^tools\/[^/]+\.ts$/;

/** Needs no key and counts no view. A revoked, an expired and an unknown link look the same. */
export async function describeLink(context: ServerContext, linkId: string): Promise<Result<LinkDescription>> {
  const zipEnd = sql`substring(${workspaces.archive} from greatest(octet_length(${workspaces.archive}) - ${ZIP_END_BYTES - 1}, 1))`;
  const [row] = await context.database.queries
    .select({ link: links, events: sessions.lastSeq, zipEnd: zipEnd.mapWith(workspaces.archive) })
    .from(links)
    .innerJoin(sessions, eq(sessions.id, links.sessionId))
    .leftJoin(workspaces, eq(workspaces.id, links.workspaceId))
    .where(eq(links.id, linkId));
  const ended = row !== undefined && row.link.expiresAt !== null && row.link.expiresAt <= context.now();
  if (row === undefined || row.link.revokedAt !== null || ended) return fail("link-unknown", "There is no such link.");
  const { role, title, definition } = row.link;
  const tools = Object.keys(definition.files).filter((path) => TOOL_FILE.test(path)).length;
  const files = zipEntryCount(row.zipEnd as Uint8Array | null);
  return ok({ role, title, tools, ...(files === undefined ? {} : { files }), events: row.events });
}
