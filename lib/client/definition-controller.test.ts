import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import type { SessionDocument } from "@/lib/core/session/session-document";
import { MemoryServer } from "@/lib/testing/memory-server";
import type { LoadResult } from "@/lib/tool-host/host/tool-host-types";
import { createDefinitionController, firstPath, type Transpiled } from "./definition-controller";
import { createDraftStore } from "./draft-store";
import type { DefinitionState, SessionState } from "./workbench-types";

const document: SessionDocument = {
  version: 1,
  id: "s_1",
  title: "Example",
  definition: { files: { "agent.ts": "agent", "tools/a.ts": "one", "script.json": "{}" } },
  revision: 3,
  createdAt: 1,
  updatedAt: 1,
};

function memoryStorage(): Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

function setUp(
  options: { storage?: ReturnType<typeof memoryStorage>; server?: MemoryServer; mayWrite?: boolean } = {},
) {
  const server = options.server ?? new MemoryServer({ document });
  const draft = createDraftStore("s_1", options.storage ?? memoryStorage());
  const session = createStore<SessionState>(() => ({
    title: document.title,
    revision: document.revision,
    save: { phase: "saved", at: 1 },
    tab: "driver",
  }));
  const definition = createStore<DefinitionState>(() => ({
    files: document.definition.files,
    activePath: firstPath(document.definition.files),
    described: undefined,
    problems: [],
    build: "idle",
  }));
  const transpile = vi.fn(async (files: Record<string, string>): Promise<Transpiled> => {
    if (Object.values(files).some((text) => text.includes("broken"))) {
      return {
        ok: false,
        problems: [{ code: "syntax", message: "Unexpected token", file: "tools/a.ts", line: 1, severity: "error" }],
      };
    }
    return { ok: true, modules: files };
  });
  const load = vi.fn(
    async (_modules: Record<string, string>, fingerprint: string): Promise<LoadResult> => ({
      ok: true,
      definition: { agent: { name: "a", instructions: "", stepLimit: 5 }, tools: [], fingerprint },
      warnings: [],
    }),
  );
  const controller = createDefinitionController({
    document,
    session,
    definition,
    ports: {
      transpile,
      fingerprint: async (files) => JSON.stringify(files),
      toolHost: { load },
      draft,
      server,
      now: () => 7,
    },
    mayWrite: () => options.mayWrite ?? true,
    onSaved: () => undefined,
  });
  return { server, draft, session, definition, transpile, load, controller };
}

describe("definition controller", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("builds once after a pause in typing and saves once after a longer one", async () => {
    const { controller, transpile, definition, server, session } = setUp();
    await vi.advanceTimersByTimeAsync(0);
    transpile.mockClear();
    for (const text of ["t", "tw", "two"]) {
      controller.edit("tools/a.ts", text);
      await vi.advanceTimersByTimeAsync(50);
    }
    await vi.advanceTimersByTimeAsync(100);
    expect(transpile).toHaveBeenCalledTimes(1);
    expect(definition.getState().described?.fingerprint).toContain("two");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(server.requests.filter((name) => name === "saveDefinition")).toHaveLength(1);
    expect(server.document.definition.files["tools/a.ts"]).toBe("two");
    expect(session.getState()).toMatchObject({ revision: 4, save: { phase: "saved" } });
  });

  it("keeps the last good definition while the text is broken", async () => {
    const { controller, definition } = setUp();
    await vi.advanceTimersByTimeAsync(0);
    const good = definition.getState().described;
    controller.edit("tools/a.ts", "broken");
    await vi.advanceTimersByTimeAsync(200);
    expect(definition.getState()).toMatchObject({ build: "broken", problems: [{ code: "syntax", line: 1 }] });
    expect(definition.getState().described).toBe(good);
    expect(good).toBeDefined();
  });

  it("tries again by itself when the transpiler did not answer", async () => {
    const { definition, transpile, controller } = setUp();
    await vi.advanceTimersByTimeAsync(0);
    transpile.mockResolvedValueOnce({
      ok: false,
      problems: [{ code: "transpiler-stopped", message: "Its worker did not answer.", severity: "error" }],
    });
    controller.edit("tools/a.ts", "fine");
    await vi.advanceTimersByTimeAsync(200);
    expect(definition.getState().build).toBe("broken");
    await vi.advanceTimersByTimeAsync(2_500);
    expect(definition.getState()).toMatchObject({ build: "good", problems: [] });
    expect(definition.getState().described?.fingerprint).toContain("fine");
  });

  it("shows the build of the newest text when builds finish out of order", async () => {
    const { controller, definition, transpile } = setUp();
    await vi.advanceTimersByTimeAsync(0);
    let finishSlow: () => void = () => undefined;
    transpile.mockImplementationOnce(async (files) => {
      await new Promise<void>((resolve) => {
        finishSlow = resolve;
      });
      return { ok: true, modules: files };
    });
    controller.edit("tools/a.ts", "slow");
    await vi.advanceTimersByTimeAsync(130);
    controller.edit("tools/a.ts", "newest");
    await vi.advanceTimersByTimeAsync(130);
    finishSlow();
    await vi.advanceTimersByTimeAsync(0);
    expect(definition.getState().described?.fingerprint).toContain("newest");
  });

  it("loses nothing when a save is refused as stale, and goes on with either text", async () => {
    for (const choice of ["mine", "saved"] as const) {
      const { controller, server, session, definition, draft } = setUp();
      server.document = {
        ...document,
        revision: 9,
        definition: { files: { ...document.definition.files, "tools/a.ts": "theirs" } },
      };
      controller.edit("tools/a.ts", "mine");
      await vi.advanceTimersByTimeAsync(1_000);
      expect(session.getState().save).toMatchObject({ phase: "failed", problem: { code: "stale" } });
      expect(definition.getState().files["tools/a.ts"]).toBe("mine");
      expect(draft.read()?.files["tools/a.ts"]).toBe("mine");
      await controller.resolveStale(choice);
      const expected = choice === "mine" ? "mine" : "theirs";
      expect(definition.getState().files["tools/a.ts"]).toBe(expected);
      expect(server.document.definition.files["tools/a.ts"]).toBe(expected);
      expect(session.getState().save.phase).toBe("saved");
      expect(draft.read()).toBeUndefined();
      controller.dispose();
    }
  });

  it("brings back what was typed in the last moment before a crash", async () => {
    const storage = memoryStorage();
    const server = new MemoryServer({ document });
    const first = setUp({ storage, server });
    first.controller.edit("tools/a.ts", "typed just now");
    const second = setUp({ storage, server });
    expect(second.definition.getState().files["tools/a.ts"]).toBe("typed just now");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(server.document.definition.files["tools/a.ts"]).toBe("typed just now");
  });

  it("saves again by itself when the connection comes back", async () => {
    const { controller, server, session } = setUp();
    server.offline = true;
    controller.edit("tools/a.ts", "offline text");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(session.getState().save).toMatchObject({ phase: "failed", problem: { code: "connection-lost" } });
    server.offline = false;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(session.getState().save.phase).toBe("saved");
    expect(server.document.definition.files["tools/a.ts"]).toBe("offline text");
  });

  it("changes nothing in a tab that only watches", async () => {
    const { controller, definition, server } = setUp({ mayWrite: false });
    controller.edit("tools/a.ts", "from a watcher");
    expect(controller.add("tools/b.ts", "").ok).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(definition.getState().files).toBe(document.definition.files);
    expect(server.requests).toEqual([]);
  });

  it("refuses a path that is no definition file, a taken one, and the loss of agent.ts", () => {
    const { controller } = setUp();
    const codes = ["../x.ts", "tools/a.ts"].map((path) => controller.add(path, ""));
    expect(codes.map((result) => (result.ok ? "" : result.problem.code))).toEqual(["invalid-path", "exists"]);
    expect(controller.remove("agent.ts").ok).toBe(false);
    expect(controller.remove("tools/a.ts").ok).toBe(true);
  });
});
