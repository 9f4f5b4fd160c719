import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sqlQueryParameters } from "@/lib/builtin/sql-query";
import { type QueryDatabase, queryDatabase } from "../testing/query-database";
import { type ServiceContextOptions, serviceContext } from "../testing/service-context";
import { createSqlQueryService } from "./sql-query-service";
import { readSqlSettings } from "./sql-settings";

const serverUrl = process.env.TEST_DATABASE_URL;

const ONLY_SELECT = "Only SELECT queries are allowed when readOnly=true. Set readOnly=false to allow mutations.";

type Answer = {
  rows?: Record<string, unknown>[];
  rowCount?: number;
  truncated?: boolean;
  error?: string;
  position?: number;
  code?: string;
};

function serviceOf(url: string | undefined, variables: Record<string, string> = {}) {
  return createSqlQueryService(() => readSqlSettings({ TOOLWRIGHT_SQL_URL: url, ...variables }));
}

const title = serverUrl === undefined ? " (skipped: TEST_DATABASE_URL is not set)" : "";

describe.skipIf(serverUrl === undefined)(`sql_query on a real PostgreSQL${title}`, () => {
  let database: QueryDatabase;

  beforeAll(async () => {
    database = await queryDatabase(serverUrl ?? "");
    await database.run(`
      CREATE TABLE users (id int PRIMARY KEY, name text, "delete" int);
      INSERT INTO users SELECT n, 'user ' || n, n FROM generate_series(1, 200) n;
      CREATE SEQUENCE counter;
      CREATE FUNCTION leave_a_trace() RETURNS int LANGUAGE sql AS 'INSERT INTO users VALUES (9000, ''trace''); SELECT 1';
      CREATE FUNCTION escape() RETURNS text LANGUAGE plpgsql AS $$
        BEGIN PERFORM set_config('transaction_read_only', 'off', false); INSERT INTO users VALUES (9001); RETURN 'out'; END $$;
    `);
    const role = new URL(database.url).username;
    await database.run(
      `GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}; GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO ${role}`,
    );
  }, 60_000);

  afterAll(() => database?.close(), 60_000);

  async function ask(
    input: object,
    options: ServiceContextOptions & { variables?: Record<string, string> } = {},
  ): Promise<Answer> {
    const { variables, ...rest } = options;
    const parsed = sqlQueryParameters.parse({ database: "postgres", ...input });
    return (await serviceOf(database.url, variables).execute(parsed, serviceContext(rest))) as Answer;
  }

  const users = async () => Number((await database.run("SELECT count(*) FROM users")).rows[0]?.count);

  it("gives rows, their number and how long it took", async () => {
    expect(await ask({ query: "SELECT id, name FROM users WHERE id < $1 ORDER BY id", params: [3] })).toEqual({
      rows: [
        { id: 1, name: "user 1" },
        { id: 2, name: "user 2" },
      ],
      rowCount: 2,
      truncated: false,
      database: "postgres",
      executionTime: expect.any(Number),
    });
  });

  it.each([
    ["comments first", "/* a /* nested */ one */ -- and\n SELECT 1 AS x"],
    ["a column that is called delete", 'SELECT "delete" AS x FROM users WHERE id = 1'],
    ["dollar quotes around a semicolon", "SELECT length($$; DROP TABLE users; --$$) - 21 AS x"],
    ["parentheses", "(SELECT 1 AS x)"],
    ["VALUES", "VALUES (1)"],
    ["WITH", "WITH w AS (SELECT 1 AS x) TABLE w"],
    ["words of a change in a text", "SELECT 1 AS x WHERE 'delete from users; drop table users' <> ''"],
    ["a semicolon at the end", "SELECT 1 AS x;"],
  ])("reads with %s", async (_what, query) => {
    const answer = await ask({ query });
    expect(Object.values(answer.rows?.[0] ?? {})).toEqual([1]);
  });

  it("shows and explains", async () => {
    expect(await ask({ query: "SHOW transaction_read_only" })).toMatchObject({
      rows: [{ transaction_read_only: "on" }],
    });
    expect((await ask({ query: "EXPLAIN (ANALYZE) SELECT * FROM users" })).rows?.length).toBeGreaterThan(1);
  });

  it("counts rows at the portal, whatever the text says about LIMIT", async () => {
    expect(await ask({ query: "SELECT id FROM users", maxRows: 7 })).toMatchObject({ rowCount: 7, truncated: true });
    expect(await ask({ query: "SELECT id FROM users -- LIMIT 1", maxRows: 7 })).toMatchObject({ rowCount: 7 });
    expect(await ask({ query: "SELECT id, 'LIMIT 1' FROM users LIMIT 150", maxRows: 200 })).toMatchObject({
      rowCount: 150,
      truncated: false,
    });
    expect(await ask({ query: "SELECT id FROM users WHERE id <= 7", maxRows: 7 })).toMatchObject({
      rowCount: 7,
      truncated: false,
    });
    const endless = await ask({ query: "SELECT generate_series(1, 1000000000000)", maxRows: 3 });
    expect(endless).toMatchObject({ rowCount: 3, truncated: true });
  });

  it.each([
    ["a change", "INSERT INTO users VALUES (500)", ONLY_SELECT],
    ["a change behind a comment", "/* SELECT */ DELETE FROM users", ONLY_SELECT],
    ["the comment trick", "SELECT 1 -- '\n; DROP TABLE users; -- '", "cannot insert multiple commands"],
    ["a second statement", "SELECT 1; DELETE FROM users", "cannot insert multiple commands"],
    ["the end of the transaction", "COMMIT; DROP TABLE users", ONLY_SELECT],
    ["only the end of the transaction", "COMMIT", ONLY_SELECT],
    ["another mode", "SET TRANSACTION READ WRITE", ONLY_SELECT],
    [
      "another mode by a function",
      "SELECT set_config('transaction_read_only', 'off', false)",
      "transaction read-write mode must be set before any query",
    ],
    [
      "another mode inside of a function",
      "SELECT escape()",
      "transaction read-write mode must be set before any query",
    ],
    ["SELECT INTO", "SELECT * INTO stolen FROM users", ONLY_SELECT],
    ["SELECT INTO TEMP", "SELECT * INTO TEMP stolen FROM users", ONLY_SELECT],
    ["a change inside of WITH", "WITH gone AS (DELETE FROM users RETURNING *) SELECT count(*) FROM gone", ONLY_SELECT],
    ["DROP inside of WITH", "WITH gone AS (DROP TABLE users) SELECT 1", "syntax error"],
    ["a change that is explained", "EXPLAIN ANALYZE DELETE FROM users", ONLY_SELECT],
    ["a lock on rows", "SELECT * FROM users FOR UPDATE", ONLY_SELECT],
    ["a function with side effects", "SELECT leave_a_trace()", ONLY_SELECT],
    ["a sequence", "SELECT nextval('counter')", ONLY_SELECT],
    ["a program", "COPY (SELECT 1) TO PROGRAM 'touch /tmp/toolwright-was-here'", ONLY_SELECT],
    ["a file", "COPY users TO '/tmp/toolwright-was-here'", ONLY_SELECT],
    ["a procedure", "CALL something()", ONLY_SELECT],
    ["a block", "DO $$ BEGIN DELETE FROM users; END $$", ONLY_SELECT],
    ["a file of the server", "SELECT pg_read_file('/etc/passwd')", "permission denied for function pg_read_file"],
    ["a write to a file of the server", "SELECT lo_export(1, '/tmp/toolwright-was-here')", "permission denied"],
    [
      "a connection to another server",
      "SELECT * FROM dblink('dbname=postgres', 'SELECT 1') AS t(x int)",
      "does not exist",
    ],
    ["nothing", "-- SELECT 1", ONLY_SELECT],
  ])("refuses %s, and nothing is changed", async (_what, query, error) => {
    const before = await users();
    const answer = await ask({ query });
    expect(answer.error).toContain(error);
    expect(answer.rows).toBeUndefined();
    expect(await users()).toBe(before);
    expect((await database.run("SELECT to_regclass('stolen') AS stolen, is_called FROM counter")).rows).toEqual([
      { stolen: null, is_called: false },
    ]);
    expect(existsSync("/tmp/toolwright-was-here")).toBe(false);
  });

  it("ends a statement that sleeps, also when it unsets the timeout, and frees the server", async () => {
    const variables = { TOOLWRIGHT_SQL_TIMEOUT_MS: "300" };
    for (const query of [
      "SELECT pg_sleep(30) /* sleeper */",
      "SELECT set_config('statement_timeout', '0', false), pg_sleep(30) /* sleeper */",
    ]) {
      const began = performance.now();
      expect(await ask({ query }, { variables })).toMatchObject({ error: "Query timed out after 300ms" });
      expect(performance.now() - began).toBeLessThan(5_000);
    }
    await expect.poll(sleepers).toBe(0);
  });

  it("ends the statement on the server when the call is stopped", async () => {
    const controller = new AbortController();
    const asking = ask({ query: "SELECT pg_sleep(30) /* sleeper */" }, { signal: controller.signal });
    await expect.poll(sleepers).toBe(1);
    controller.abort();
    expect(await asking).toMatchObject({ error: "Query aborted" });
    await expect.poll(sleepers, { timeout: 5_000 }).toBe(0);
  });

  const sleepers = async () =>
    Number(
      (
        await database.run(
          "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%sleeper%' AND pid <> pg_backend_pid() AND state = 'active'",
        )
      ).rows[0]?.count,
    );

  it("gives up on rows that are larger than it may hold", async () => {
    const answer = await ask({ query: "SELECT repeat('x', 100000000) FROM generate_series(1, 5)" });
    expect(answer.error).toContain("larger than 8 MB");
  });

  it("gives every type as JSON that has lost nothing", async () => {
    const { rows } = await ask({
      query: `SELECT 9007199254740993::int8 AS big, 1.10::numeric AS price, 'NaN'::float8 AS nan, true AS yes, null AS nothing,
        '2026-01-02'::date AS day, '2026-01-02 03:04:05.678901'::timestamp AS local, '2026-01-02 03:04:05+00'::timestamptz AT TIME ZONE 'UTC' AS utc,
        '\\x00ff'::bytea AS bytes, '{"a": 1}'::jsonb AS json, '{"a": 12345678901234567890}'::json AS exact_json, 'infinity'::timestamptz AS never,
        ARRAY[1, null, 3] AS list, ARRAY['a', 'b,c', null] AS texts, ARRAY[9007199254740993::int8] AS bigs, ARRAY['2026-01-02'::date] AS days,
        '1 day 02:00'::interval AS span, '{1,2}'::int[][] AS matrix, '00000000-0000-0000-0000-000000000001'::uuid AS id, row(1, 'x') AS record`,
    });
    expect(rows).toEqual([
      {
        big: "9007199254740993",
        price: "1.10",
        nan: "NaN",
        yes: true,
        nothing: null,
        day: "2026-01-02",
        local: "2026-01-02T03:04:05.678901",
        utc: "2026-01-02T03:04:05",
        bytes: "AP8=",
        json: { a: 1 },
        exact_json: '{"a": 12345678901234567890}',
        never: "infinity",
        list: [1, null, 3],
        texts: ["a", "b,c", null],
        bigs: ["9007199254740993"],
        days: ["2026-01-02"],
        span: "1 day 02:00:00",
        matrix: [1, 2],
        id: "00000000-0000-0000-0000-000000000001",
        record: "(1,x)",
      },
    ]);
    const { rows: zoned } = await ask({ query: "SELECT '2026-01-02 03:04:05+00'::timestamptz AS at" });
    expect(String(zoned?.[0]?.at)).toMatch(/^2026-01-0[123]T\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
    expect(new Date(String(zoned?.[0]?.at)).toISOString()).toBe("2026-01-02T03:04:05.000Z");
  });

  it("keeps two columns of one name apart", async () => {
    expect(await ask({ query: "SELECT 1 AS id, 2 AS id, 3 AS id_2" })).toMatchObject({
      rows: [{ id: 1, id_2: 2, id_2_2: 3 }],
    });
  });

  it("says where a statement is wrong", async () => {
    const answer = await ask({ query: "SELECT 1,\n  nmae FROM users" });
    expect(answer).toMatchObject({
      error: 'column "nmae" does not exist (line 2, column 3)',
      code: "42703",
      position: 13,
    });
    expect(await ask({ query: "SELECT $1::int", params: ["x"] })).toMatchObject({ code: "22P02" });
  });

  it("changes data only where the operator allows it, and asks a person always", async () => {
    const query = "UPDATE users SET name = 'changed' WHERE id = 200";
    const service = serviceOf(database.url);
    expect(service.needsApproval(sqlQueryParameters.parse({ query, readOnly: false }))).toBe(true);
    expect(service.needsApproval(sqlQueryParameters.parse({ query }))).toBe(false);
    expect(await ask({ query, readOnly: false })).toMatchObject({
      error: "The operator of this server lets sql_query read only",
    });
    const variables = { TOOLWRIGHT_SQL_ALLOW_WRITES: "1" };
    expect(await ask({ query, readOnly: false }, { variables, settings: { readOnly: true } })).toMatchObject({
      error: "This tool was given for reading only",
    });
    expect(await ask({ query, readOnly: false }, { variables })).toMatchObject({ rows: [], rowCount: 1 });
    expect((await database.run("SELECT name FROM users WHERE id = 200")).rows).toEqual([{ name: "changed" }]);
    expect(await ask({ query: `${query} RETURNING id`, readOnly: false }, { variables })).toMatchObject({
      rows: [{ id: 200 }],
    });
    expect(await ask({ query: "SELECT 1; SELECT 2", readOnly: false }, { variables })).toMatchObject({
      error: expect.stringContaining("multiple commands"),
    });
  });

  it("is refused as a role that reaches the server's files and programs", async () => {
    const answer = await serviceOf(database.ownerUrl).execute(
      sqlQueryParameters.parse({ query: "SELECT 1" }),
      serviceContext(),
    );
    expect(answer).toMatchObject({
      error: expect.stringContaining("role that reaches the server's files or programs"),
    });
  });

  it("leaves no connection behind", async () => {
    await Promise.all(Array.from({ length: 5 }, () => ask({ query: "SELECT 1" })));
    const connections = async () =>
      Number(
        (
          await database.run(
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'toolwright sql_query' AND datname = current_database()",
          )
        ).rows[0]?.count,
      );
    await expect.poll(connections).toBe(0);
  });
});

describe("sql_query without a server", () => {
  const ask = (input: object, url?: string) =>
    serviceOf(url).execute(sqlQueryParameters.parse({ query: "SELECT 1", ...input }), serviceContext());

  it("lets nobody but the operator choose a connection", async () => {
    expect(await ask({})).toEqual({
      error: "No connection string provided. The operator of this server sets TOOLWRIGHT_SQL_URL.",
      database: "postgres",
    });
    const connectionString = "postgres://someone@127.0.0.1:1/elsewhere";
    expect(await ask({ database: "postgres", connectionString }, "postgres://x@127.0.0.1:1/y")).toEqual({
      error: "A connection string cannot be chosen here",
      database: "postgres",
    });
    expect(await ask({ database: "sqlite", connectionString: ":memory:" })).toMatchObject({
      database: "sqlite",
      error: expect.any(String),
    });
  });

  it("says that the database cannot be reached, and neither where it is nor as whom", async () => {
    const answer = await ask({}, "postgres://operator:pa55@127.0.0.1:1/private");
    expect(answer).toEqual({
      error: "The operator's database cannot be reached (ECONNREFUSED)",
      code: "ECONNREFUSED",
      database: "postgres",
    });
  });

  it("is never the database of the app itself", () => {
    const read = (own: string, app: string) => () => readSqlSettings({ TOOLWRIGHT_SQL_URL: own, DATABASE_URL: app });
    expect(read("postgres://reader@db/app", "postgres://app:pw@db:5432/app?sslmode=require")).toThrow(/never read it/);
    expect(read("postgres://reader@db/other", "postgres://app@db/app")).not.toThrow();
    expect(read("mysql://db/app", "")).toThrow(/must start with postgres/);
  });
});
