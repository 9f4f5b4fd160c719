import type { Sqlite3Static } from "@sqlite.org/sqlite-wasm";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { loadSqlite } from "./load-sqlite";
import type { SqlRequest } from "./sql-answer";
import { runSqlite } from "./sqlite-engine";

let sqlite3: Sqlite3Static;
let file: Uint8Array;

beforeAll(async () => {
  sqlite3 = await loadSqlite();
  file = changed("CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)");
  file = changed("INSERT INTO people (name, age) VALUES ('Ada', 36), ('Grace', 85), ('Linus', 55)", file);
});

function run(query: string, extra: Partial<SqlRequest> = {}, database: Uint8Array | undefined = file) {
  return runSqlite(sqlite3, { query, params: [], maxRows: 100, readOnly: true, ...extra }, database);
}

function changed(query: string, database?: Uint8Array): Uint8Array {
  const answer = runSqlite(sqlite3, { query, params: [], maxRows: 100, readOnly: false }, database);
  if (!answer.ok || answer.file === undefined) throw new Error(answer.ok ? "nothing changed" : answer.error);
  return answer.file;
}

const error = (...parameters: Parameters<typeof run>) => {
  const answer = run(...parameters);
  return answer.ok ? "it ran" : answer.error;
};

const ONLY_SELECT = "Only SELECT queries are allowed when readOnly=true. Set readOnly=false to allow mutations.";

describe("a statement on a SQLite file", () => {
  it("gives its rows, with values bound and never pasted", () => {
    expect(run("SELECT name, age FROM people WHERE age > ? ORDER BY age", { params: [50] })).toEqual({
      ok: true,
      rows: [
        { name: "Linus", age: 55 },
        { name: "Grace", age: 85 },
      ],
      rowCount: 2,
      truncated: false,
      changed: false,
    });
    expect(run("SELECT count(*) AS n FROM people WHERE name = ?", { params: ["' OR 1=1 --"] })).toMatchObject({
      rows: [{ n: 0 }],
    });
    expect(error("SELECT ?", { params: [] })).toBe("The query has 1 parameters, and 0 values are given.");
    expect(run("SELECT ? AS t, ? AS n", { params: [true, null] })).toMatchObject({ rows: [{ t: 1, n: null }] });
  });

  it("keeps digits, bytes and columns of one name", () => {
    expect(
      run("SELECT 9007199254740993 AS big, x'00ff' AS bytes, 1 AS a, 2 AS a, 1.5 AS half, 9e999 AS much"),
    ).toMatchObject({
      rows: [{ big: "9007199254740993", bytes: "AP8=", a: 1, a_2: 2, half: 1.5, much: "Infinity" }],
    });
  });

  it("gives at most the rows that are wanted, whatever the query says", () => {
    const counting = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n -- LIMIT 5";
    expect(run(counting, { maxRows: 3 })).toMatchObject({
      rowCount: 3,
      truncated: true,
      notice: expect.stringContaining("first 3"),
    });
    expect(run("SELECT name FROM people", { maxRows: 3 })).toMatchObject({ rowCount: 3, truncated: false });
    expect(run("SELECT hex(zeroblob(600000)) AS x FROM people")).toMatchObject({ rowCount: 1, truncated: true });
    expect(error("SELECT zeroblob(500000000)")).toContain("too big");
  });

  it.each([
    "SELECT 1 -- '\n; DROP TABLE people -- '",
    "SELECT 1; SELECT 2",
    "SELECT 1; nonsense",
    "SELECT 1;/* a */ ; SELECT 2",
  ])("refuses more than one statement: %s", (query) => {
    expect(error(query)).toMatch(/Only one statement|syntax error/);
  });

  it.each([
    "SELECT 1;",
    "SELECT 1; -- done",
    "/* first */ SELECT 1",
    "(SELECT 1)",
    "VALUES (1)",
    'select "delete" from (select 1 as "delete")',
    "EXPLAIN QUERY PLAN SELECT * FROM people",
    "PRAGMA table_info(people)",
    "PRAGMA user_version",
    "WITH a AS (SELECT 1) SELECT * FROM a",
  ])("reads: %s", (query) => {
    const answer = runSqlite(sqlite3, { query, params: [], maxRows: 10, readOnly: true }, file);
    expect(query === "(SELECT 1)" ? !answer.ok : answer.ok).toBe(true);
  });

  it.each([
    "INSERT INTO people (name) VALUES ('x')",
    "DELETE FROM people",
    "DROP TABLE people",
    "WITH gone AS (SELECT 1) DELETE FROM people",
    "CREATE TEMP TABLE t (a)",
    "PRAGMA user_version = 3",
    "PRAGMA query_only = 0",
    "PRAGMA journal_mode = WAL",
    "ATTACH ':memory:' AS other",
    "VACUUM",
    "VACUUM INTO '/tmp/copy'",
    "ANALYZE",
    "BEGIN",
    "INSERT INTO people (name) VALUES ('x') RETURNING id",
  ])("only reads when it may only read: %s", (query) => {
    expect(error(query)).toBe(ONLY_SELECT);
  });

  it("changes the file that is given back, and only that", () => {
    const before = file.slice();
    const answer = run("UPDATE people SET age = age + 1 WHERE name = ? RETURNING age", {
      readOnly: false,
      params: ["Ada"],
    });
    expect(answer).toMatchObject({ ok: true, rows: [{ age: 37 }], changed: true });
    expect(file).toEqual(before);
    const after = answer.ok ? answer.file : undefined;
    expect(run("SELECT age FROM people WHERE name = 'Ada'", {}, after)).toMatchObject({ rows: [{ age: 37 }] });
    expect(run("SELECT name FROM people", { readOnly: false })).toMatchObject({ changed: false });
    expect(run("VACUUM", { readOnly: false })).toMatchObject({ ok: true });
    expect(run("CREATE TABLE IF NOT EXISTS people (id)", { readOnly: false })).toMatchObject({
      ok: true,
      changed: false,
    });
  });

  it("reaches no other database, and leaves no transaction open", () => {
    expect(error("ATTACH '/workspace/other.db' AS other", { readOnly: false })).toContain("cannot be attached");
    expect(error("VACUUM INTO '/tmp/copy'", { readOnly: false })).toContain("cannot be attached");
    expect(error("PRAGMA hard_heap_limit = 0", { readOnly: false })).toContain("limits cannot be changed");
    expect(error("BEGIN", { readOnly: false })).toContain("transaction cannot be left open");
    run("CREATE TABLE left_behind (a)", { readOnly: false }, undefined);
    expect(error("SELECT * FROM left_behind", {}, new Uint8Array())).toContain("no such table");
  });

  it("opens a file in WAL mode, and says what is no database", () => {
    const wal = file.slice();
    wal[18] = 2;
    wal[19] = 2;
    expect(run("SELECT count(*) AS n FROM people", {}, wal)).toMatchObject({ rows: [{ n: 3 }] });
    expect(error("SELECT 1", {}, new TextEncoder().encode("id,name\n1,Ada\n".repeat(100)))).toContain("not a database");
  });

  it("answers any text without a throw", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.boolean(), (query, readOnly) => {
        expect(typeof runSqlite(sqlite3, { query, params: [], maxRows: 5, readOnly }, file).ok).toBe("boolean");
      }),
      { numRuns: 100 },
    );
  });

  it("answers a damaged file without a throw", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(file.byteLength - 1), fc.nat(255)), { maxLength: 20 }), (damage) => {
        const damaged = file.slice();
        for (const [place, byte] of damage) damaged[place] = byte;
        expect(
          typeof runSqlite(sqlite3, { query: "SELECT * FROM people", params: [], maxRows: 5, readOnly: false }, damaged)
            .ok,
        ).toBe("boolean");
      }),
      { numRuns: 100 },
    );
  });
});
