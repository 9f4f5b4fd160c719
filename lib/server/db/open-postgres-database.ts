import "server-only";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { Client, Pool } from "pg";
import { ToolwrightError } from "@/lib/core/errors/toolwright-error";
import { type Database, encodeSignal, type Queries, SIGNAL_CHANNEL } from "./database";
import { migrationsFolder } from "./migrations-folder";
import * as schema from "./schema";
import { SignalListeners } from "./signal-listeners";

/** Any constant will do, as long as every instance uses the same one. */
const MIGRATION_LOCK = 7_205_311;
const RECONNECT_MS = 500;

/** Opens a Postgres server that several instances of the app may share. */
export async function openPostgresDatabase(url: string): Promise<Database> {
  const pool = new Pool({ connectionString: url, max: 10 });
  // Without a listener, an idle connection that the server drops ends the process.
  pool.on("error", () => {});
  try {
    await migrateOnce(pool);
  } catch (cause) {
    await pool.end();
    throw new ToolwrightError(
      "database-unreachable",
      `The database of DATABASE_URL cannot be used: ${cause instanceof Error ? cause.message || cause.name : String(cause)}. Check the address, the password and that the server runs.`,
      { cause },
    );
  }
  const listeners = new SignalListeners();
  const connection = await keepListening(url, listeners);
  const queries = drizzle({ client: pool, schema }) as unknown as Queries;
  let closing: Promise<void> | undefined;
  return {
    engine: "postgres",
    queries,
    transaction: (work) => queries.transaction(work),
    async signal(transaction, signal) {
      await transaction.execute(sql`select pg_notify(${SIGNAL_CHANNEL}, ${encodeSignal(signal)})`);
    },
    listen: (listener, onGap) => listeners.add(listener, onGap),
    close() {
      closing ??= (async () => {
        await connection.close();
        await pool.end();
      })();
      return closing;
    },
  };
}

/** Two instances that migrate at once would collide, so one waits for the other. */
async function migrateOnce(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    try {
      await migrate(drizzle({ client, schema }), { migrationsFolder: migrationsFolder() });
    } finally {
      await client.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK]);
    }
  } finally {
    client.release();
  }
}

/** One connection of its own for LISTEN, made again whenever it is lost; every listener is then told of the gap. */
async function keepListening(url: string, listeners: SignalListeners): Promise<{ close(): Promise<void> }> {
  let closed = false;
  let current: Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  const connect = async (): Promise<void> => {
    const client = new Client({ connectionString: url, keepAlive: true });
    let lost = false;
    const onLost = () => {
      if (lost || closed) return;
      lost = true;
      client.end().catch(() => {});
      scheduleRetry();
    };
    client.on("error", onLost);
    client.on("end", onLost);
    client.on("notification", (message) => listeners.deliver(message.payload ?? ""));
    try {
      await client.connect();
      await client.query(`listen ${SIGNAL_CHANNEL}`);
    } catch (error) {
      lost = true;
      client.end().catch(() => {});
      throw error;
    }
    if (closed) await client.end();
    else current = client;
  };

  const scheduleRetry = (): void => {
    retry = setTimeout(() => {
      connect().then(
        () => listeners.gap(),
        () => {
          if (!closed) scheduleRetry();
        },
      );
    }, RECONNECT_MS);
  };

  await connect();
  return {
    async close() {
      closed = true;
      clearTimeout(retry);
      await current?.end().catch(() => {});
    },
  };
}
