import "server-only";
import type { Definition, SessionDocument } from "@/lib/core/session/session-document";
import type { ServerContext } from "../context";
import { sessions } from "../db/schema";
import type { Caller } from "../identity/caller";
import { createId } from "../identity/create-id";
import { storableText } from "./storable-text";

export async function insertSession(
  context: ServerContext,
  caller: Caller,
  input: { title: string; definition: Definition },
): Promise<SessionDocument> {
  const at = context.now();
  const row = {
    id: createId("s"),
    title: storableText(input.title),
    definition: input.definition,
    revision: 0,
    createdAt: at,
    updatedAt: at,
  };
  await context.database.queries.insert(sessions).values({ ...row, ownerId: caller.ownerId });
  return { version: 1, ...row };
}
