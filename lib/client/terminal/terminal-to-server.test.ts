import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { PGlite } from "@electric-sql/pglite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createStore } from "zustand/vanilla";
import { emptySessionRuns } from "@/lib/core/agent/fold-event";
import { TERMINAL } from "@/lib/core/agent/terminal-call";
import { VirtualSandbox } from "@/lib/sandbox/virtual/virtual-sandbox";
import { decideApproval } from "@/lib/server/approvals/decide-approval";
import type { Database } from "@/lib/server/db/database";
import { embeddedDatabaseOver } from "@/lib/server/db/open-embedded-database";
import { ownerAsReader } from "@/lib/server/links/reader";
import { claimRunner } from "@/lib/server/runs/claim-runner";
import { readEvents } from "@/lib/server/runs/read-events";
import { recordEvents } from "@/lib/server/runs/record-events";
import { startRun } from "@/lib/server/runs/start-run";
import { stopRun } from "@/lib/server/runs/stop-run";
import { Harness, unwrap } from "@/lib/server/testing/harness";
import { createGuardedFetch } from "@/lib/server/tools/create-guarded-fetch";
import { startService } from "@/lib/server/tools/dispatch/start-service";
import { stopService } from "@/lib/server/tools/dispatch/stop-service";
import { inProcessChannel } from "@/lib/testing/in-process-channel";
import type { ToolHost } from "@/lib/tool-host/host/tool-host-types";
import { createEventFeed } from "../event-feed";
import { createOutsideRouter } from "../outside/create-outside";
import { createRunController } from "../run-controller";
import type { ServerPort } from "../server-port";
import type { DefinitionState, RunsState } from "../workbench-types";
import { terminalShell } from "./terminal-shell";

/** What a person types, from the shell's worker to a real socket and into the session's log, over the server's own rules. */
describe("from the terminal to a server of the internet", () => {
  let database: Database;
  let internet: Server;
  let host: string;
  let seen: string[];
  let closed: string[];
  let sandbox: VirtualSandbox;

  beforeAll(async () => {
    database = await embeddedDatabaseOver(await PGlite.create(), () => {});
  }, 120_000);
  afterAll(() => database.close());
  beforeEach(async () => {
    seen = [];
    closed = [];
    internet = createServer((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      response.on("close", () => {
        if (!response.writableFinished) closed.push(request.url ?? "");
      });
      if (request.url === "/slow") response.write("begin");
      else response.end("here\n");
    });
    await new Promise<void>((resolve) => internet.listen(0, "127.0.0.1", resolve));
    host = `127.0.0.1:${(internet.address() as AddressInfo).port}`;
    sandbox = new VirtualSandbox({ connect: inProcessChannel(), isolated: true });
    await sandbox.ready();
  });
  afterEach(async () => {
    internet.closeAllConnections();
    internet.close();
    await sandbox.dispose();
  });

  async function terminal(isDriver = true) {
    const harness = new Harness(database, { tools: { fetch: createGuardedFetch({ privateHosts: [host] }) } });
    const { context, owner } = harness;
    const { id } = await harness.session();
    const server = {
      startRun: (input) => startRun(context, owner, input),
      recordEvents: (input) => recordEvents(context, owner, input as Parameters<typeof recordEvents>[2]),
      decideApproval: async (input) => decideApproval(context, unwrap(await ownerAsReader(context, owner, id)), input),
      readEvents: async ({ after }) => ({ ok: true, value: await readEvents(database.queries, id, after) }),
      askService: (input) => startService(context, owner, input),
      stopService: (input) => stopService(context, owner, input),
      stopRun: (input) => stopRun(context, owner, input),
      claimRunner: (input) => claimRunner(context, owner, input),
    } as Partial<ServerPort> as ServerPort;
    const runs = createStore<RunsState>(() => ({
      log: emptySessionRuns,
      selectedRunId: undefined,
      model: { provider: "scripted", model: "script.json" },
      models: [],
      live: "open",
      problem: undefined,
    }));
    const definition = createStore<DefinitionState>(() => ({
      files: {},
      activePath: "agent.ts",
      described: undefined,
      problems: [],
      build: "idle",
    }));
    const feed = createEventFeed({
      initial: emptySessionRuns,
      read: (after) => server.readEvents({ sessionId: id, after }),
    });
    const controller = createRunController({
      sessionId: id,
      runs,
      definition,
      feed,
      server,
      toolHost: {} as ToolHost,
      outside: createOutsideRouter({ sessionId: id, server, services: [], now: Date.now }),
      sandbox: async () => sandbox,
      secretHandles: async () => ({}),
      takeBaseline: async () => {},
      markFiles: async () => {},
      prepareText: async () => ({ ok: true, value: undefined }),
      settleText: async () => {},
      isDriver: () => isDriver,
      runnerId: "t_1",
      newCallId: () => `c_${Math.random().toString(36).slice(2)}`,
      now: Date.now,
    });
    const ended = () => expect.poll(() => feed.log().runs.map(({ status }) => status)).toEqual(["ended"]);
    const call = () => Object.values(feed.log().runs[0]?.calls ?? {})[0];
    return {
      shell: terminalShell(sandbox, controller.enterCommand(sandbox), (_, work) => work()),
      runs,
      feed,
      ended,
      call,
      controller,
    };
  }

  test("a command reaches out, and the log tells who allowed it and what went; one that asks for nothing is not in it", async () => {
    const { shell, feed, ended, call, runs } = await terminal();
    expect((await shell.exec("echo quiet")).stdout).toBe("quiet\n");
    expect(feed.log().runs).toEqual([]);
    const line = `curl -s http://${host}/a && wget -qO- http://${host}/b`;
    expect(await shell.exec(`: report; ${line}`, { typed: line })).toMatchObject({
      stdout: "here\nhere\n",
      exitCode: 0,
    });
    await ended();
    expect(seen).toEqual(["GET /a", "GET /b"]);
    expect(call()).toMatchObject({
      tool: TERMINAL,
      arguments: { command: line },
      approval: { decision: { kind: "approved", reason: "Typed at the terminal." } },
      logs: [{ text: `GET http://${host}/a: 200` }, { text: `GET http://${host}/b: 200` }],
      outcome: { status: "ok" },
    });
    expect(runs.getState().selectedRunId).toBeUndefined();
  });

  test("Ctrl+C ends the request that is open, and the log says who stopped it", async () => {
    const { shell, ended, call } = await terminal();
    const controller = new AbortController();
    const running = shell.exec(`curl -s http://${host}/slow`, { signal: controller.signal });
    await expect.poll(() => seen).toEqual(["GET /slow"]);
    controller.abort();
    await expect(running).rejects.toMatchObject({ code: "aborted" });
    await expect.poll(() => closed).toEqual(["/slow"]);
    await ended();
    expect(call()?.outcome).toMatchObject({ status: "stopped" });
  });

  test("Stop in the run's own list ends what is open, and the command gets nothing more", async () => {
    const { shell, feed, controller } = await terminal();
    const running = shell.exec(`curl -sS http://${host}/slow; curl -sS http://${host}/after; echo ended`);
    await expect.poll(() => seen).toEqual(["GET /slow"]);
    unwrap(await controller.stop(feed.log().runs[0]?.runId ?? ""));
    expect((await running).stdout).toBe("ended\n");
    expect(seen).toEqual(["GET /slow"]);
  });

  test("a tab that only watches reaches nothing", async () => {
    const { shell } = await terminal(false);
    expect(await shell.exec(`curl -sS http://${host}/a`)).toMatchObject({
      stdout: "",
      exitCode: 7,
      stderr: expect.stringContaining("Another tab drives this session"),
    });
    expect(seen).toEqual([]);
  });
});
