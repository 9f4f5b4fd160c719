import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { MemorySandbox } from "@/lib/sandbox/memory/memory-sandbox";
import { startNodeWorker } from "@/lib/testing/start-node-worker";
import { buildEmptyDatabase } from "../../../../scripts/build-empty-database.mjs";
import type { PageServiceContext } from "../page-service";
import { createPgliteService } from "./create-pglite-service";
import { createSqliteService } from "./create-sqlite-service";

/** The engines look for their binary parts beside their own module. */
const start = (name: string, module: string) => () =>
  startNodeWorker(`lib/client/workers/${name}.worker.ts`, {
    platform: "node",
    format: "cjs",
    define: { "import.meta.url": JSON.stringify(pathToFileURL(path.resolve("node_modules", module)).href) },
  });

const sqlite = createSqliteService({
  start: start("sqlite", "@sqlite.org/sqlite-wasm/sqlite-wasm/jswasm/sqlite3-node.mjs"),
  timeoutMs: 1500,
});
const startPglite = {
  start: start("pglite", "@electric-sql/pglite/dist/index.js"),
  empty: async () => readFile(await buildEmptyDatabase({ outDir: "public" })),
};
/** Ends a statement early: for the one that has no end. */
const pglite = createPgliteService({ ...startPglite, timeoutMs: 1500 });
/** With the product's own time: a change packs the whole database. */
const patientPglite = createPgliteService(startPglite);

function contextOf(sandbox: MemorySandbox, signal = new AbortController().signal): PageServiceContext {
  return { signal, settings: {}, sessionId: "s", runId: "r", callId: "c", sandbox, progress: () => {}, log: () => {} };
}

const ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
const statement = (query: string, extra: object = {}) => ({
  query,
  params: [],
  maxRows: 100,
  readOnly: true,
  path: "data/app.db",
  ...extra,
});
const change = (query: string, extra: object = {}) => statement(query, { readOnly: false, ...extra });

describe("sqlite", () => {
  it("makes, changes and reads a file of the workspace", async () => {
    const sandbox = new MemorySandbox();
    const context = contextOf(sandbox);
    expect(await sqlite.ask(statement("SELECT 1"), context)).toEqual({
      error: "Database file not found: data/app.db",
      database: "sqlite",
    });
    expect(await sqlite.ask(change("CREATE TABLE t (a)"), context)).toMatchObject({ rows: [], database: "sqlite" });
    // At the same time, and none is lost.
    await Promise.all(
      [1, 2, 3].map((value) => sqlite.ask(change("INSERT INTO t VALUES (?)", { params: [value] }), context)),
    );
    expect(await sqlite.ask(statement("SELECT a FROM t ORDER BY a"), context)).toMatchObject({
      rows: [{ a: 1 }, { a: 2 }, { a: 3 }],
      rowCount: 3,
      truncated: false,
      executionTime: expect.any(Number),
    });
    const before = await sandbox.read("data/app.db");
    expect(await sqlite.ask(statement("DELETE FROM t"), context)).toMatchObject({
      error: expect.stringContaining("Only SELECT"),
    });
    expect(await sandbox.read("data/app.db")).toEqual(before);
  });

  it("ends a statement that never ends, changes nothing, and goes on", async () => {
    const sandbox = new MemorySandbox();
    const context = contextOf(sandbox);
    await sqlite.ask(change("CREATE TABLE t AS SELECT 1 AS a"), context);
    expect(await sqlite.ask(change(`UPDATE t SET a = (${ENDLESS})`), context)).toEqual({
      error: "Query timed out after 1500ms; nothing was changed",
      database: "sqlite",
    });
    expect(await sqlite.ask(statement("SELECT a FROM t"), context)).toMatchObject({ rows: [{ a: 1 }] });
    const controller = new AbortController();
    const running = sqlite.ask(statement(ENDLESS), contextOf(sandbox, controller.signal));
    setTimeout(() => controller.abort(), 100);
    await expect(running).rejects.toMatchObject({ code: "outside-stopped" });
  });

  it("keeps its hands off a file that somebody else changed, or holds open", async () => {
    const sandbox = new MemorySandbox();
    const context = contextOf(sandbox);
    await sqlite.ask(change("CREATE TABLE t (a)"), context);
    await sandbox.write("data/app.db-wal", "unmerged");
    expect(await sqlite.ask(statement("SELECT * FROM t"), context)).toMatchObject({
      error: expect.stringContaining("data/app.db-wal that are not merged"),
    });
    await sandbox.remove("data/app.db-wal");
    const slow =
      "INSERT INTO t SELECT count(*) FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 300000) SELECT i FROM n)";
    const writing = sqlite.ask(change(slow), context);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await sandbox.write("data/app.db", "");
    expect(await writing).toMatchObject({ error: expect.stringContaining("nothing was written") });
    expect(await sandbox.read("data/app.db")).toHaveLength(0);
  });

  it("has an empty database for one statement", async () => {
    const memory = { path: ":memory:" };
    const context = contextOf(new MemorySandbox());
    expect(await sqlite.ask(change("CREATE TABLE t (a)", memory), context)).toMatchObject({ rowCount: 0 });
    expect(await sqlite.ask(statement("SELECT * FROM t", memory), context)).toMatchObject({
      error: expect.stringContaining("no such table"),
    });
    expect(await sqlite.ask(statement("SELECT 6 * 7 AS n", memory), context)).toMatchObject({ rows: [{ n: 42 }] });
  });
});

describe("pglite", () => {
  it("keeps a database in memory for the session until a statement has to be ended", async () => {
    const memory = { path: ":memory:" };
    const context = contextOf(new MemorySandbox());
    await pglite.ask(change("CREATE TABLE t AS SELECT 1 AS a", memory), context);
    expect(await pglite.ask(statement("SELECT a FROM t", memory), context)).toMatchObject({
      rows: [{ a: 1 }],
      database: "pglite",
    });
    expect(await pglite.ask(statement("SELECT pg_sleep(60)", memory), context)).toEqual({
      error: "Query timed out after 1500ms; its database in memory ended with it",
      database: "pglite",
    });
    expect(await pglite.ask(statement("SELECT a FROM t", memory), context)).toMatchObject({
      error: expect.stringContaining("does not exist"),
    });
  }, 120_000);

  it("keeps a database in a file of the workspace", async () => {
    const sandbox = new MemorySandbox();
    const file = { path: "data/app.tar.gz" };
    expect(await patientPglite.ask(statement("SELECT 1", file), contextOf(sandbox))).toMatchObject({
      error: "Database file not found: data/app.tar.gz",
    });
    expect(await patientPglite.ask(statement("SELECT 1", { path: "app.db" }), contextOf(sandbox))).toMatchObject({
      error: expect.stringContaining("must end in .tar.gz"),
    });
    expect(
      await patientPglite.ask(change("CREATE TABLE t AS SELECT 7 AS a", file), contextOf(sandbox)),
    ).not.toHaveProperty("error");
    const elsewhere = new MemorySandbox({ files: new Map([["copy.tar.gz", await sandbox.read("data/app.tar.gz")]]) });
    expect(
      await patientPglite.ask(statement("SELECT a FROM t", { path: "copy.tar.gz" }), contextOf(elsewhere)),
    ).toMatchObject({ rows: [{ a: 7 }] });
  }, 120_000);
});
