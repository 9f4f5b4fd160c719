import { describe, expect, it } from "vitest";
import { fail, ok } from "@/lib/core/errors/result";
import { MemorySandbox } from "@/lib/sandbox/memory/memory-sandbox";
import type { OpenedLink } from "./server-port";
import { createSharedSession, type SharedSessionPorts } from "./shared-session";

const link: OpenedLink = {
  role: "view",
  title: "Shared",
  definition: { files: { "agent.ts": "agent", "tools/a.ts": "tool" } },
  events: [
    {
      seq: 1,
      at: 1,
      runId: "r_1",
      type: "run-start",
      kind: "agent",
      prompt: "go",
      agentName: "a",
      instructions: "",
      tools: [],
      stepLimit: 5,
      definitionFingerprint: "f",
    },
    { seq: 2, at: 2, runId: "r_1", type: "run-end", reason: "finished" },
  ],
  archive: new Uint8Array([1]),
  createdAt: 1,
};
const ports: SharedSessionPorts = {
  readZip: async () => ok({ files: new Map([["a.txt", new TextEncoder().encode("one")]]), skipped: [] }),
  openMemorySandbox: async (files) => new MemorySandbox({ files }),
};

describe("shared session", () => {
  it("shows definition, files and the run as they were shared", async () => {
    const { workbench } = createSharedSession("l_1", link, ports);
    const sandbox = await workbench.sandbox();
    expect(new TextDecoder().decode(await sandbox.read("a.txt"))).toBe("one");
    expect(workbench.definition.getState()).toMatchObject({ files: link.definition.files, activePath: "tools/a.ts" });
    expect(workbench.runs.getState()).toMatchObject({ selectedRunId: "r_1", log: { lastSeq: 2 } });
    expect(workbench.workspace.getState().status.phase).toBe("ready");
  });

  it("refuses everything that would run or change something", async () => {
    const { workbench } = createSharedSession("l_1", link, ports);
    workbench.edit("tools/a.ts", "changed");
    const refused = await Promise.all([
      workbench.callByHand("a", "{}"),
      workbench.startRun("go"),
      workbench.continueRun("r_1"),
      workbench.stop("r_1"),
      workbench.decide("a_1", "approved"),
      workbench.saveNow(),
      workbench.takeOver(),
      workbench.importZip(new Uint8Array(), { replace: true }),
      workbench.createLink({ role: "view", expiresInDays: undefined, confirmFindings: async () => true }),
    ]);
    expect(refused.map((result) => !result.ok && result.problem.code)).toEqual(refused.map(() => "read-only"));
    expect(workbench.definition.getState().files).toBe(link.definition.files);
    expect(workbench.definition.getState().described).toBeUndefined();
  });

  it("moves the whole view with the replay", () => {
    const { workbench, replay } = createSharedSession("l_1", link, ports);
    replay.seek(1);
    expect(workbench.runs.getState().log.runs[0]?.status).toBe("running");
    replay.seek(2);
    expect(workbench.runs.getState().log.runs[0]?.status).toBe("ended");
  });

  it("still shows the run when its files cannot be unpacked, and says why", async () => {
    const { workbench } = createSharedSession("l_1", link, {
      ...ports,
      readZip: async () => fail("not-a-zip", "Broken."),
    });
    await workbench.sandbox();
    expect(workbench.workspace.getState().status).toMatchObject({ phase: "failed", problem: { code: "not-a-zip" } });
    expect(workbench.runs.getState().log.runs).toHaveLength(1);
  });
});
