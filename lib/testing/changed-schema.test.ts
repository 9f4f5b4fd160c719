import { describe, expect, it, onTestFinished } from "vitest";
import * as zod from "zod";
import { createWorkbench } from "@/lib/client/create-workbench";
import { createDraftStore } from "@/lib/client/draft-store";
import { transpileFile } from "@/lib/client/workers/transpile-file";
import type { RunEvent } from "@/lib/core/agent/event";
import { fail, ok } from "@/lib/core/errors/result";
import { fingerprint } from "@/lib/core/schema/fingerprint";
import type { SessionDocument } from "@/lib/core/session/session-document";
import * as kit from "@/lib/kit";
import { MemorySandbox } from "@/lib/sandbox/memory/memory-sandbox";
import { readDefinition } from "@/lib/tool-host/guest/read-definition";
import type { ToolHost } from "@/lib/tool-host/host/tool-host-types";
import { MemoryServer } from "./memory-server";
import { keptNowhere, noCaches } from "./no-caches";

const toolFile = (members: string) => `import { tool } from "toolwright";
import { z } from "zod";
export const greet = tool({
  name: "greet",
  description: "Greets.",
  parameters: z.object({ ${members} }),
  execute: () => "hello",
});
`;

const document: SessionDocument = {
  version: 1,
  id: "s_1",
  title: "Example",
  definition: {
    files: {
      "agent.ts": `import { agent } from "toolwright";
import { greet } from "./tools/greet";
export default agent({ name: "a", instructions: "", tools: [greet] });
`,
      "tools/greet.ts": toolFile("a: z.string()"),
    },
  },
  revision: 0,
  createdAt: 1,
  updatedAt: 1,
};

/** The guest's own reading of a definition, without the frame around it. */
const host: ToolHost = {
  async load(modules, definitionFingerprint) {
    const { reply } = readDefinition({
      modules,
      packages: (marking) => ({ toolwright: { ...kit, tool: marking(kit.tool) }, zod: { ...zod, __esModule: true } }),
      onEnter: () => undefined,
    });
    if (!reply.ok) return { ok: false, problems: reply.problems };
    const tools = await Promise.all(
      reply.tools.map(async (tool) => ({ ...tool, fingerprint: await fingerprint({ ...tool }) })),
    );
    return {
      ok: true,
      definition: { agent: reply.agent, tools, fingerprint: definitionFingerprint },
      warnings: reply.warnings,
    };
  },
  prepare: async () => ({ ready: false, outcome: { status: "not-found", text: "Nothing is called here." } }),
  execute: async () => ({ outcome: { status: "not-found", text: "Nothing is called here." }, durationMs: 0 }),
  caches: noCaches,
  status: () => ({ phase: "ready" }),
  subscribe: () => () => undefined,
  dispose: () => undefined,
};

function openWorkbench(server: MemoryServer) {
  const workbench = createWorkbench(
    { document, events: [], models: [] },
    {
      server,
      pageServices: [],
      keptResults: { browser: keptNowhere, server: keptNowhere },
      toolHost: host,
      tabLock: {
        role: () => "driver",
        subscribe: () => () => undefined,
        takeOver: async () => undefined,
        release: () => undefined,
      },
      definition: {
        async transpile(files) {
          const modules: Record<string, string> = {};
          for (const [path, text] of Object.entries(files)) {
            const file = transpileFile(path, text);
            if (!file.ok) return { ok: false, problems: [file.problem] };
            modules[path] = file.code;
          }
          return { ok: true, modules };
        },
        fingerprint: (files) => fingerprint(files),
        draft: createDraftStore("s_1", {
          getItem: () => null,
          setItem: () => undefined,
          removeItem: () => undefined,
        }),
      },
      workspace: {
        openSandbox: async () => ({
          sandbox: new MemorySandbox(),
          storage: {
            status: () => ({ kind: "none", bytes: 0, quota: undefined, problem: undefined }),
            subscribe: () => () => undefined,
          },
        }),
        baselines: { read: async () => undefined, write: async () => undefined, patch: async () => undefined },
        history: { read: async () => undefined, append: async () => undefined, replace: async () => undefined },
        readZip: async () => fail("no-zip", "There are no files here."),
        writeZip: async () => new Uint8Array(),
      },
      beginWorkspace: async () => ok(undefined),
      tabs: { post: () => undefined, listen: () => () => undefined, close: () => undefined },
      openLive: () => ({ retryNow: () => undefined, close: () => undefined }),
      announceSaved: () => undefined,
      onSavedElsewhere: () => () => undefined,
      newId: () => crypto.randomUUID(),
      now: () => Date.now(),
      isolated: false,
      origin: "https://example.test",
    },
  );
  onTestFinished(() => workbench.dispose());
  return workbench;
}

const startOf = (events: readonly RunEvent[], runId: string) => {
  const event = events.find((candidate) => candidate.runId === runId && candidate.type === "run-start");
  if (event?.type !== "run-start") throw new Error("the run did not start");
  return event;
};

describe("a schema that changed between two runs of one session", () => {
  it("is what the next run is told at once, and each run names the version it used", async () => {
    const server = new MemoryServer({ document });
    const workbench = openWorkbench(server);
    const run = async () => {
      const started = await workbench.startRun("go");
      if (!started.ok) throw new Error(started.problem.message);
      const { runId } = started.value;
      while (server.run(runId)?.end === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
      return startOf(server.events, runId);
    };

    const first = await run();
    workbench.edit("tools/greet.ts", toolFile("a: z.string(), b: z.number()"));
    // Without a pause: nothing has been built from the new text when the prompt is sent.
    const second = await run();

    expect(first.tools[0]?.parameters).toMatchObject({ required: ["a"] });
    expect(second.tools[0]?.parameters).toMatchObject({ required: ["a", "b"], properties: { b: { type: "number" } } });
    expect(second.tools[0]?.fingerprint).not.toBe(first.tools[0]?.fingerprint);
    expect(second.definitionFingerprint).not.toBe(first.definitionFingerprint);
    expect(server.document.definition.files["tools/greet.ts"]).toContain("b: z.number()");
  });
});
