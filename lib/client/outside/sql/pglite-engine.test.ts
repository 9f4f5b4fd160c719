import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildEmptyDatabase } from "../../../../scripts/build-empty-database.mjs";
import { PgliteEngine } from "./pglite-engine";
import type { SqlRequest } from "./sql-answer";

let engine: PgliteEngine;

beforeAll(async () => {
  engine = await PgliteEngine.open(await readFile(await buildEmptyDatabase({ outDir: "public" })));
  await change("CREATE TABLE people (id serial PRIMARY KEY, name text, age int)");
  await change("INSERT INTO people (name, age) VALUES ('Ada', 36), ('Grace', 85), ('Linus', 55)");
}, 120_000);

afterAll(() => engine.close());

const run = (query: string, extra: Partial<SqlRequest> = {}) =>
  engine.run({ query, params: [], maxRows: 100, readOnly: true, ...extra });

async function change(query: string, extra: Partial<SqlRequest> = {}) {
  const answer = await run(query, { readOnly: false, ...extra });
  if (!answer.ok) throw new Error(answer.error);
  return answer;
}

async function error(query: string, extra: Partial<SqlRequest> = {}) {
  const answer = await run(query, extra);
  return answer.ok ? "it ran" : answer.error;
}

describe("a statement on PostgreSQL in the page", () => {
  it("gives its rows, with values bound and never pasted", async () => {
    expect(await run("SELECT name, age FROM people WHERE age > $1 ORDER BY age", { params: [50] })).toEqual({
      ok: true,
      rows: [
        { name: "Linus", age: 55 },
        { name: "Grace", age: 85 },
      ],
      rowCount: 2,
      truncated: false,
      changed: false,
    });
    expect(
      await run("SELECT count(*)::int AS n FROM people WHERE name = $1", { params: ["' OR 1=1 --"] }),
    ).toMatchObject({
      rows: [{ n: 0 }],
    });
    expect(await error("SELECT $1::int")).toBe("The query has 1 parameters, and 0 values are given.");
    expect(await run("SELECT $1::bool AS yes, $2::text AS none", { params: [true, null] })).toMatchObject({
      rows: [{ yes: true, none: null }],
    });
  });

  it("keeps digits, bytes, times and columns of one name", async () => {
    const query = `SELECT 9007199254740993::int8 AS big, 1.10::numeric AS exact, '\\x00ff'::bytea AS bytes, 1 AS a, 2 AS a,
      '2026-01-15 00:05:09.123456'::timestamp AS at, '{"b":[1]}'::jsonb AS json, ARRAY[1,2] AS list, 'NaN'::float8 AS none`;
    expect(await run(query)).toMatchObject({
      rows: [
        {
          big: "9007199254740993",
          exact: "1.10",
          bytes: "AP8=",
          a: 1,
          a_2: 2,
          at: "2026-01-15 00:05:09.123456",
          json: { b: [1] },
          list: [1, 2],
          none: "NaN",
        },
      ],
    });
  });

  it("gives at most the rows that are wanted, whatever the query says", async () => {
    expect(
      await run("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n -- LIMIT 5", {
        maxRows: 3,
      }),
    ).toMatchObject({
      rowCount: 3,
      truncated: true,
    });
    expect(await run("EXPLAIN SELECT 1", { maxRows: 3 })).toMatchObject({ truncated: false });
    expect(await run("SHOW server_version")).toMatchObject({ rowCount: 1 });
  });

  it.each(["SELECT 1 -- '\n; DROP TABLE people -- '", "SELECT 1; SELECT 2", "COMMIT; DROP TABLE people"])(
    "refuses more than one statement: %s",
    async (query) => {
      expect(await error(query)).toBe("Only one statement can be run at a time.");
    },
  );

  it.each([
    "INSERT INTO people (name) VALUES ('x')",
    "DROP TABLE people",
    "SELECT * INTO copy FROM people",
    "SELECT nextval('people_id_seq')",
    "WITH gone AS (DELETE FROM people RETURNING *) SELECT * FROM gone",
    "CREATE TABLE t (a int)",
  ])("only reads when it may only read: %s", async (query) => {
    expect(await error(query)).toBe(
      "Only SELECT queries are allowed when readOnly=true. Set readOnly=false to allow mutations.",
    );
  });

  it("lets nothing stay of what a reading statement set", async () => {
    for (const query of [
      "SET TRANSACTION READ WRITE",
      "SELECT set_config('transaction_read_only', 'off', false)",
      "SET default_transaction_read_only = off",
      "COMMIT",
      "ROLLBACK",
    ]) {
      await run(query);
      expect(await error("DELETE FROM people")).toContain("Only SELECT");
    }
    expect(await run("SELECT count(*)::int AS n FROM people")).toMatchObject({ rows: [{ n: 3 }] });
  });

  it("changes what it is told to, or nothing", async () => {
    expect(
      await change("UPDATE people SET age = age + 1 WHERE name = $1 RETURNING age", { params: ["Ada"] }),
    ).toMatchObject({ rows: [{ age: 37 }], changed: true });
    expect(await error("UPDATE people SET age = 1 / (age - 55)", { readOnly: false })).toContain("division by zero");
    expect(await run("SELECT age FROM people WHERE name = 'Ada'")).toMatchObject({ rows: [{ age: 37 }] });
  });

  it("goes on after every error", async () => {
    for (const query of ["SELEC 1", "SELECT * FROM nowhere", "SELECT $1::int", "", "SELECT 'x'::int"]) {
      await run(query, { params: query.includes("$1") ? ["x"] : [] });
      expect(await run("SELECT 1 AS one")).toMatchObject({ rows: [{ one: 1 }] });
    }
  });

  it("comes back whole from its dump", async () => {
    const other = await PgliteEngine.open(await engine.dump());
    const answer = await other.run({
      query: "SELECT count(*)::int AS n FROM people",
      params: [],
      maxRows: 1,
      readOnly: true,
    });
    await other.close();
    expect(answer).toMatchObject({ rows: [{ n: 3 }] });
  }, 60_000);
});
