import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { asc, eq } from "drizzle-orm";
import { fail, ok, type Result } from "@/lib/core/errors/result";
import type { SecretSummary, SessionSecrets } from "@/lib/core/session/session-secrets";
import type { ServerContext } from "../context";
import { sessionSecrets } from "../db/schema";
import type { Caller } from "../identity/caller";
import { ownerAsReader } from "../links/reader";
import type { SecretVault } from "./secret-vault";

/** A provider may take half a minute, and nobody waits that long for a list. */
const SOON_MS = 1_000;
const TYPED_SOURCE = "typed here";

/** For the owner alone: a link never gives even the names. */
export async function listSecrets(
  context: ServerContext,
  caller: Caller,
  sessionId: string,
): Promise<Result<SessionSecrets>> {
  const owner = await ownerAsReader(context, caller, sessionId);
  if (!owner.ok) return owner;
  const { secrets: vault, database } = context;
  const rows = await database.queries
    .select()
    .from(sessionSecrets)
    .where(eq(sessionSecrets.sessionId, sessionId))
    .orderBy(asc(sessionSecrets.name));
  const lent = vault.operatorSecrets;
  const secrets = await Promise.all(
    rows.map(async ({ name, provider, tools, hosts }): Promise<SecretSummary> => {
      if (provider === "typed") {
        const value = vault.typedValue(sessionId, name);
        const problem = { code: "secret-not-resolved", message: "The server was restarted: type it again." };
        const state = value === undefined ? { resolved: false, problem } : { resolved: true };
        return { name, provider, source: TYPED_SOURCE, tools, hosts, ...state };
      }
      const source = lent.find((secret) => secret.name === name)?.source ?? "no longer lent by the server";
      const loaded = await loadedSoon(vault, name);
      return loaded.ok
        ? { name, provider, source, tools, hosts, resolved: true }
        : { name, provider, source, tools, hosts, resolved: false, problem: loaded.problem };
    }),
  );
  const taken = new Set(rows.map(({ name }) => name));
  const offered = lent
    .filter(({ name, tools, hosts }) => !taken.has(name) && tools.length > 0 && hosts.length > 0)
    .map(({ name, source, tools, hosts }) => ({ name, source, tools: [...tools], hosts: [...hosts] }));
  return ok({ secrets, offered });
}

async function loadedSoon(vault: SecretVault, name: string): Promise<Result<string>> {
  const loading = vault.operatorValue(name);
  const late = pause(SOON_MS).then(() =>
    fail("secret-loading", "The server is still reading it.", { fix: "Look again in a moment." }),
  );
  return Promise.race([loading, late]);
}
