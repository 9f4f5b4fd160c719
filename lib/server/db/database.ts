import "server-only";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type * as schema from "./schema";

/** What both engines give to the services: Drizzle over the one schema. */
export type Queries = PgDatabase<PgQueryResultHKT, typeof schema>;

/** One open transaction. While it is open, only it may be used: the embedded engine has a single connection. */
export type Transaction = Parameters<Parameters<Queries["transaction"]>[0]>[0];

/**
 * A wake-up that crosses processes; the facts are in the tables. `events`: a session's log grew. `link`: a link changed.
 * `stop`: a run's model step, and
 * the services that work for it or for one call, must be aborted wherever they are.
 */
export interface Signal {
  kind: "events" | "link" | "stop";
  id: string;
}

/** The storage port: the embedded engine and a Postgres server behind one shape. */
export interface Database {
  readonly engine: "embedded" | "postgres";
  readonly queries: Queries;
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Delivered to every process when the transaction commits, and not at all when it does not. */
  signal(transaction: Transaction, signal: Signal): Promise<void>;
  /** Returns the function that ends it. A listener may miss signals while a lost connection is being made again; it then gets `onGap`. */
  listen(listener: (signal: Signal) => void, onGap?: () => void): () => void;
  close(): Promise<void>;
}

export const SIGNAL_CHANNEL = "toolwright";

export function encodeSignal(signal: Signal): string {
  return `${signal.kind}:${signal.id}`;
}

export function decodeSignal(payload: string): Signal | undefined {
  const [kind, id] = payload.split(":", 2);
  if (id === undefined || (kind !== "events" && kind !== "link" && kind !== "stop")) return undefined;
  return { kind, id };
}
