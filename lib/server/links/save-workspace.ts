import "server-only";
import { and, eq, lt, notInArray, sql } from "drizzle-orm";
import { fail, ok, type Result } from "@/lib/core/errors/result";
import type { ServerContext } from "../context";
import { links, workspaces } from "../db/schema";
import type { Caller } from "../identity/caller";
import { createId } from "../identity/create-id";
import { sessionNotFound, withSessionLock } from "../runs/session-lock";
import { sessionRedactors } from "../secrets/session-redactors";
import { redactArchive } from "./frozen-files";
import { ownerAsReader } from "./reader";

const MOST_BYTES = 25 * 1024 * 1024;
const ORPHAN_MS = 60 * 60 * 1000;
/** `PK` and the kind of the first record: a file's header, or the end of an archive without files. */
const ZIP_STARTS = ["504b0304", "504b0506"];

/** Freezes a copy of the workspace for a link, without known secrets. Copies that no link came to use are cleared away after an hour. */
export async function saveWorkspace(
  context: ServerContext,
  caller: Caller,
  input: { sessionId: string; archive: Uint8Array },
): Promise<Result<{ workspaceId: string }>> {
  const { archive } = input;
  if (archive.byteLength > MOST_BYTES) {
    return fail("too-large", "The workspace is larger than 25 MB as an archive.", {
      fix: "Remove large files from it, and share again.",
    });
  }
  if (!ZIP_STARTS.includes(Buffer.from(archive.subarray(0, 4)).toString("hex"))) {
    return fail("invalid-input", "The workspace is not a zip archive.", { field: "archive" });
  }
  const owner = await ownerAsReader(context, caller, input.sessionId);
  if (!owner.ok) return owner;
  const { exact } = await sessionRedactors(context, context.database.queries, input.sessionId);
  const frozen = await redactArchive(archive, exact);
  if (frozen === undefined) {
    return fail("unreadable", "The archive of the workspace cannot be read, so secrets cannot be taken out of it.", {
      field: "archive",
    });
  }
  return withSessionLock(context, input.sessionId, async ({ session, transaction, at }) => {
    if (session.ownerId !== caller.ownerId) return sessionNotFound();
    const used = transaction
      .select({ id: links.workspaceId })
      .from(links)
      .where(and(eq(links.sessionId, session.id), sql`${links.workspaceId} is not null`));
    await transaction
      .delete(workspaces)
      .where(
        and(
          eq(workspaces.sessionId, session.id),
          lt(workspaces.createdAt, at - ORPHAN_MS),
          notInArray(workspaces.id, used),
        ),
      );
    const workspaceId = createId("w");
    await transaction
      .insert(workspaces)
      .values({ id: workspaceId, sessionId: session.id, archive: frozen, createdAt: at });
    return ok({ workspaceId });
  });
}
