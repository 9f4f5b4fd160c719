import "server-only";
import { ok, type Result } from "@/lib/core/errors/result";
import type { SessionDocument } from "@/lib/core/session/session-document";
import type { ServerContext } from "../context";
import type { Caller } from "../identity/caller";
import { insertSession } from "./insert-session";
import { loadSession } from "./load-session";

const LONGEST_TITLE = 200;

/** A second session of the caller's own with the saved definition of the first. The log stays with the original. */
export async function copySession(
  context: ServerContext,
  caller: Caller,
  sessionId: string,
): Promise<Result<SessionDocument>> {
  const loaded = await loadSession(context, caller, sessionId);
  if (!loaded.ok) return loaded;
  const { title, definition } = loaded.value.document;
  return ok(await insertSession(context, caller, { title: `${title} (copy)`.slice(0, LONGEST_TITLE), definition }));
}
