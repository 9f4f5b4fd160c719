import "server-only";
import { and, asc, eq, gt, inArray, isNull, like } from "drizzle-orm";
import type { RunEvent } from "@/lib/core/agent/event";
import { sentenceForCall } from "@/lib/core/approval/sentence-for-call";
import type { ServerContext } from "../context";
import { approvals, events, runs, sessions } from "../db/schema";
import type { Caller } from "../identity/caller";

type Asked = Extract<RunEvent, { type: "approval-start" }>;

export interface WaitingRequest {
  approvalId: string;
  tool: string;
  /** What the call wants to do, in one sentence. The exact arguments stand where it is decided. */
  sentence: string;
  risk: Asked["risk"];
  askedAt: number;
  expiresAt: number;
}

export interface WaitingSession {
  sessionId: string;
  title: string;
  /** The one that has waited longest first. */
  requests: WaitingRequest[];
}

/** Every request that can still be decided in the caller's sessions, the session that has waited longest first. */
export async function listWaiting(context: ServerContext, caller: Caller): Promise<WaitingSession[]> {
  const { queries } = context.database;
  const open = await queries
    .select({ approvalId: approvals.id, runId: approvals.runId, sessionId: sessions.id, title: sessions.title })
    .from(approvals)
    .innerJoin(runs, eq(runs.id, approvals.runId))
    .innerJoin(sessions, eq(sessions.id, approvals.sessionId))
    .where(
      and(
        eq(sessions.ownerId, caller.ownerId),
        isNull(approvals.decision),
        gt(approvals.expiresAt, context.now()),
        isNull(runs.endedAt),
      ),
    );
  if (open.length === 0) return [];
  const ids = (of: (row: (typeof open)[number]) => string) => [...new Set(open.map(of))];
  const rows = await queries
    .select({ at: events.at, body: events.body })
    .from(events)
    .where(
      and(
        inArray(
          events.sessionId,
          ids((row) => row.sessionId),
        ),
        inArray(
          events.runId,
          ids((row) => row.runId),
        ),
        // Narrows what is read; which events they are is said by their parsed `type` below.
        like(events.body, "%approval-start%"),
      ),
    )
    .orderBy(asc(events.at));
  const waiting = new Map(open.map((row) => [row.approvalId, row]));
  const grouped = new Map<string, WaitingSession>();
  for (const { at, body } of rows) {
    const row = body.type === "approval-start" ? waiting.get(body.approvalId) : undefined;
    if (row === undefined || body.type !== "approval-start") continue;
    const { approvalId, tool, risk, expiresAt } = body;
    const session = grouped.get(row.sessionId) ?? { sessionId: row.sessionId, title: row.title, requests: [] };
    const sentence = sentenceForCall(tool, body.arguments);
    session.requests.push({ approvalId, tool, sentence, risk, askedAt: at, expiresAt });
    grouped.set(row.sessionId, session);
  }
  return [...grouped.values()];
}
