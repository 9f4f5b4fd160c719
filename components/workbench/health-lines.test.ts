import { describe, expect, it } from "vitest";
import { type HealthFacts, healthLines, worstState } from "./health-lines";

const well: HealthFacts = {
  toolHost: { phase: "ready" },
  isolated: true,
  live: "open",
  workspace: {
    kind: "virtual",
    status: { phase: "ready" },
    storage: { kind: "opfs", bytes: 1000, quota: undefined, problem: undefined },
  },
};

describe("the health of a session", () => {
  it("is good when every part is", () => {
    expect(worstState(healthLines(well))).toBe("good");
  });

  it("is busy, not broken, while the workspace opens", () => {
    const storage = { kind: "none", bytes: 0, quota: undefined, problem: undefined } as const;
    const opening = {
      ...well,
      workspace: { kind: "virtual", status: { phase: "starting", step: "Reading files" }, storage } as const,
    };
    expect(worstState(healthLines(opening))).toBe("busy");
  });

  it.each<[string, Partial<HealthFacts>]>([
    ["the tool host failed", { toolHost: { phase: "failed", reason: "no frame" } }],
    ["the connection is lost", { live: "lost" }],
    [
      "files cannot be kept",
      { workspace: { ...well.workspace, storage: { ...well.workspace.storage, kind: "none" } } },
    ],
    [
      "the store is full",
      {
        workspace: {
          ...well.workspace,
          storage: { ...well.workspace.storage, problem: { code: "quota", message: "The store is full." } },
        },
      },
    ],
    [
      "the shell failed",
      {
        workspace: { ...well.workspace, status: { phase: "failed", problem: { code: "boot", message: "No worker." } } },
      },
    ],
  ])("is bad when %s, with a cause and a fix", (_case, facts) => {
    const lines = healthLines({ ...well, ...facts });
    expect(worstState(lines)).toBe("bad");
    const bad = lines.filter((line) => line.state === "bad");
    expect(bad).toHaveLength(1);
    expect(bad[0]?.cause).not.toBe("");
    expect(bad[0]?.fix).toBeTruthy();
  });
});
