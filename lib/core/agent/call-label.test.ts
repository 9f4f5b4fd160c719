import { describe, expect, it } from "vitest";
import type { Outcome } from "../call/outcome";
import { callLabel } from "./call-label";
import type { CallState } from "./run-state";

const call = (over: Partial<CallState>): CallState => ({
  callId: "c",
  tool: "t",
  step: 1,
  argumentsText: "",
  cut: false,
  phase: "drafting",
  needsApproval: false,
  logs: [],
  startedAt: 0,
  ...over,
});
const settled = (outcome: Outcome) => callLabel(call({ phase: "settled", outcome })).word;
const result = { parts: [], empty: false, truncated: false, bytes: 0 };
const by = { kind: "person" as const, name: "Ana" };
const refused = (kind: "denied" | "expired"): CallState["approval"] => ({
  approvalId: "a",
  callId: "c",
  runId: "r",
  tool: "t",
  arguments: {},
  digest: "d",
  sideEffects: [],
  risk: "low",
  askedAt: 0,
  expiresAt: 1,
  decision: { kind, by: "Ana", at: 1 },
});

describe("callLabel", () => {
  it("says each phase with the design's word", () => {
    const phases = ["drafting", "checking", "waiting", "approved", "running"] as const;
    expect(phases.map((phase) => callLabel(call({ phase })).word)).toEqual([
      "drafting arguments",
      "checking",
      "waiting for you",
      "approved",
      "running",
    ]);
  });

  it("says each outcome with the design's word", () => {
    expect(
      [
        settled({ status: "ok", result }),
        settled({ status: "ok", result: { ...result, empty: true } }),
        settled({ status: "failed", text: "" }),
        settled({ status: "crashed", text: "" }),
        settled({ status: "not-found", text: "" }),
        settled({ status: "invalid-arguments", text: "", issues: [] }),
        settled({ status: "timed-out", text: "", afterMs: 1 }),
        settled({ status: "stopped", text: "", by }),
        settled({ status: "denied", text: "", by }),
        settled({ status: "expired", text: "" }),
        settled({ status: "cut-off", text: "" }),
        settled({ status: "skipped", text: "" }),
      ].join(" · "),
    ).toBe(
      "done · done, empty · failed · failed · failed · failed · timed out · stopped · denied · expired · cut off · skipped",
    );
  });

  it("says denied or expired as soon as that is decided, though the call is still to be settled", () => {
    expect(callLabel(call({ phase: "checking", approval: refused("denied") })).word).toBe("denied");
    expect(callLabel(call({ phase: "checking", approval: refused("expired") })).word).toBe("expired");
  });

  it("is amber for nothing but the wait for a person", () => {
    const phases = ["drafting", "checking", "waiting", "approved", "running"] as const;
    expect(phases.filter((phase) => callLabel(call({ phase })).tone === "waiting")).toEqual(["waiting"]);
  });
});
