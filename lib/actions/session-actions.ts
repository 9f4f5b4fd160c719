"use server";
import { z } from "zod";
import type { Result } from "@/lib/core/errors/result";
import { definitionSchema, type SessionDocument } from "@/lib/core/session/session-document";
import { copySession as copy } from "@/lib/server/sessions/copy-session";
import { createSession as create } from "@/lib/server/sessions/create-session";
import { type LoadedSession, loadSession as load } from "@/lib/server/sessions/load-session";
import { saveDefinition as save } from "@/lib/server/sessions/save-definition";
import { perform } from "./perform";

const createSchema = z.object({ example: z.string().max(100).optional() });
const loadSchema = z.object({ sessionId: z.string().max(64) });
const saveSchema = z.object({
  sessionId: z.string().max(64),
  revision: z.number().int().nonnegative(),
  files: definitionSchema.shape.files,
  title: z.string().trim().min(1).max(200).optional(),
});

export async function createSession(input: z.input<typeof createSchema>): Promise<Result<SessionDocument>> {
  return perform(createSchema, input, (parsed, caller, context) => create(context, caller, parsed));
}

/** A second session of the caller's own, with the saved definition of the first. */
export async function copySession(input: z.input<typeof loadSchema>): Promise<Result<SessionDocument>> {
  return perform(loadSchema, input, ({ sessionId }, caller, context) => copy(context, caller, sessionId));
}

export async function loadSession(input: z.input<typeof loadSchema>): Promise<Result<LoadedSession>> {
  return perform(loadSchema, input, ({ sessionId }, caller, context) => load(context, caller, sessionId));
}

/** Refused with `stale` when somebody saved a newer revision meanwhile. */
export async function saveDefinition(input: z.input<typeof saveSchema>): Promise<Result<{ revision: number }>> {
  return perform(saveSchema, input, (parsed, caller, context) => save(context, caller, parsed));
}
