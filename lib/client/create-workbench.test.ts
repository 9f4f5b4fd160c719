import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { EventBody } from "@/lib/core/agent/event";
import { emptySessionRuns, foldEvents } from "@/lib/core/agent/fold-event";
import type { RunState } from "@/lib/core/agent/run-state";
import { type Assigns, assignsSchema } from "@/lib/core/call/outcome";
import { fail, ok } from "@/lib/core/errors/result";
import { conversationFor } from "@/lib/core/model/conversation";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import type { SessionDocument } from "@/lib/core/session/session-document";
import { MemorySandbox } from "@/lib/sandbox/memory/memory-sandbox";
import { MemoryServer } from "@/lib/testing/memory-server";
import { keptNowhere, noCaches } from "@/lib/testing/no-caches";
import { createTabHub } from "@/lib/testing/tab-hub";
import type { DescribedTool } from "@/lib/tool-host/described-definition";
import type { ExecutePorts, ExecuteRequest, ToolHost } from "@/lib/tool-host/host/tool-host-types";
import { createWorkbench, type SessionWorkbench } from "./create-workbench";
import { createDraftStore } from "./draft-store";
import type { LiveOptions } from "./live-connection";
import type { TabLock, TabRole } from "./tab-lock";

const document: SessionDocument = {
  version: 1,
  id: "s_1",
  title: "Example",
  definition: { files: { "agent.ts": "agent", "tools/a.ts": "one" } },
  revision: 0,
  createdAt: 1,
  updatedAt: 1,
};

const described = (name: string): DescribedTool => ({
  name,
  description: name,
  parameters: { type: "object" },
  sideEffects: [],
  fingerprint: name,
  tags: [],
  requiresApproval: name === "risky" ? "always" : "never",
  givenToAgent: true,
});

type Execute = (callId: string, ports: ExecutePorts, call: ExecuteRequest) => Promise<unknown>;

/** The isolated place, reduced to what the loop asks of it; counts every execution. */
function createHost(executions: string[], execute: Execute = async () => undefined): ToolHost {
  let isLoaded = false;
  const host: ToolHost = {
    async load(_modules, fingerprint) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      isLoaded = true;
      return {
        ok: true,
        definition: {
          agent: { name: "helper", instructions: "", stepLimit: 5, assigns: { lang: "en" } },
          tools: [described("plain"), described("risky")],
          fingerprint,
        },
        warnings: [],
      };
    },
    prepare: async (call) => ({
      ready: true,
      arguments: call.arguments,
      digest: `digest of ${call.callId}`,
      needsApproval: call.tool === "risky",
      sideEffects: [],
    }),
    async execute(call, ports) {
      if (!isLoaded) return { outcome: { status: "not-found", text: `Tool not found: ${call.tool}` }, durationMs: 0 };
      executions.push(call.callId);
      const assigns = assignsSchema.optional().parse(await execute(call.callId, ports, call));
      const result = { parts: [{ type: "text" as const, text: "fine" }], empty: false, truncated: false, bytes: 4 };
      return { outcome: { status: "ok", result, ...(assigns === undefined ? {} : { assigns }) }, durationMs: 1 };
    },
    caches: noCaches,
    status: () => ({ phase: "ready" }),
    subscribe: () => () => undefined,
    dispose: () => undefined,
  };
  return host;
}

/** One browser: what all its tabs share. */
function createBrowser(server: MemoryServer) {
  const values = new Map<string, string>();
  /** The workspaces that sessions made here begin with. */
  const begun = new Map<string, MemorySandbox>();
  const hub = createTabHub();
  const tabs: { lock: TabLock; become(role: TabRole): void }[] = [];
  function openLock(): TabLock {
    let role: TabRole = tabs.some((tab) => tab.lock.role() === "driver") ? "watcher" : "driver";
    const listeners = new Set<(role: TabRole) => void>();
    const become = (next: TabRole) => {
      role = next;
      for (const listener of listeners) listener(next);
    };
    const lock: TabLock = {
      role: () => role,
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      async takeOver() {
        for (const tab of tabs) if (tab.lock !== lock && tab.lock.role() === "driver") tab.become("watcher");
        become("driver");
      },
      release() {
        listeners.clear();
        role = "watcher";
      },
    };
    tabs.push({ lock, become });
    return lock;
  }
  let ids = 0;
  function openTab(host: ToolHost): SessionWorkbench {
    let retry: () => void = () => undefined;
    const openLive = (options: LiveOptions) => {
      const deliver = (events: Parameters<LiveOptions["onEvents"]>[0]) => {
        if (!server.offline) options.onEvents(events);
      };
      server.listeners.add(deliver);
      options.onState("open");
      retry = () => {
        options.onState("lost");
        options.onState("open");
      };
      return { retryNow: () => retry(), close: () => server.listeners.delete(deliver) };
    };
    return createWorkbench(
      { document: server.document, events: server.events, models: [] },
      {
        server,
        toolHost: host,
        pageServices: [],
        keptResults: { browser: keptNowhere, server: keptNowhere },
        tabLock: openLock(),
        definition: {
          transpile: async (files) => ({ ok: true, modules: files }),
          fingerprint: async (files) => JSON.stringify(files),
          draft: createDraftStore("s_1", {
            getItem: (key) => values.get(key) ?? null,
            setItem: (key, value) => void values.set(key, value),
            removeItem: (key) => void values.delete(key),
          }),
        },
        workspace: {
          openSandbox: async () => ({
            sandbox: new MemorySandbox({ files: new Map([["README.md", "hello"]]) }),
            storage: {
              status: () => ({ kind: "none", bytes: 0, quota: undefined, problem: undefined }),
              subscribe: () => () => undefined,
            },
          }),
          baselines: { read: async () => undefined, write: async () => undefined, patch: async () => undefined },
          history: { read: async () => undefined, append: async () => undefined, replace: async () => undefined },
          readZip: async () => fail("no-zip", "These tests need no files."),
          writeZip: async () => new Uint8Array(),
        },
        tabs: hub.open(),
        async beginWorkspace(sessionId, place) {
          const sandbox = new MemorySandbox();
          await place(sandbox);
          begun.set(sessionId, sandbox);
          return ok(undefined);
        },
        openLive,
        announceSaved: () => undefined,
        onSavedElsewhere: () => () => undefined,
        newId: () => `${++ids}`,
        now: () => Date.now(),
        isolated: false,
        origin: "https://example.test",
      },
    );
  }
  return { openTab, begun };
}

function asks(callId: string, tool: string): EventBody[] {
  return [
    { type: "call-start", step: 1, callId, tool },
    { type: "call-end", callId, tool, argumentsText: "{}", arguments: {}, cut: false },
  ];
}

const settle = () => vi.advanceTimersByTimeAsync(300);

function onlyRun(server: MemoryServer): RunState {
  const run = foldEvents(server.events, emptySessionRuns).runs[0];
  if (run === undefined) throw new Error("no run was stored");
  return run;
}

function approvalIdOf(server: MemoryServer, callId: string): string {
  return onlyRun(server).calls[callId]?.approval?.approvalId ?? "none";
}

describe("workbench", () => {
  let tabs: SessionWorkbench[] = [];
  beforeEach(() => {
    vi.useFakeTimers();
    tabs = [];
  });
  afterEach(() => {
    for (const tab of tabs) tab.dispose();
    vi.useRealTimers();
  });

  function setUp(steps: EventBody[][] = [], execute?: Execute) {
    const server = new MemoryServer({ document, steps });
    const browser = createBrowser(server);
    const executions: string[] = [];
    const open = () => {
      const tab = browser.openTab(createHost(executions, execute));
      tabs.push(tab);
      return tab;
    };
    return { server, open, executions, begun: browser.begun };
  }

  it("makes a hand call, shows what is stored, and ends the run", async () => {
    const { server, open, executions } = setUp();
    const tab = open();
    await settle();
    const [first, second] = await Promise.all([tab.callByHand("plain", "{}"), tab.callByHand("plain", "{}")]);
    await settle();
    expect(first).toEqual(second);
    expect(executions).toHaveLength(1);
    expect(onlyRun(server)).toMatchObject({ kind: "hand", end: { reason: "finished" } });
    expect(tab.runs.getState().log).toEqual(foldEvents(server.events));
  });

  it("gives every call of a batch what was shared before it, and the next call what the batch has added", async () => {
    const seen: [string, Assigns][] = [];
    const { open } = setUp([[...asks("c_a", "plain"), ...asks("c_b", "plain")]], async (callId, _ports, call) => {
      seen.push([callId, call.assigns]);
      return { last: callId };
    });
    const tab = open();
    await settle();
    await tab.startRun("go");
    await settle();
    await tab.callByHand("plain", "{}");
    await settle();
    expect(seen).toEqual([
      ["c_a", { lang: "en" }],
      ["c_b", { lang: "en" }],
      [expect.any(String), { lang: "en", last: "c_b" }],
    ]);
    expect(tab.runs.getState().log.assigns).toMatchObject({ lang: "en" });
  });

  it("gives a log line the time since its tool began, however late it is stored", async () => {
    const { server, open } = setUp([], async (_callId, ports) => {
      ports.onLog("at once");
      await new Promise((resolve) => setTimeout(resolve, 500));
      ports.onLog("later");
    });
    const tab = open();
    await settle();
    await tab.callByHand("plain", "{}");
    await vi.advanceTimersByTimeAsync(2000);
    const [call] = Object.values(onlyRun(server).calls);
    expect(call?.logs).toMatchObject([
      { text: "at once", afterMs: 0 },
      { text: "later", afterMs: 500 },
    ]);
  });

  it("saves the text before anything runs", async () => {
    const { server, open } = setUp();
    const tab = open();
    await settle();
    tab.edit("tools/a.ts", "while (true) {}");
    void tab.callByHand("plain", "{}");
    await settle();
    expect(server.requests).toContain("startRun");
    expect(server.requests.indexOf("saveDefinition")).toBeLessThan(server.requests.indexOf("startRun"));
    expect(server.document.definition.files["tools/a.ts"]).toBe("while (true) {}");
  });

  it("carries an agent run with a decision through the live channel", async () => {
    const { server, open, executions } = setUp([[...asks("c_a", "plain"), ...asks("c_b", "risky")]]);
    const tab = open();
    await settle();
    expect((await tab.startRun("go")).ok).toBe(true);
    await settle();
    expect(executions).toEqual(["c_a"]);
    expect(tab.runs.getState().log.runs[0]?.status).toBe("waiting");
    // Somebody else decides: this tab hears of it by the live channel alone.
    await server.decideApproval({
      sessionId: "s_1",
      approvalId: approvalIdOf(server, "c_b"),
      digest: "digest of c_b",
      decision: "approved",
    });
    await settle();
    expect(executions).toEqual(["c_a", "c_b"]);
    expect(onlyRun(server).end?.reason).toBe("finished");
    expect(tab.runs.getState().log).toEqual(foldEvents(server.events));
  });

  it("keeps changes that nobody accepted over the next prompt", async () => {
    const { open } = setUp([]);
    const tab = open();
    await settle();
    await (await tab.sandbox()).write("README.md", "changed by an earlier run");
    await vi.advanceTimersByTimeAsync(2_000);
    const changed = [{ path: expect.stringContaining("README.md"), kind: "changed" }];
    expect(tab.workspace.getState().changes).toEqual(changed);
    expect((await tab.startRun("go")).ok).toBe(true);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(tab.workspace.getState().changes).toEqual(changed);
    expect(await tab.changesDesk?.acceptAll()).toEqual(ok(undefined));
    expect(tab.workspace.getState().changes).toEqual([]);
  });

  it("records what was taken back with the run, also when it was declined without a connection", async () => {
    const { server, open } = setUp([]);
    const tab = open();
    await settle();
    await tab.startRun("go");
    await settle();
    const sandbox = await tab.sandbox();
    await sandbox.write("README.md", "an edit");
    server.offline = true;
    const path = `${sandbox.cwd}/README.md`;
    expect(await tab.changesDesk?.revertFile(path)).toMatchObject({ ok: false, problem: { code: "connection-lost" } });
    expect(new TextDecoder().decode(await sandbox.read(path))).toBe("hello");
    server.offline = false;
    await tab.startRun("again");
    await settle();
    const told = conversationFor(foldEvents(server.events), server.events.at(-1)?.runId ?? "");
    expect(told.map(({ role }) => role)).toEqual(["user", "assistant", "notice", "user", "assistant"]);
    expect(JSON.stringify(told[2])).toMatch(/declined.*README\.md.*-hello.*\+an edit/);
  });

  it("refuses a new prompt while a request waits", async () => {
    const { open } = setUp([asks("c_b", "risky")]);
    const tab = open();
    await settle();
    await tab.startRun("go");
    await settle();
    expect(await tab.startRun("something else")).toMatchObject({ ok: false, problem: { code: "run-waits" } });
  });

  it("keeps waiting after a reload, and deciding there continues the run", async () => {
    const { server, open, executions } = setUp([asks("c_b", "risky")]);
    const first = open();
    await settle();
    await first.startRun("go");
    await settle();
    const before = first.runs.getState().log;
    first.dispose();
    const second = open();
    await settle();
    expect(second.runs.getState().log).toEqual(before);
    expect(executions).toEqual([]);
    expect((await second.decide(approvalIdOf(server, "c_b"), "approved")).ok).toBe(true);
    await settle();
    expect(executions).toEqual(["c_b"]);
    expect(onlyRun(server).end?.reason).toBe("finished");
  });

  it("waits for the tools before it runs what was approved while the page was closed", async () => {
    const { server, open, executions } = setUp([asks("c_b", "risky")]);
    const first = open();
    await settle();
    await first.startRun("go");
    await settle();
    first.dispose();
    await server.decideApproval({
      sessionId: "s_1",
      approvalId: approvalIdOf(server, "c_b"),
      digest: "digest of c_b",
      decision: "approved",
    });
    open();
    await settle();
    expect(executions).toEqual(["c_b"]);
    expect(onlyRun(server).calls.c_b?.outcome?.status).toBe("ok");
  });

  it("never runs a call again whose page was closed in the middle of it", async () => {
    const { server, open, executions } = setUp([asks("c_a", "plain")], () => new Promise(() => undefined));
    const first = open();
    await settle();
    await first.startRun("go");
    await settle();
    first.dispose();
    open();
    await settle();
    expect(executions).toEqual(["c_a"]);
    expect(onlyRun(server).calls.c_a?.outcome).toMatchObject({ status: "crashed" });
    expect(onlyRun(server).end?.reason).toBe("finished");
  });

  it("shows a watching tab the files of the one that writes, and follows them", async () => {
    const { open } = setUp();
    const writer = open();
    const watcher = open();
    await settle();
    const watched = await watcher.sandbox();
    const textIn = async (sandbox: Sandbox, path: string) => new TextDecoder().decode(await sandbox.read(path));
    expect(await textIn(watched, "README.md")).toBe("hello");
    const own = await writer.sandbox();
    await own.write("README.md", "written there");
    await own.write("src/new.ts", "x");
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await textIn(watched, "README.md")).toBe("written there");
    expect((await watched.list("src")).map(({ name }) => name)).toEqual(["new.ts"]);
    const desk = watcher.changesDesk;
    const shown = () => desk?.store.getState().shown.map(({ kind, path }) => `${kind} ${path}`);
    expect(shown()).toEqual(["changed /workspace/README.md", "created /workspace/src/new.ts"]);
    expect(watcher.workspace.getState().changes).toEqual(writer.workspace.getState().changes);
    expect(new TextDecoder().decode(await desk?.before("/workspace/README.md"))).toBe("hello");
    const edit = desk?.store.getState().points.findLast(({ about }) => about.kind === "edit");
    desk?.compareWith(edit?.id);
    await settle();
    expect(shown()).toEqual([]);
    expect(writer.changesDesk?.store.getState().since).toBeUndefined();
    await expect(watched.write("README.md", "no")).rejects.toMatchObject({ code: "read-only" });
    await expect(watched.exec("ls")).rejects.toMatchObject({ code: "read-only" });
    await expect(watched.read("none.txt")).rejects.toMatchObject({ code: "not-found" });
    expect(await textIn(own, "README.md")).toBe("written there");

    await watcher.takeOver();
    await settle();
    expect((await watcher.sandbox()).kind).toBe("memory");
    const nowWatching = await writer.sandbox();
    expect(nowWatching.kind).toBe("watched");
    await (await watcher.sandbox()).write("README.md", "from the other one");
    expect(await textIn(nowWatching, "README.md")).toBe("from the other one");
    await expect(watched.read("README.md")).rejects.toMatchObject({ code: "disposed" });
  });

  it("lets a second tab watch, take over and go on, while the first lets go", async () => {
    const { server, open, executions } = setUp([asks("c_b", "risky")]);
    const first = open();
    await settle();
    const second = open();
    await settle();
    await first.startRun("go");
    await settle();
    expect(second.session.getState().tab).toBe("watcher");
    expect(second.runs.getState().log).toEqual(first.runs.getState().log);
    expect(await second.callByHand("plain", "{}")).toMatchObject({ ok: false, problem: { code: "watching" } });
    await second.takeOver();
    await settle();
    expect(first.session.getState().tab).toBe("watcher");
    await second.decide(approvalIdOf(server, "c_b"), "approved");
    await settle();
    expect(executions).toEqual(["c_b"]);
    expect(onlyRun(server).end?.reason).toBe("finished");
  });

  it("takes over text that the other tab had not saved yet", async () => {
    const { server, open } = setUp();
    const first = open();
    await settle();
    const second = open();
    await settle();
    first.edit("tools/a.ts", "typed a moment ago");
    await second.takeOver();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(second.definition.getState().files["tools/a.ts"]).toBe("typed a moment ago");
    expect(server.document.definition.files["tools/a.ts"]).toBe("typed a moment ago");
    expect(first.session.getState().tab).toBe("watcher");
  });

  it("refuses the second of two decisions and runs the call once", async () => {
    const { server, open, executions } = setUp([asks("c_b", "risky")]);
    const tab = open();
    await settle();
    await tab.startRun("go");
    await settle();
    const id = approvalIdOf(server, "c_b");
    const decisions = await Promise.all([tab.decide(id, "approved"), tab.decide(id, "denied", "too late")]);
    await settle();
    expect(decisions.map((decision) => decision.ok)).toEqual([true, false]);
    expect(executions).toEqual(["c_b"]);
  });

  describe("stop", () => {
    it("ends a run while the model speaks", async () => {
      const { server, open } = setUp();
      server.holdStep = new Promise(() => undefined);
      const tab = open();
      await settle();
      await tab.startRun("go");
      await settle();
      await tab.stop("r_1");
      expect(onlyRun(server)).toMatchObject({ status: "ended", end: { reason: "stopped" } });
    });

    it("ends a run while a tool computes, and the tool is told", async () => {
      let told = false;
      const { server, open } = setUp([asks("c_a", "plain")], (_callId, ports) => {
        ports.signal.addEventListener("abort", () => {
          told = true;
        });
        return new Promise(() => undefined);
      });
      const tab = open();
      await settle();
      await tab.startRun("go");
      await settle();
      await tab.stop("r_1");
      expect(told).toBe(true);
      expect(onlyRun(server).calls.c_a?.outcome?.status).toBe("stopped");
    });

    it("ends a run while it waits for a person, and the next prompt is accepted", async () => {
      const { server, open, executions } = setUp([asks("c_b", "risky")]);
      const tab = open();
      await settle();
      await tab.startRun("go");
      await settle();
      await tab.stop("r_1");
      expect(onlyRun(server).calls.c_b?.outcome?.status).toBe("skipped");
      expect(executions).toEqual([]);
      expect((await tab.startRun("again")).ok).toBe(true);
    });

    it("is told to the server as soon as it can be reached", async () => {
      const { server, open } = setUp([asks("c_b", "risky")]);
      const tab = open();
      await settle();
      await tab.startRun("go");
      await settle();
      server.offline = true;
      expect(await tab.stop("r_1")).toMatchObject({ ok: false, problem: { code: "connection-lost" } });
      server.offline = false;
      await vi.advanceTimersByTimeAsync(5_000);
      expect(onlyRun(server).end?.reason).toBe("stopped");
      expect(tab.runs.getState().problem).toBeUndefined();
    });
  });

  describe("connection", () => {
    it("keeps what came and completes the step from the log when its stream is cut", async () => {
      const words = ["one ", "two ", "three "].map((text) => ({ type: "text-delta" as const, step: 1, text }));
      const { server, open } = setUp([words]);
      server.cutNextStreamAfter = 2;
      const tab = open();
      await settle();
      await tab.startRun("go");
      await vi.advanceTimersByTimeAsync(3_000);
      expect(onlyRun(server)).toMatchObject({ end: { reason: "finished" }, steps: [{ text: "one two three " }] });
      expect(tab.runs.getState().log).toEqual(foldEvents(server.events));
    });

    it("runs a call once when the reply to its claim, or to its result, is lost", async () => {
      for (const moment of ["before the claim", "before the result"] as const) {
        const { server, open, executions } = setUp([asks("c_a", "plain")], async () => {
          if (moment === "before the result") server.loseNextReply = true;
        });
        if (moment === "before the claim") {
          const record = server.recordEvents;
          server.recordEvents = (input) => {
            if (input.bodies.some((body) => body.type === "call-claim")) {
              server.loseNextReply = true;
              server.recordEvents = record;
            }
            return record(input);
          };
        }
        const tab = open();
        await settle();
        await tab.startRun("go");
        await vi.advanceTimersByTimeAsync(5_000);
        expect(executions).toEqual(["c_a"]);
        expect(onlyRun(server).calls.c_a?.outcome?.status).toBe("ok");
        expect(onlyRun(server).end?.reason).toBe("finished");
        tab.dispose();
      }
    });

    it("says that it is lost while it is, and goes on by itself", async () => {
      const { server, open } = setUp([asks("c_a", "plain")], async () => {
        server.offline = true;
      });
      const tab = open();
      await settle();
      await tab.startRun("go");
      await settle();
      expect(tab.runs.getState().problem?.code).toBe("connection-lost");
      server.offline = false;
      await vi.advanceTimersByTimeAsync(10_000);
      expect(onlyRun(server).end?.reason).toBe("finished");
      expect(tab.runs.getState().problem).toBeUndefined();
    });
  });

  it("forks from a step: the copy begins with the files as that step found them", async () => {
    const { open, begun } = setUp([asks("c_a", "plain")], async (_callId, ports) => {
      await ports.sandbox.write("README.md", "by the run");
      await ports.sandbox.write(".git/HEAD", "ref");
    });
    const tab = open();
    await settle();
    await tab.startRun("go");
    await settle();
    const points = tab.changesDesk?.store.getState().points ?? [];
    const second = points.find(({ about }) => about.kind === "step" && about.step === 2);
    const first = points.find(({ about }) => about.kind === "run");
    const textOf = async (name: string) => new TextDecoder().decode(await begun.get("s_1_copy")?.read(name));
    await (await tab.sandbox()).write("README.md", "later");
    expect(await tab.forkAt?.(second?.id ?? 0)).toEqual(ok({ sessionId: "s_1_copy" }));
    expect(await textOf("README.md")).toBe("by the run");
    expect(await textOf(".git/HEAD")).toBe("ref");
    expect(await tab.forkAt?.(first?.id ?? 0)).toEqual(ok({ sessionId: "s_1_copy" }));
    expect(await textOf("README.md")).toBe("hello");
    expect(await tab.forkAt?.(99)).toMatchObject({ ok: false, problem: { code: "not-found" } });
    expect(new TextDecoder().decode(await (await tab.sandbox()).read("README.md"))).toBe("later");
  });

  it("stores log lines in batches and before the result", async () => {
    const { server, open } = setUp([asks("c_a", "plain")], async (_callId, ports) => {
      for (let line = 0; line < 600; line++) ports.onLog(`line ${line}`);
    });
    const tab = open();
    await settle();
    await tab.startRun("go");
    await settle();
    const call = onlyRun(server).calls.c_a;
    expect(call?.logs).toHaveLength(401);
    expect(call?.logs.at(-1)?.text).toBe("More lines were left out.");
    expect(server.requests.filter((name) => name === "recordEvents")).toHaveLength(4);
    expect(call?.outcome?.status).toBe("ok");
  });
});
