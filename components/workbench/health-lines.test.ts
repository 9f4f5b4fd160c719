import { describe, expect, it } from "vitest";
import { type HealthFacts, healthLines, worstState } from "./health-lines";

const well: HealthFacts = {
  toolHost: { phase: "ready" },
  isolated: true,
  secure: true,
  live: "open",
  workspace: {
    kind: "virtual",
    status: { phase: "ready" },
    storage: { kind: "opfs", bytes: 1000, quota: undefined, problem: undefined },
  },
  runtime: { offer: { host: "example.com" }, phase: "idle", problem: undefined },
};
const storage = (change: Partial<HealthFacts["workspace"]["storage"]>): Partial<HealthFacts> => ({
  workspace: { ...well.workspace, storage: { ...well.workspace.storage, ...change } },
});
const runtime = (change: Partial<NonNullable<HealthFacts["runtime"]>>): Partial<HealthFacts> => ({
  runtime: { offer: { host: "example.com" }, phase: "idle", problem: undefined, ...change },
});
const status = (value: HealthFacts["workspace"]["status"]): Partial<HealthFacts> => ({
  workspace: { ...well.workspace, status: value },
});

describe("the health of a session", () => {
  it("is good when every part is, in one line each", () => {
    const lines = healthLines(well);
    expect(worstState(lines)).toBe("good");
    expect(lines.map(({ part }) => part)).toEqual(["Isolation", "Storage", "Worker", "Runtime", "Tool host", "Server"]);
    expect(lines.every(({ fix, action }) => fix === undefined && action === undefined)).toBe(true);
  });

  it.each<[string, Partial<HealthFacts>]>([
    ["the workspace opens", status({ phase: "starting", step: "Reading files" })],
    ["the tool host starts", { toolHost: { phase: "starting" } }],
    ["the tool host starts again", { toolHost: { phase: "restarting", reason: "a loop" } }],
    ["Node is looked for", runtime({ phase: "checking" })],
    ["Node starts", runtime({ phase: "booting" })],
    ["the server is being reached", { live: "connecting" }],
  ])("is busy, not broken, while %s", (_case, facts) => {
    expect(worstState(healthLines({ ...well, ...facts }))).toBe("busy");
  });

  it.each<[string, string, Partial<HealthFacts>, string | undefined]>([
    ["Isolation", "the address is not safe", { isolated: false, secure: false }, undefined],
    ["Isolation", "the headers are lost", { isolated: false }, "reload"],
    ["Storage", "it is nearly full", storage({ bytes: 95, quota: 100 }), "save-zip"],
    [
      "Runtime",
      "Node did not start",
      runtime({ phase: "unavailable", problem: { code: "x", message: "No answer." }, again: "retry" }),
      "retry-node",
    ],
    [
      "Runtime",
      "Node needs a reload",
      runtime({ phase: "unavailable", problem: { code: "x", message: "No answer." }, again: "reload" }),
      "reload",
    ],
  ])("is limited in %s when %s, with a cause and a fix", (part, _case, facts, action) => {
    const lines = healthLines({ ...well, ...facts });
    expect(worstState(lines)).toBe("limited");
    const [limited, ...more] = lines.filter((line) => line.state === "limited");
    expect(more).toEqual([]);
    expect(limited?.part).toBe(part);
    expect(limited?.fix).toBeTruthy();
    expect(limited?.action?.id).toBe(action);
  });

  it.each<[string, string, Partial<HealthFacts>, string]>([
    ["Tool host", "it failed", { toolHost: { phase: "failed", reason: "no frame" } }, "reload"],
    ["Server", "the connection is lost", { live: "lost" }, "reconnect"],
    ["Storage", "files cannot be kept", storage({ kind: "none" }), "save-zip"],
    [
      "Storage",
      "the store is full",
      storage({ problem: { code: "quota", message: "The store is full." } }),
      "save-zip",
    ],
  ])("is bad in %s when %s, with a cause and a fix", (part, _case, facts, action) => {
    const lines = healthLines({ ...well, ...facts });
    expect(worstState(lines)).toBe("bad");
    const bad = lines.filter((line) => line.state === "bad");
    expect(bad).toHaveLength(1);
    expect(bad[0]).toMatchObject({ part, cause: expect.stringMatching(/\S/), fix: expect.stringMatching(/\S/) });
    expect(bad[0]?.action?.id).toBe(action);
  });

  it("says of a worker that failed why, and offers to start it again", () => {
    const lines = healthLines({
      ...well,
      ...status({ phase: "failed", problem: { code: "boot", message: "No worker." } }),
    });
    expect(lines.find(({ part }) => part === "Worker")).toMatchObject({
      state: "bad",
      cause: "No worker.",
      action: { id: "reopen-workspace" },
    });
    // The files are behind the same worker: their line does not pretend that they are well.
    expect(lines.find(({ part }) => part === "Storage")?.state).toBe("bad");
  });

  it("names what Node runs through, and the embedded shell where there is no Node", () => {
    const cause = (facts: Partial<HealthFacts>) =>
      healthLines({ ...well, ...facts }).find(({ part }) => part === "Runtime")?.cause;
    expect(cause(runtime({ phase: "ready" }))).toContain("example.com");
    expect(cause({ runtime: undefined })).toContain("embedded shell");
  });
});
