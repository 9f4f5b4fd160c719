import "server-only";
import { and, eq } from "drizzle-orm";
import { secretHandles } from "@/lib/core/tool/secret-handle";
import type { SecretUse, ServerContext } from "../context";
import { secretUses, sessionSecrets } from "../db/schema";
import { createId } from "../identity/create-id";
import { isGranted } from "./is-granted";
import type { SecretDoor } from "./secret-door";
import type { SecretVault } from "./secret-vault";

/**
 * The secrets of one call. A grant is read at every use, so that what was taken back is gone at once, and the operator's own
 * limits are checked again. No value is given out before its use stands in the audit.
 */
export async function createSecretDoor(
  context: Pick<ServerContext, "database" | "secrets" | "now">,
  use: Omit<SecretUse, "ownerId">,
): Promise<SecretDoor> {
  const { secrets, database } = context;
  const { sessionId, runId, callId, tool } = use;
  const rows = await database.queries
    .select({ name: sessionSecrets.name })
    .from(sessionSecrets)
    .where(and(eq(sessionSecrets.sessionId, sessionId), eq(sessionSecrets.provider, "operator")));
  const enabled = rows.map(({ name }) => name);

  async function granted(name: string, target: string): Promise<string | undefined> {
    const [row] = await database.queries
      .select()
      .from(sessionSecrets)
      .where(and(eq(sessionSecrets.sessionId, sessionId), eq(sessionSecrets.name, name)));
    if (row === undefined || !isGranted(row, tool, target)) return undefined;
    return row.provider === "typed"
      ? secrets.typedValue(sessionId, name)
      : operatorValue(secrets, { name, tool, target });
  }

  const door: SecretDoor = {
    async use(name, target) {
      const value = await granted(name, target);
      if (value === undefined) return undefined;
      await database.queries
        .insert(secretUses)
        .values({ id: createId("u"), sessionId, runId, callId, tool, name, target, at: context.now() });
      secrets.noteUse(sessionId, name, value);
      return value;
    },
    async fill(text, target) {
      const names = new Set([...text.matchAll(secretHandles())].flatMap((match) => match[1] ?? []));
      const values = new Map<string, string>();
      for (const name of names) {
        const value = await door.use(name, target);
        if (value !== undefined) values.set(name, value);
      }
      // In one pass, so that a value that looks like a handle is not taken for one.
      return text.replace(secretHandles(), (handle, name: string) => values.get(name) ?? handle);
    },
    redact: (text) => secrets.redactors(sessionId, enabled).exact.text(text),
    scanner: () => secrets.redactors(sessionId, enabled).exact.stream(),
  };
  return door;
}

async function operatorValue(
  vault: SecretVault,
  { name, tool, target }: { name: string; tool: string; target: string },
): Promise<string | undefined> {
  const secret = vault.operatorSecrets.find((candidate) => candidate.name === name);
  if (secret === undefined || !isGranted(secret, tool, target)) return undefined;
  const loaded = await vault.operatorValue(name);
  return loaded.ok ? loaded.value : undefined;
}
