import "server-only";
import { emptySessionRuns, foldEvents } from "@/lib/core/agent/fold-event";
import type { SessionRuns } from "@/lib/core/agent/run-state";
import type { Queries } from "../db/database";
import { readEvents } from "./read-events";

const MOST_SESSIONS = 50;

/** Folded logs of the sessions that were asked for last; only what is new is read again. */
export class SessionFolds {
  readonly #folded = new Map<string, SessionRuns>();

  /** Every event that was committed before the call is in it. Inside a transaction, that transaction must be given. */
  async of(queries: Queries, sessionId: string): Promise<SessionRuns> {
    const known = this.#folded.get(sessionId) ?? emptySessionRuns;
    const state = foldEvents(await readEvents(queries, sessionId, known.lastSeq), known);
    this.#folded.delete(sessionId);
    this.#folded.set(sessionId, state);
    if (this.#folded.size > MOST_SESSIONS) {
      const oldest = this.#folded.keys().next().value;
      if (oldest !== undefined) this.#folded.delete(oldest);
    }
    return state;
  }
}
