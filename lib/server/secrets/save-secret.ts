import "server-only";
import { and, count, eq, ne } from "drizzle-orm";
import { fail, ok, type Result } from "@/lib/core/errors/result";
import { isRedactable } from "@/lib/core/redact/redactor";
import type { SaveSecretInput } from "@/lib/core/session/session-secrets";
import type { ServerContext } from "../context";
import { sessionSecrets } from "../db/schema";
import type { Caller } from "../identity/caller";
import { type LockedSession, sessionNotFound, withSessionLock } from "../runs/session-lock";
import { beyondOperator } from "./is-granted";
import { MOST_CHARACTERS_OF_SESSION, MOST_SECRETS_OF_SESSION } from "./secret-vault";

/**
 * Adds a secret to a session, or changes its value or who may use it. The value goes to the memory of this process; the
 * database is told its name only.
 */
export async function saveSecret(
  context: ServerContext,
  caller: Caller,
  input: SaveSecretInput,
): Promise<Result<void>> {
  const { sessionId, name, provider, value } = input;
  const saved = await withSessionLock(context, sessionId, async (locked): Promise<Result<void>> => {
    if (locked.session.ownerId !== caller.ownerId) return sessionNotFound();
    const refused = provider === "typed" ? refuseTyped(context, input) : refuseOperator(context, input);
    if (refused !== undefined) return refused;
    const others = await countOthers(locked, name);
    if (others >= MOST_SECRETS_OF_SESSION) {
      return fail("too-many", `A session can hold ${MOST_SECRETS_OF_SESSION} secrets.`, { fix: "Remove one first." });
    }
    const grants = { provider, tools: input.tools, hosts: input.hosts.map((host) => host.toLowerCase()) };
    await locked.transaction
      .insert(sessionSecrets)
      .values({ sessionId, name, createdAt: locked.at, ...grants })
      .onConflictDoUpdate({ target: [sessionSecrets.sessionId, sessionSecrets.name], set: grants });
    return ok(undefined);
  });
  if (!saved.ok) return saved;
  if (provider === "operator") context.secrets.forget(sessionId, name);
  else if (value !== undefined) context.secrets.keep(sessionId, name, value);
  return saved;
}

async function countOthers({ transaction, session }: LockedSession, name: string): Promise<number> {
  const [row] = await transaction
    .select({ count: count() })
    .from(sessionSecrets)
    .where(and(eq(sessionSecrets.sessionId, session.id), ne(sessionSecrets.name, name)));
  return row?.count ?? 0;
}

function refuseTyped(context: ServerContext, { sessionId, name, value }: SaveSecretInput): Result<never> | undefined {
  if (value === undefined) {
    return context.secrets.typedValue(sessionId, name) === undefined
      ? fail("secret-not-resolved", "The server does not have this value.", { field: "value", fix: "Type it." })
      : undefined;
  }
  if (!isRedactable(value)) {
    return fail("secret-too-short", "A value of under four bytes cannot be kept out of texts.", {
      field: "value",
      fix: "Use a longer one.",
    });
  }
  const characters = context.secrets.charactersBeside(sessionId, name) + value.length;
  return characters > MOST_CHARACTERS_OF_SESSION
    ? fail("too-large", `The secrets of a session may have ${MOST_CHARACTERS_OF_SESSION} characters together.`, {
        field: "value",
      })
    : undefined;
}

function refuseOperator(context: ServerContext, input: SaveSecretInput): Result<never> | undefined {
  const secret = context.secrets.operatorSecrets.find(({ name }) => name === input.name);
  if (secret === undefined) return fail("not-found", `The server lends no secret named ${input.name}.`);
  const beyond = beyondOperator(input, secret);
  return beyond.length === 0
    ? undefined
    : fail("not-allowed", `The server does not lend ${input.name} to ${beyond.join(", ")}.`, {
        fix: `Choose among ${[...secret.tools, ...secret.hosts].join(", ")}.`,
      });
}
