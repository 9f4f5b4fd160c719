import "server-only";
import { asc, eq } from "drizzle-orm";
import { ok, type Problem, type Result } from "@/lib/core/errors/result";
import { isRedactable } from "@/lib/core/redact/redactor";
import type { ServerContext } from "../context";
import { sessionSecrets } from "../db/schema";
import type { Caller } from "../identity/caller";
import { ownerAsReader } from "../links/reader";

/** One secret that a session may use: everything about it but its value. */
export interface SecretSummary {
  name: string;
  provider: "typed" | "operator";
  /** Where it comes from, in words. */
  source: string;
  /** Whether its value is there now. */
  resolved: boolean;
  /** Why it is not. */
  problem?: Problem;
  /** A value so short that it cannot be taken out of texts. */
  tooShort: boolean;
  tools: string[];
  hosts: string[];
}

/** A secret that the operator lends and the session has not taken. */
export interface OfferedSecret {
  name: string;
  source: string;
  tools: string[];
  hosts: string[];
}

export interface SessionSecrets {
  secrets: SecretSummary[];
  offered: OfferedSecret[];
}

export const TYPED_SOURCE = "typed here";

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
        const state =
          value === undefined
            ? { resolved: false, problem, tooShort: false }
            : { resolved: true, tooShort: !isRedactable(value) };
        return { name, provider, source: TYPED_SOURCE, tools, hosts, ...state };
      }
      const source = lent.find((secret) => secret.name === name)?.source ?? "no longer lent by the server";
      const loaded = await vault.operatorValue(name);
      return loaded.ok
        ? { name, provider, source, tools, hosts, resolved: true, tooShort: !isRedactable(loaded.value) }
        : { name, provider, source, tools, hosts, resolved: false, tooShort: false, problem: loaded.problem };
    }),
  );
  const taken = new Set(rows.map(({ name }) => name));
  const offered = lent
    .filter(({ name, tools, hosts }) => !taken.has(name) && tools.length > 0 && hosts.length > 0)
    .map(({ name, source, tools, hosts }) => ({ name, source, tools: [...tools], hosts: [...hosts] }));
  return ok({ secrets, offered });
}
