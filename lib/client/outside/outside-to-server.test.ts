import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { PGlite } from "@electric-sql/pglite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Outside } from "@/lib/core/tool/outside";
import { MemorySandbox } from "@/lib/sandbox/memory/memory-sandbox";
import type { Database } from "@/lib/server/db/database";
import { embeddedDatabaseOver } from "@/lib/server/db/open-embedded-database";
import { stopRun } from "@/lib/server/runs/stop-run";
import { checkOf, Harness, RUNNER, unwrap } from "@/lib/server/testing/harness";
import { createGuardedFetch } from "@/lib/server/tools/create-guarded-fetch";
import { startService } from "@/lib/server/tools/dispatch/start-service";
import { stopService } from "@/lib/server/tools/dispatch/stop-service";
import { createGuestFetch } from "@/lib/tool-host/guest/guest-fetch";
import { createOutsideRouter } from "./create-outside";

/** The whole way of a request, from a tool's `fetch` to a real socket; only the actions' HTTP between page and server is left out. */
describe("from a tool to a server of the internet", () => {
  let database: Database;
  let internet: Server;
  let host: string;
  let seen: string[];
  let closed: string[];
  let answer: (path: string, response: ServerResponse) => void;

  beforeAll(async () => {
    database = await embeddedDatabaseOver(await PGlite.create(), () => {});
  }, 120_000);
  afterAll(() => database.close());
  beforeEach(async () => {
    seen = [];
    closed = [];
    answer = (path, response) => response.end(`you asked for ${path}`);
    internet = createServer((request, response) => {
      const path = `${request.method} ${request.url}`;
      seen.push(path);
      response.on("close", () => {
        if (!response.writableFinished) closed.push(path);
      });
      answer(path, response);
    });
    await new Promise<void>((resolve) => internet.listen(0, "127.0.0.1", resolve));
    host = `127.0.0.1:${(internet.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    internet.closeAllConnections();
    internet.close();
  });

  async function running(options: { endsInMs?: number; opened?: boolean } = {}) {
    const { endsInMs = 60_000, opened = true } = options;
    const harness = new Harness(database, {
      tools: { fetch: createGuardedFetch({ privateHosts: opened ? [host] : [] }) },
    });
    const { context, owner } = harness;
    const { id } = await harness.session();
    const { runId } = await harness.handRun(id, '{"city":"Paris"}');
    const claim = { type: "call-claim" as const, callId: "c_1", by: "tab" };
    unwrap(await harness.record(id, runId, await checkOf("c_1", { city: "Paris" }), claim));
    const router = createOutsideRouter({
      sessionId: id,
      server: {
        askService: (input) => startService(context, owner, input),
        stopService: (input) => stopService(context, owner, input),
      },
      services: [],
      now: Date.now,
    });
    const outside: Outside = router.forCall({
      runId,
      runnerId: RUNNER,
      callId: "c_1",
      sandbox: new MemorySandbox(),
      endsAt: Date.now() + endsInMs,
      progress: () => undefined,
      log: () => undefined,
    });
    const stop = async () => unwrap(await stopRun(context, owner, { sessionId: id, runId }));
    return { fetch: createGuestFetch(outside), outside, stop };
  }

  test("a tool reads, and may not write in a call that nobody approved", async () => {
    const { fetch } = await running();
    const response = await fetch(`http://${host}/weather?city=Paris`);
    expect([response.status, await response.text()]).toEqual([200, "you asked for GET /weather?city=Paris"]);
    await expect(fetch(`http://${host}/`, { method: "POST", body: "x" })).rejects.toThrow(
      /acts only inside a call that a person approved.*requiresApproval: true/,
    );
    expect(seen).toEqual(["GET /weather?city=Paris"]);
  });

  test("a tool reaches no private host that the operator did not open", async () => {
    const { fetch } = await running({ opened: false });
    await expect(fetch(`http://${host}/`)).rejects.toThrow("may not be reached");
    expect(seen).toEqual([]);
  });

  test("redirects are the standard's: followed, refused, or given", async () => {
    answer = (path, response) => {
      if (path === "GET /from") response.writeHead(302, { location: "/to" });
      response.end(path);
    };
    const { fetch } = await running();
    const followed = await fetch(`http://${host}/from`);
    expect([followed.redirected, followed.url, await followed.text()]).toEqual([true, `http://${host}/to`, "GET /to"]);
    await expect(fetch(`http://${host}/from`, { redirect: "error" })).rejects.toThrow("redirects were not wanted");
    expect((await fetch(`http://${host}/from`, { redirect: "manual" })).status).toBe(302);
  });

  test("the socket is closed when the tool's signal aborts, and when the run is stopped", async () => {
    answer = (_path, response) => response.write("begin");
    const { fetch, stop } = await running();
    const controller = new AbortController();
    const aborted = fetch(`http://${host}/aborted`, { signal: controller.signal });
    await expect.poll(() => seen).toEqual(["GET /aborted"]);
    controller.abort();
    await expect(aborted).rejects.toMatchObject({ name: "AbortError" });
    await expect.poll(() => closed).toEqual(["GET /aborted"]);

    const stopped = fetch(`http://${host}/stopped`);
    await expect.poll(() => seen).toContain("GET /stopped");
    await stop();
    await expect(stopped).rejects.toThrow("was stopped");
    await expect.poll(() => closed).toContain("GET /stopped");
    await expect(fetch(`http://${host}/after`)).rejects.toThrow("ended already");
    expect(seen).toHaveLength(2);
  });

  test("the server answers before the call's time is up, so that the tool hears what was slow", async () => {
    answer = (_path, response) => response.write("begin");
    const { fetch } = await running({ endsInMs: 700 });
    await expect(fetch(`http://${host}/slow`)).rejects.toThrow(
      /ended after \d+ ms, when the call's time was nearly up/,
    );
    await expect.poll(() => closed).toEqual(["GET /slow"]);
  });
});
