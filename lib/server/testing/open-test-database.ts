import "server-only";
import { PGlite } from "@electric-sql/pglite";
import { Client } from "pg";
import type { Database } from "../db/database";
import { embeddedDatabaseOver } from "../db/open-embedded-database";
import { openPostgresDatabase } from "../db/open-postgres-database";

export interface TestEngine {
  name: string;
  /** Why it cannot be used here, when it cannot. */
  skipped: string | undefined;
  open(): Promise<Database>;
}

const postgresUrl = process.env.TEST_DATABASE_URL;

/** The engines that every service has to behave the same over. */
export const testEngines: readonly TestEngine[] = [
  { name: "embedded", skipped: undefined, open: openMemoryDatabase },
  {
    name: "PostgreSQL",
    skipped: postgresUrl === undefined ? "TEST_DATABASE_URL is not set" : undefined,
    open: () => openFreshPostgres(postgresUrl ?? ""),
  },
];

async function openMemoryDatabase(): Promise<Database> {
  return embeddedDatabaseOver(await PGlite.create(), () => {});
}

/** A database of its own on the server, dropped when it is closed. */
async function openFreshPostgres(url: string): Promise<Database> {
  const name = `toolwright_test_${crypto.randomUUID().replaceAll("-", "")}`;
  await administer(url, `create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const database = await openPostgresDatabase(own.href);
  return {
    ...database,
    async close() {
      await database.close();
      await administer(url, `drop database ${name} with (force)`);
    },
  };
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
