import "server-only";
import { desc, eq } from "drizzle-orm";
import { ok, type Result } from "@/lib/core/errors/result";
import type { SecretUseEntry } from "@/lib/core/session/session-secrets";
import type { ServerContext } from "../context";
import { secretUses } from "../db/schema";
import type { Caller } from "../identity/caller";
import { ownerAsReader } from "../links/reader";

const MOST = 200;

/** The newest first. */
export async function listSecretUses(
  context: ServerContext,
  caller: Caller,
  sessionId: string,
): Promise<Result<SecretUseEntry[]>> {
  const owner = await ownerAsReader(context, caller, sessionId);
  if (!owner.ok) return owner;
  const rows = await context.database.queries
    .select()
    .from(secretUses)
    .where(eq(secretUses.sessionId, sessionId))
    .orderBy(desc(secretUses.at), desc(secretUses.id))
    .limit(MOST);
  return ok(rows.map(({ sessionId: _sessionId, ...use }) => use));
}
