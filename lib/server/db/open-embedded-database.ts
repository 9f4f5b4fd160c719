import "server-only";
import { chmodSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import { type Database, encodeSignal, type Queries, SIGNAL_CHANNEL } from "./database";
import { lockDirectory } from "./directory-lock";
import { DurableNodeFs, durableStartParameters } from "./durable-node-fs";
import { migrationsFolder } from "./migrations-folder";
import * as schema from "./schema";
import { SignalListeners } from "./signal-listeners";

/**
 * Opens (and on first use makes) the embedded database in `directory`, for this process alone. A write that was
 * acknowledged is on the disk.
 */
export async function openEmbeddedDatabase(directory: string): Promise<Database> {
  const root = resolve(/* turbopackIgnore: true */ directory);
  mkdirSync(root, { recursive: true, mode: 0o700 });
  // The engine makes its files readable for everybody, so the directory must not be.
  chmodSync(root, 0o700);
  const lock = await lockDirectory(root);
  try {
    const client = await PGlite.create({
      fs: new DurableNodeFs(join(root, "postgres")),
      startParams: [...durableStartParameters],
    });
    return await embeddedDatabaseOver(client, () => lock.release());
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The storage port over an open engine; brings its tables up to date first. */
export async function embeddedDatabaseOver(client: PGlite, onClosed: () => void): Promise<Database> {
  const database = drizzle({ client, schema });
  await migrate(database, { migrationsFolder: migrationsFolder() });
  const listeners = new SignalListeners();
  await client.listen(SIGNAL_CHANNEL, (payload) => listeners.deliver(payload));
  const queries = database as unknown as Queries;
  let closing: Promise<void> | undefined;
  return {
    engine: "embedded",
    queries,
    transaction: (work) => queries.transaction(work),
    async signal(transaction, signal) {
      await transaction.execute(sql`select pg_notify(${SIGNAL_CHANNEL}, ${encodeSignal(signal)})`);
    },
    listen: (listener, onGap) => listeners.add(listener, onGap),
    close() {
      closing ??= client.close().finally(onClosed);
      return closing;
    },
  };
}
