"use server";
import { z } from "zod";
import { fail, type Result } from "@/lib/core/errors/result";
import type { SecretScan, SecretUseEntry, SessionSecrets } from "@/lib/core/session/session-secrets";
import { SECRET_NAME } from "@/lib/core/tool/secret-handle";
import type { ServerContext } from "@/lib/server/context";
import type { Caller } from "@/lib/server/identity/caller";
import { listSecretUses as listUses } from "@/lib/server/secrets/list-secret-uses";
import { listSecrets as list } from "@/lib/server/secrets/list-secrets";
import { removeSecret as remove } from "@/lib/server/secrets/remove-secret";
import { saveSecret as save } from "@/lib/server/secrets/save-secret";
import { scanForSecrets as scan } from "@/lib/server/secrets/scan-for-secrets";
import { perform } from "./perform";

const MOST_GRANTS = 100;
const HOST = /^(?:(?:\*\.)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/i;

const sessionSchema = z.object({ sessionId: z.string().max(64) });
const nameSchema = z
  .string()
  .max(100)
  .regex(SECRET_NAME, "must be letters, digits and underscores, and no digit first");
const saveSchema = sessionSchema.extend({
  name: nameSchema,
  provider: z.enum(["typed", "operator"]),
  value: z.string().min(1).max(8_192).optional(),
  tools: z.array(z.string().min(1).max(200)).max(MOST_GRANTS),
  hosts: z
    .array(z.string().max(253).regex(HOST, "must be a host name without a port, *.example.com, process, or mail"))
    .max(MOST_GRANTS),
});
const removeSchema = sessionSchema.extend({ name: nameSchema });
const scanSchema = sessionSchema.extend({ workspaceId: z.string().max(64).optional() });

/** For the owner alone, like everything here: a link never shows even a name. No answer holds a value. */
export async function listSecrets(input: z.input<typeof sessionSchema>): Promise<Result<SessionSecrets>> {
  return perform(sessionSchema, input, ({ sessionId }, caller, context) => list(context, caller, sessionId));
}

export async function saveSecret(input: z.input<typeof saveSchema>): Promise<Result<void>> {
  return perform(saveSchema, input, (parsed, caller, context) =>
    limited(context, caller, () => save(context, caller, parsed)),
  );
}

export async function removeSecret(input: z.input<typeof removeSchema>): Promise<Result<void>> {
  return perform(removeSchema, input, (parsed, caller, context) =>
    limited(context, caller, () => remove(context, caller, parsed)),
  );
}

export async function listSecretUses(input: z.input<typeof sessionSchema>): Promise<Result<SecretUseEntry[]>> {
  return perform(sessionSchema, input, ({ sessionId }, caller, context) => listUses(context, caller, sessionId));
}

/** What a link made now would show that looks like a secret. */
export async function scanForSecrets(input: z.input<typeof scanSchema>): Promise<Result<SecretScan>> {
  return perform(scanSchema, input, (parsed, caller, context) =>
    limited(context, caller, () => scan(context, caller, parsed)),
  );
}

async function limited<T>(context: ServerContext, caller: Caller, work: () => Promise<Result<T>>): Promise<Result<T>> {
  const rate = context.secretRate.take(caller.ownerId);
  if (rate.ok) return work();
  const seconds = Math.ceil(rate.retryAfterMs / 1000);
  return fail("rate-limited", "Too many changes of secrets in a short time.", { fix: `Wait ${seconds} s.` });
}
