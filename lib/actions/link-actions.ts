"use server";
import { z } from "zod";
import { ok, type Result } from "@/lib/core/errors/result";
import type { SessionDocument } from "@/lib/core/session/session-document";
import { createLink as create } from "@/lib/server/links/create-link";
import { forkSession as fork } from "@/lib/server/links/fork-session";
import { type LinkSummary, listLinks as list } from "@/lib/server/links/list-links";
import { type OpenedLink, openLink as open } from "@/lib/server/links/open-link";
import { revokeLink as revoke } from "@/lib/server/links/revoke-link";
import { saveWorkspace as save } from "@/lib/server/links/save-workspace";
import { linkAddressSchema } from "./find-reader";
import { perform } from "./perform";

const workspaceSchema = z.object({ sessionId: z.string().max(64), archive: z.instanceof(Uint8Array) });
const createSchema = z.object({
  sessionId: z.string().max(64),
  role: z.enum(["view", "review"]),
  workspaceId: z.string().max(64).optional(),
  expiresInDays: z.number().positive().max(3650).optional(),
});
const listSchema = z.object({ sessionId: z.string().max(64).optional() });
const revokeSchema = z.object({ linkId: z.string().max(64) });

/** Zip bytes, at most 25 MB. */
export async function saveWorkspace(input: {
  sessionId: string;
  archive: Uint8Array;
}): Promise<Result<{ workspaceId: string }>> {
  return perform(workspaceSchema, input, (parsed, caller, context) => save(context, caller, parsed));
}

/** The URL is `/s/<linkId>#<key>`, or `/s/<linkId>/review#<key>`: the key stays out of logs and previews. */
export async function createLink(
  input: z.input<typeof createSchema>,
): Promise<Result<{ linkId: string; key: string }>> {
  return perform(createSchema, input, (parsed, caller, context) => create(context, caller, parsed));
}

export async function listLinks(input: z.input<typeof listSchema>): Promise<Result<LinkSummary[]>> {
  return perform(listSchema, input, async (parsed, caller, context) => ok(await list(context, caller, parsed)));
}

export async function revokeLink(input: z.input<typeof revokeSchema>): Promise<Result<void>> {
  return perform(revokeSchema, input, ({ linkId }, caller, context) => revoke(context, caller, linkId));
}

export async function openLink(input: z.input<typeof linkAddressSchema>): Promise<Result<OpenedLink>> {
  return perform(linkAddressSchema, input, (parsed, _caller, context) => open(context, parsed));
}

export async function forkSession(
  input: z.input<typeof linkAddressSchema>,
): Promise<Result<{ document: SessionDocument; archive?: Uint8Array }>> {
  return perform(linkAddressSchema, input, (parsed, caller, context) => fork(context, caller, parsed));
}
