import { sql } from "drizzle-orm";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, SIGNAL_CHANNEL, type Signal } from "./database";
import { openPostgresDatabase } from "./open-postgres-database";

const url = process.env.TEST_DATABASE_URL;
const title = url === undefined ? " (skipped: TEST_DATABASE_URL is not set)" : "";

describe.skipIf(url === undefined)(`two instances on one PostgreSQL${title}`, () => {
  const name = `toolwright_test_${crypto.randomUUID().replaceAll("-", "")}`;
  const own = new URL(url ?? "postgres://nowhere");
  own.pathname = `/${name}`;
  let instances: Database[] = [];

  async function administer(statement: string): Promise<void> {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  }

  beforeAll(async () => {
    await administer(`create database ${name}`);
    // At once, on an empty database: one migrates while the other waits.
    instances = await Promise.all([openPostgresDatabase(own.href), openPostgresDatabase(own.href)]);
  });

  afterAll(async () => {
    await Promise.all(instances.map((instance) => instance.close()));
    await administer(`drop database ${name} with (force)`);
  });

  const [one, two] = [0, 1].map((place) => () => {
    const instance = instances[place];
    if (instance === undefined) throw new Error("the instance is not open");
    return instance;
  }) as [() => Database, () => Database];

  const signal: Signal = { kind: "events", id: "s_1" };
  const sendFrom = (database: Database) => database.transaction((transaction) => database.signal(transaction, signal));

  it("wake each other when a transaction commits, and not when it rolls back", async () => {
    const heard: Signal[] = [];
    const stop = two().listen((one) => heard.push(one));
    await one()
      .transaction(async (transaction) => {
        await one().signal(transaction, signal);
        throw new Error("undone");
      })
      .catch(() => {});
    await sendFrom(one());
    await expect.poll(() => heard).toEqual([signal]);
    stop();
  });

  it("listen again after the server dropped the connection, and are told of the gap", async () => {
    const heard: Signal[] = [];
    let gaps = 0;
    const stop = two().listen(
      (one) => heard.push(one),
      () => {
        gaps += 1;
      },
    );
    await administer(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and query ilike 'listen ${SIGNAL_CHANNEL}'`,
    );
    await expect.poll(() => gaps, { timeout: 10_000 }).toBeGreaterThan(0);
    await sendFrom(one());
    await expect.poll(() => heard.length, { timeout: 10_000 }).toBe(1);
    stop();
  });

  it("say what is wrong when the database cannot be reached", async () => {
    const nowhere = new URL(own.href);
    nowhere.port = "1";
    await expect(openPostgresDatabase(nowhere.href)).rejects.toThrow(/DATABASE_URL cannot be used.*ECONNREFUSED/);
  });

  it("answer a query after an idle connection of the pool was dropped", async () => {
    await one().queries.execute(sql`select 1`);
    await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    await expect
      .poll(async () => (await one().queries.execute(sql`select 1 as one`)) !== undefined, { timeout: 10_000 })
      .toBe(true);
  });
});
