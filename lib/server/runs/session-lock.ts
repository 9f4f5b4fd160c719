import "server-only";
import { eq } from "drizzle-orm";
import type { EventBody, RunEvent } from "@/lib/core/agent/event";
import { fail, type Result } from "@/lib/core/errors/result";
import type { ServerContext } from "../context";
import type { Transaction } from "../db/database";
import { events, sessions } from "../db/schema";
import { redactBody } from "../secrets/redact-body";
import type { SessionRedactors } from "../secrets/secret-vault";
import { sessionRedactors } from "../secrets/session-redactors";

export type SessionRow = typeof sessions.$inferSelect;

export interface LockedSession {
  readonly transaction: Transaction;
  readonly session: SessionRow;
  /** The server's clock, one value for the whole transaction. */
  readonly at: number;
  /** For what is stored beside the log. */
  readonly redactors: SessionRedactors;
  /**
   * Takes secrets out of the event and gives it its place in the log; it is stored when the work returns `ok`. What comes
   * back is what everybody sees, the one who wrote it too.
   */
  append(runId: string, body: EventBody): RunEvent;
}

/**
 * The only way to write to a session's log. Holds the session's row for the length of one short transaction, so that `seq`
 * has no gaps and grows in the order of commits. A result that is not `ok` undoes everything the work did.
 */
export async function withSessionLock<T>(
  context: ServerContext,
  sessionId: string,
  work: (locked: LockedSession) => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    return await context.database.transaction(async (transaction) => {
      const [session] = await transaction.select().from(sessions).where(eq(sessions.id, sessionId)).for("update");
      if (session === undefined) return sessionNotFound();
      const at = context.now();
      const redactors = await sessionRedactors(context, transaction, sessionId);
      const appended: RunEvent[] = [];
      const result = await work({
        transaction,
        session,
        at,
        redactors,
        append(runId, body) {
          const seq = session.lastSeq + appended.length + 1;
          const event: RunEvent = { seq, at, runId, ...redactBody(body, redactors) };
          appended.push(event);
          return event;
        },
      });
      if (!result.ok) throw new Refused(result);
      if (appended.length > 0) await store(context, transaction, session, appended);
      return result;
    });
  } catch (error) {
    if (error instanceof Refused) return error.result;
    throw error;
  }
}

export function sessionNotFound(): Result<never> {
  return fail("not-found", "There is no such session, or it belongs to another browser.", {
    fix: "Ask its owner for a link, or start a new session.",
  });
}

async function store(
  context: ServerContext,
  transaction: Transaction,
  session: SessionRow,
  appended: RunEvent[],
): Promise<void> {
  await transaction.insert(events).values(
    appended.map(({ seq, at, runId, ...body }) => ({
      sessionId: session.id,
      seq,
      at,
      runId,
      body: body as EventBody,
    })),
  );
  await transaction
    .update(sessions)
    .set({ lastSeq: session.lastSeq + appended.length })
    .where(eq(sessions.id, session.id));
  await context.database.signal(transaction, { kind: "events", id: session.id });
}

/** Carries a refusal out of the transaction, which rolls back on the way. Never leaves this file. */
class Refused extends Error {
  readonly result: { ok: false; problem: Extract<Result<never>, { ok: false }>["problem"] };

  constructor(result: Extract<Result<never>, { ok: false }>) {
    super(result.problem.message);
    this.result = result;
  }
}
