import { describe, expect, it } from "vitest";
import type { EventBody, RunEvent } from "@/lib/core/agent/event";
import { foldEvents } from "@/lib/core/agent/fold-event";
import { stripMarks } from "./strip-marks";
import { waitingRequests } from "./waiting-requests";

/** A log of one run; each entry stands at its own second. */
function logOf(...bodies: [second: number, body: EventBody][]): RunEvent[] {
  return bodies.map(([second, body], index) => ({ seq: index + 1, at: second * 1000, runId: "r_1", ...body }));
}

const start: [number, EventBody] = [
  0,
  {
    type: "run-start",
    kind: "agent",
    prompt: "p",
    agentName: "a",
    instructions: "",
    tools: [],
    stepLimit: 5,
    definitionFingerprint: "d",
  },
];
const ask = (second: number, callId: string): [number, EventBody][] => [
  [second, { type: "call-start", step: 1, callId, tool: "t" }],
  [second, { type: "call-end", callId, tool: "t", argumentsText: "{}", arguments: {}, cut: false }],
  [
    second,
    { type: "call-check", callId, tool: "t", arguments: {}, digest: callId, needsApproval: true, sideEffects: [] },
  ],
  [
    second,
    {
      type: "approval-start",
      approvalId: `a_${callId}`,
      callId,
      tool: "t",
      arguments: {},
      digest: callId,
      sideEffects: [],
      risk: "low",
      expiresAt: 900_000,
    },
  ],
];
const decide = (second: number, callId: string): [number, EventBody] => [
  second,
  { type: "approval-end", approvalId: `a_${callId}`, callId, decision: "denied", digest: callId, by: "me" },
];
const step: [number, EventBody] = [0, { type: "step-start", step: 1 }];

function runOf(...bodies: [number, EventBody][]) {
  const log = foldEvents(logOf(...bodies));
  const run = log.runs[0];
  if (!run) throw new Error("no run");
  return { log, run };
}

describe("the time strip", () => {
  it("marks the time that a person was waited for, and nothing after the decision", () => {
    const { run } = runOf(start, step, ...ask(2, "c1"), decide(6, "c1"));
    const wait = stripMarks(run, 10_000).marks.find((mark) => mark.kind === "wait");
    expect(wait).toMatchObject({ from: 0.2, to: 0.6, tone: "waiting", callId: "c1" });
  });

  it("lets a request that still waits reach to now", () => {
    const { run } = runOf(start, step, ...ask(2, "c1"));
    expect(stripMarks(run, 8000).marks.find((mark) => mark.kind === "wait")).toMatchObject({ from: 0.25, to: 1 });
  });

  it("puts calls that overlap beneath each other, in no more than three lanes", () => {
    const { run } = runOf(start, step, ...ask(1, "c1"), ...ask(2, "c2"), ...ask(3, "c3"), ...ask(4, "c4"));
    const { marks, lanes } = stripMarks(run, 10_000);
    expect(marks.filter((mark) => mark.kind === "call").map((mark) => mark.lane)).toEqual([0, 1, 2, 2]);
    expect(lanes).toBe(3);
  });

  it("stays within its bounds when the clock of this browser is behind the server's", () => {
    const { run } = runOf(start, step, ...ask(5, "c1"));
    for (const { from, to } of stripMarks(run, -1000).marks) {
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeLessThanOrEqual(1);
      expect(to).toBeGreaterThanOrEqual(from);
    }
  });
});

describe("the requests that wait", () => {
  it("come oldest first, without those that are decided", () => {
    const { log } = runOf(start, step, ...ask(3, "late"), ...ask(1, "early"), ...ask(2, "gone"), decide(4, "gone"));
    expect(waitingRequests(log).map(({ call }) => call.callId)).toEqual(["early", "late"]);
  });
});
