import "server-only";
import type { WorkbenchInitial } from "@/lib/client/create-workbench";
import { fail, ok, type Result } from "@/lib/core/errors/result";
import { currentCaller } from "@/lib/server/identity/current-caller";
import { serverContext } from "@/lib/server/server";
import { createSession } from "@/lib/server/sessions/create-session";
import { latestSessionId, loadSession } from "@/lib/server/sessions/load-session";
import { offeredWebContainer } from "@/lib/server/web-container";

/** The caller's session of this id; somebody else's looks exactly like none. */
export async function ownSession(sessionId: string): Promise<Result<WorkbenchInitial>> {
  const [context, caller] = await Promise.all([serverContext(), currentCaller()]);
  const loaded = await loadSession(context, caller, sessionId);
  if (loaded.ok) return ok({ ...loaded.value, ...offered() });
  return fail("not-found", "A session opens only in the browser it was made in, and this browser has none here.", {
    fix: "If someone sent you this address, ask them for a share link: the Share button makes one.",
  });
}

/** The session the caller worked on last, or a first one that holds the example. */
export async function newestSession(): Promise<Result<WorkbenchInitial>> {
  const [context, caller] = await Promise.all([serverContext(), currentCaller()]);
  const known = await latestSessionId(context, caller);
  if (known !== undefined) {
    const loaded = await loadSession(context, caller, known);
    return loaded.ok ? ok({ ...loaded.value, ...offered() }) : loaded;
  }
  const created = await createSession(context, caller, {});
  if (!created.ok) return created;
  return ok({ document: created.value, events: [], models: context.models.options(), ...offered() });
}

function offered(): Pick<WorkbenchInitial, "webContainerOrigin"> {
  const node = offeredWebContainer();
  return node === undefined ? {} : { webContainerOrigin: node.origin };
}
