import "server-only";
import { ok, type Result } from "@/lib/core/errors/result";
import type { SessionDocument } from "@/lib/core/session/session-document";
import type { ServerContext } from "../context";
import type { Caller } from "../identity/caller";
import { sessionRedactors } from "../secrets/session-redactors";
import { insertSession } from "../sessions/insert-session";
import { frozenArchive } from "./frozen-archive";
import { type LinkAddress, validLink } from "./reader";
import { redactDefinition } from "./redact-definition";

const LONGEST_TITLE = 200;

/** A session of the caller's own with the link's definition and workspace. The log stays with the original. */
export async function forkSession(
  context: ServerContext,
  caller: Caller,
  address: LinkAddress,
): Promise<Result<{ document: SessionDocument; archive?: Uint8Array }>> {
  const link = await validLink(context, address);
  if (!link.ok) return link;
  const { sessionId, title, definition, workspaceId } = link.value;
  const { exact } = await sessionRedactors(context, context.database.queries, sessionId);
  const archive = await frozenArchive(context, workspaceId);
  const document = await insertSession(context, caller, {
    title: `${exact.text(title)} (copy)`.slice(0, LONGEST_TITLE),
    definition: redactDefinition(definition, exact),
  });
  return ok({ document, ...(archive === undefined ? {} : { archive }) });
}
