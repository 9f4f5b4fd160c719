import { describe, expect, it, vi } from "vitest";
import { executeCall } from "@/lib/core/call/execute-call";
import { prepareCall } from "@/lib/core/call/prepare-call";
import type { JsonValue } from "@/lib/core/errors/json-value";
import type { Tool, ToolContext } from "@/lib/core/tool/tool-types";
import { sqlDatabaseOf, sqlQuery } from "./sql-query";

async function call(args: object, { tool = sqlQuery as Tool, outside = true } = {}) {
  const ask = vi.fn(async (_service: string, _input: object): Promise<JsonValue> => ({ rows: [], rowCount: 0 }));
  const prepared = await prepareCall(tool, args);
  if (!prepared.ok) throw new Error("not prepared");
  const context = {
    signal: new AbortController().signal,
    opts: tool.opts,
    ...(outside ? { outside: { ask } } : {}),
  } as unknown as ToolContext;
  const outcome = await executeCall(tool, prepared.parsed, context, { timers: { after: () => () => {} } });
  const text = outcome.status === "ok" ? "" : outcome.text;
  return { ask, text, needsApproval: prepared.needsApproval };
}

describe("sql_query", () => {
  it.each([
    [{}, "postgres"],
    [{ connectionString: "data/app.db" }, "sqlite"],
    [{ connectionString: "APP.SQLITE3" }, "sqlite"],
    [{ connectionString: ":memory:" }, "sqlite"],
    [{ connectionString: "postgresql://db/app.db?x" }, "postgres"],
    [{ connectionString: ":memory:", database: "pglite" }, "pglite"],
  ] as const)("takes %j for %s", (parameters, database) => {
    expect(sqlDatabaseOf(parameters)).toBe(database);
  });

  it("asks the page's engine for a file, and the server for its database with exactly the arguments", async () => {
    const file = await call({ query: "SELECT 1", connectionString: "a.db" });
    expect(file.ask.mock.calls[0]?.slice(0, 2)).toEqual([
      "sqlite",
      { query: "SELECT 1", params: [], maxRows: 100, readOnly: true, path: "a.db" },
    ]);
    const server = await call({ query: "SELECT $1", params: [1] });
    expect(server.ask.mock.calls[0]?.slice(0, 2)).toEqual([
      "sql_query",
      { query: "SELECT $1", params: [1], maxRows: 100, readOnly: true },
    ]);
    const page = await call({ query: "SELECT 1", database: "pglite" });
    expect(page.ask.mock.calls[0]?.[1]).toMatchObject({ path: ":memory:" });
  });

  it("asks a person unless it is bound to only read", async () => {
    expect((await call({ query: "DELETE FROM t", readOnly: false })).needsApproval).toBe(true);
    expect((await call({ query: "DELETE FROM t" })).needsApproval).toBe(false);
  });

  it.each([
    { connectionString: "postgres://user:pass@host/db" },
    { connectionString: "host=db user=x", database: "postgres" },
    { connectionString: "postgres://host/db", database: "pglite" },
    { connectionString: "mysql://host/db", database: "sqlite" },
  ])("lets no model choose a server: %j", async (parameters) => {
    const { ask, text } = await call({ query: "SELECT 1", ...parameters });
    expect(text).toContain("A connection string cannot be chosen here");
    expect(ask).not.toHaveBeenCalled();
  });

  it("says what is missing", async () => {
    expect((await call({ query: "SELECT 1", database: "sqlite" })).text).toContain("No connection string provided.");
    expect((await call({ query: "SELECT 1", connectionString: "a.db" }, { outside: false })).text).toContain(
      "needs a host with the engine sqlite",
    );
  });

  it("never changes anything when it was given for reading", async () => {
    const reading = sqlQuery.with({ readOnly: true }) as Tool;
    const { ask, text } = await call({ query: "DELETE FROM t", readOnly: false }, { tool: reading });
    expect(text).toContain("given for reading only");
    expect(ask).not.toHaveBeenCalled();
  });
});
