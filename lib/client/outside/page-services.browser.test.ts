import { describe, expect, it } from "vitest";
import { MemorySandbox } from "@/lib/sandbox/memory/memory-sandbox";
import type { PageServiceContext } from "./page-service";
import { pageServices } from "./page-services";

/** `(module (memory (export "memory") 1) (func (export "_start") (loop $again (br $again))))` */
const ENDLESS_MODULE = "AGFzbQEAAAABBAFgAAADAgEABQMBAAEHEwIGbWVtb3J5AgAGX3N0YXJ0AAAKCQEHAANADAALCw==";

const sandbox = new MemorySandbox();

function ask(name: string, input: Parameters<(typeof pageServices)[number]["ask"]>[0]) {
  const context: PageServiceContext = {
    signal: new AbortController().signal,
    settings: {},
    sessionId: "s",
    runId: "r",
    callId: "c",
    sandbox,
    progress: () => {},
    log: () => {},
  };
  const service = pageServices.find((candidate) => candidate.name === name);
  if (service === undefined) throw new Error(`There is no service ${name}.`);
  return service.ask(input, context);
}

/** The longest time the page did not get its turn while something went on. */
async function longestPause(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 20);
  await work();
  clearInterval(timer);
  return longest;
}

const statement = { query: "SELECT 1 AS one", params: [], maxRows: 10, readOnly: true, path: "a.db" };

describe("the engines of the page, as they are built", () => {
  it("end a pattern that never ends, while the page goes on", async () => {
    const endless = { kind: "match", text: `${"a".repeat(40)}!`, pattern: "^(a+)+$", flags: "g" };
    const pause = await longestPause(async () => {
      expect(await ask("regex", endless)).toEqual({
        error: "Regex execution timed out after 5000ms",
        pattern: "^(a+)+$",
      });
    });
    expect(pause).toBeLessThan(3000);
    expect(await ask("regex", { ...endless, text: "aaa" })).toMatchObject({ count: 1 });
  });

  it("end a module that never ends", async () => {
    const module = { type: "wasm", wasmModule: ENDLESS_MODULE };
    expect(await ask("wasm", { tool: "endless", arguments: {}, sandbox: module, timeoutMs: 300 })).toEqual({
      status: "timed-out",
      afterMs: 300,
    });
  });

  it("read and write a SQLite file, and end a statement that never ends", async () => {
    expect(
      await ask("sqlite", { ...statement, query: "CREATE TABLE t AS SELECT 42 AS a", readOnly: false }),
    ).toMatchObject({
      rowCount: 0,
    });
    expect(await ask("sqlite", { ...statement, query: "SELECT a FROM t" })).toMatchObject({ rows: [{ a: 42 }] });
    const endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
    expect(await ask("sqlite", { ...statement, query: endless })).toEqual({
      error: "Query timed out after 10000ms; nothing was changed",
      database: "sqlite",
    });
  });

  it("hold PostgreSQL", async () => {
    expect(await ask("pglite", { ...statement, path: ":memory:" })).toMatchObject({
      rows: [{ one: 1 }],
      database: "pglite",
    });
  }, 90_000);
});
