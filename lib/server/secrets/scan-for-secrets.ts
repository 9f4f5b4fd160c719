import "server-only";
import { setImmediate } from "node:timers/promises";
import { and, eq } from "drizzle-orm";
import { ok, type Result } from "@/lib/core/errors/result";
import { createRedactor, defaultPatterns } from "@/lib/core/redact/redactor";
import type { SecretFinding, SecretScan } from "@/lib/core/session/session-secrets";
import type { ServerContext } from "../context";
import { sessions, workspaces } from "../db/schema";
import type { Caller } from "../identity/caller";
import { frozenFiles, textOf } from "../links/frozen-files";
import { sessionNotFound } from "../runs/session-lock";

const patterns = createRedactor({ patterns: defaultPatterns });
const LARGEST_FILE = 2 * 1024 * 1024;
const MOST_BYTES = 32 * 1024 * 1024;
/** Enough to see that there is something to clear up. */
const MOST_FINDINGS = 50;

/**
 * What a link would show that looks like a secret: the definition, the frozen workspace, and the arguments of calls, which
 * are carried out and therefore stored as they are. A person decides; known values are taken out without being asked.
 */
export async function scanForSecrets(
  context: ServerContext,
  caller: Caller,
  input: { sessionId: string; workspaceId?: string },
): Promise<Result<SecretScan>> {
  const { queries } = context.database;
  const [session] = await queries.select().from(sessions).where(eq(sessions.id, input.sessionId));
  if (session === undefined || session.ownerId !== caller.ownerId) return sessionNotFound();
  const findings = new Map<string, SecretFinding>();
  const look = (place: SecretFinding["place"], name: string, text: string) => {
    for (const { start, label } of patterns.find(text)) {
      const found = { place, name, line: lineOf(text, start), kind: label.slice("[REDACTED:".length, -1) };
      const key = JSON.stringify(found);
      if (findings.size < MOST_FINDINGS && !findings.has(key)) findings.set(key, found);
    }
  };
  for (const [path, text] of Object.entries(session.definition.files)) look("definition", path, text);
  const unread: string[] = [];
  let bytes = 0;
  for (const [path, data] of Object.entries(await workspaceFiles(context, input))) {
    bytes += data.byteLength;
    const text = data.byteLength > LARGEST_FILE || bytes > MOST_BYTES ? undefined : textOf(data);
    if (text === undefined) unread.push(path);
    else {
      look("workspace", path, text);
      await setImmediate();
    }
  }
  const { runs } = await context.folds.of(queries, input.sessionId);
  for (const call of runs.flatMap((run) => Object.values(run.calls))) look("arguments", call.tool, call.argumentsText);
  return ok({ findings: [...findings.values()], unread });
}

async function workspaceFiles(
  context: ServerContext,
  { sessionId, workspaceId }: { sessionId: string; workspaceId?: string },
): Promise<Record<string, Uint8Array>> {
  if (workspaceId === undefined) return {};
  const [workspace] = await context.database.queries
    .select({ archive: workspaces.archive })
    .from(workspaces)
    .where(and(eq(workspaces.id, workspaceId), eq(workspaces.sessionId, sessionId)));
  return (workspace && frozenFiles(workspace.archive)) ?? {};
}

function lineOf(text: string, place: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < place; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}
