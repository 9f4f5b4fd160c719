import "server-only";
import { and, eq } from "drizzle-orm";
import type { ServerContext } from "../context";
import type { Queries } from "../db/database";
import { sessionSecrets } from "../db/schema";
import type { SessionRedactors } from "./secret-vault";

/** What a session's texts pass through now. Inside a transaction, that transaction must be given. */
export async function sessionRedactors(
  context: Pick<ServerContext, "secrets">,
  queries: Queries,
  sessionId: string,
): Promise<SessionRedactors> {
  const { secrets } = context;
  if (secrets.operatorSecrets.length === 0) return secrets.redactors(sessionId, []);
  const rows = await queries
    .select({ name: sessionSecrets.name })
    .from(sessionSecrets)
    .where(and(eq(sessionSecrets.sessionId, sessionId), eq(sessionSecrets.provider, "operator")));
  return secrets.redactors(
    sessionId,
    rows.map(({ name }) => name),
  );
}
