import { describe, expect, it } from "vitest";
import type { SessionDocument } from "@/lib/core/session/session-document";
import { MemoryServer } from "@/lib/testing/memory-server";
import { approvalsOf, createReviewSession } from "./review-session";

const document: SessionDocument = {
  version: 1,
  id: "s_1",
  title: "Example",
  definition: { files: { "agent.ts": "agent" } },
  revision: 0,
  createdAt: 1,
  updatedAt: 1,
};

async function askTwice(server: MemoryServer): Promise<void> {
  const started = await server.startRun({
    sessionId: "s_1",
    runnerId: "t_1",
    kind: "agent",
    prompt: "go",
    agentName: "a",
    instructions: "",
    tools: [],
    stepLimit: 5,
    definitionFingerprint: "f",
  });
  const runId = started.ok ? started.value.runId : "";
  server.append(runId, [{ type: "step-start", step: 1 }]);
  for (const callId of ["c_1", "c_2"]) {
    server.append(runId, [
      { type: "call-start", step: 1, callId, tool: "risky" },
      { type: "call-end", callId, tool: "risky", argumentsText: "{}", arguments: {}, cut: false },
    ]);
    const check = { callId, tool: "risky", arguments: {}, digest: `d ${callId}`, needsApproval: true, sideEffects: [] };
    await server.recordEvents({ sessionId: "s_1", runId, runnerId: "t_1", bodies: [{ type: "call-check", ...check }] });
  }
}

function open(server: MemoryServer) {
  return createReviewSession(
    { title: "Example", events: server.events, access: { linkId: "l_1", key: "k" } },
    {
      server,
      openLive(options) {
        const deliver = (events: Parameters<typeof options.onEvents>[0]) => options.onEvents(events);
        server.listeners.add(deliver);
        return { retryNow: () => undefined, close: () => server.listeners.delete(deliver) };
      },
    },
  );
}

describe("review session", () => {
  it("shows requests as they come and decides one by one, bound to their digest", async () => {
    const server = new MemoryServer({ document });
    const review = open(server);
    await askTwice(server);
    const [first, second] = approvalsOf(review.state.getState().log);
    expect([first?.callId, second?.callId]).toEqual(["c_1", "c_2"]);
    expect((await review.decide(second?.approvalId ?? "", "denied", "not this file")).ok).toBe(true);
    const decided = approvalsOf(review.state.getState().log);
    expect(decided.map((approval) => approval.decision?.kind)).toEqual([undefined, "denied"]);
    expect(decided[1]?.decision?.reason).toBe("not this file");
    review.dispose();
  });

  it("tells who was first when two reviewers decide the same request", async () => {
    const server = new MemoryServer({ document });
    await askTwice(server);
    const [one, two] = [open(server), open(server)];
    const id = approvalsOf(one.state.getState().log)[0]?.approvalId ?? "";
    const results = await Promise.all([one.decide(id, "approved"), two.decide(id, "denied")]);
    expect(results.map((result) => result.ok)).toEqual([true, false]);
    expect(two.state.getState().problem?.code).toBe("already-decided");
    expect(approvalsOf(two.state.getState().log)[0]?.decision?.kind).toBe("approved");
  });
});
