import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../errors/json-value";
import type { EventBody, RunEvent } from "./event";
import { emptySessionRuns, foldEvent, foldEvents } from "./fold-event";
import type { SessionRuns } from "./run-state";

const at = (bodies: (EventBody & { runId?: string })[], first = 1): RunEvent[] =>
  bodies.map((body, index) => ({ runId: "r1", ...body, seq: first + index, at: 1000 + first + index }));

const start = (over: Partial<Extract<EventBody, { type: "run-start" }>> = {}): EventBody => ({
  type: "run-start",
  kind: "agent",
  prompt: "go",
  agentName: "a",
  instructions: "",
  tools: [],
  stepLimit: 5,
  definitionFingerprint: "f",
  ...over,
});
const result = { parts: [{ type: "text" as const, text: "x" }], empty: false, truncated: false, bytes: 1 };
const settle = (callId: string): EventBody => ({
  type: "call-settle",
  callId,
  outcome: { status: "ok", result },
  durationMs: 2,
});
const sharing = (callId: string, assigns: { [key: string]: JsonValue }): EventBody => ({
  type: "call-settle",
  callId,
  outcome: { status: "ok", result, assigns },
  durationMs: 2,
});
const asked = (callId: string): EventBody => ({
  type: "approval-start",
  approvalId: `a_${callId}`,
  callId,
  tool: "t",
  arguments: {},
  digest: "d",
  sideEffects: [],
  risk: "low",
  expiresAt: 9999,
});
const decided = (callId: string, decision: "approved" | "denied" | "expired"): EventBody => ({
  type: "approval-end",
  approvalId: `a_${callId}`,
  callId,
  decision,
  digest: "d",
  by: "Ana",
});
const drafted = (callId: string): EventBody[] => [
  { type: "call-start", step: 1, callId, tool: "t" },
  { type: "call-delta", callId, text: '{"a"' },
  { type: "call-delta", callId, text: ":1}" },
  { type: "call-end", callId, tool: "t", argumentsText: '{"a":1}', arguments: { a: 1 }, cut: false },
];

/** Any order, any ids: what a hostile or buggy writer could leave in a log. */
const anyBody: fc.Arbitrary<EventBody & { runId?: string }> = fc
  .tuple(
    fc.constantFrom("r1", "r2"),
    fc.constantFrom("c1", "c2", "__proto__", "constructor"),
    fc.integer({ min: 1, max: 3 }),
  )
  .chain(([runId, callId, step]) =>
    fc
      .constantFrom<EventBody>(
        start({ kind: step === 1 ? "agent" : "hand" }),
        { type: "step-start", step },
        { type: "text-delta", step, text: "word " },
        { type: "step-end", step, finish: "calls", usage: { inputTokens: 1, outputTokens: 2 } },
        { ...(drafted(callId)[0] as EventBody) },
        { ...(drafted(callId)[1] as EventBody) },
        { ...(drafted(callId)[3] as EventBody) },
        {
          type: "call-check",
          callId,
          tool: "t",
          arguments: { a: 2 },
          digest: "d",
          needsApproval: true,
          sideEffects: [],
        },
        asked(callId),
        decided(callId, step === 1 ? "approved" : "denied"),
        { type: "call-claim", callId, by: "me" },
        { type: "call-log", callId, level: "log", text: "line" },
        { type: "call-log", callId, level: "progress", text: "half", fraction: 0.5 },
        settle(callId),
        sharing(callId, { [callId]: step }),
        { type: "run-end", reason: "finished" },
      )
      .map((body) => ({ ...body, runId })),
  );
const anyLog = fc.array(anyBody, { maxLength: 80 }).map((bodies) => at(bodies));

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) frozen(member);
  }
  return value;
}

describe("folding", () => {
  it("reads the same from any chunking, and so the same live as after a reload", () => {
    fc.assert(
      fc.property(anyLog, fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 40 }), (log, sizes) => {
        let live: SessionRuns = emptySessionRuns;
        let from = 0;
        for (const size of sizes) {
          live = foldEvents(log.slice(from, from + size), live);
          from += size;
        }
        for (const event of log.slice(from)) live = foldEvent(live, event);
        expect(live).toEqual(foldEvents(log));
      }),
    );
  });

  it("ignores what it has seen before", () => {
    fc.assert(
      fc.property(anyLog, fc.nat(80), (log, from) => {
        const once = foldEvents(log);
        expect(foldEvents(log.slice(from), once)).toBe(once);
        expect(foldEvents([...log, ...log])).toEqual(once);
      }),
    );
  });

  it("never writes to anything it has handed out", () => {
    fc.assert(
      fc.property(anyLog, (log) => {
        let state = frozen(structuredClone(emptySessionRuns));
        for (const event of log) state = frozen(foldEvent(state, event));
        expect(state.lastSeq).toBe(log.length);
      }),
    );
  });

  it("keeps the identity of every run and call that an event does not touch", () => {
    const log = at([
      start(),
      { type: "step-start", step: 1 },
      ...drafted("c1"),
      ...drafted("c2"),
      { ...start(), runId: "r2" },
    ]);
    const before = foldEvents(log);
    const after = foldEvents(at([{ type: "call-claim", callId: "c2", by: "me" }], 20), before);
    expect(after.runs[1]).toBe(before.runs[1]);
    expect(after.runs[0]?.calls.c1).toBe(before.runs[0]?.calls.c1);
    expect(after.runs[0]?.steps).toBe(before.runs[0]?.steps);
    expect(after.runs[0]?.calls.c2).not.toBe(before.runs[0]?.calls.c2);
  });

  it("moves only the cursor for a run, step or call it does not know", () => {
    const known = foldEvents(at([start()]));
    const bodies: (EventBody & { runId?: string })[] = [
      { type: "text-delta", step: 4, text: "x" },
      { type: "call-start", step: 4, callId: "c", tool: "t" },
      settle("toString"),
      { type: "run-end", reason: "finished", runId: "other" },
    ];
    expect(foldEvents(at(bodies, 2), known)).toEqual({ ...known, lastSeq: 5 });
  });

  it("shows the arguments as they grow, then the text that was parsed", () => {
    const log = at([start(), { type: "step-start", step: 1 }, ...drafted("c1")]);
    const texts = [3, 4, 5, 6].map((length) => foldEvents(log.slice(0, length)).runs[0]?.calls.c1?.argumentsText);
    expect(texts).toEqual(["", '{"a"', '{"a":1}', '{"a":1}']);
  });

  it("says waiting exactly while a call waits for a person", () => {
    const log = at([
      start(),
      { type: "step-start", step: 1 },
      ...drafted("c1"),
      ...drafted("c2"),
      asked("c1"),
      asked("c2"),
      decided("c1", "approved"),
      { type: "call-claim", callId: "c1", by: "me" },
      decided("c2", "denied"),
      settle("c2"),
      { type: "run-end", reason: "stopped" },
    ]);
    const status = (length: number) => foldEvents(log.slice(0, length)).runs[0]?.status;
    expect([10, 11, 12, 13, 14, 15, 17].map(status)).toEqual([
      "running",
      "waiting",
      "waiting",
      "waiting",
      "waiting",
      "running",
      "ended",
    ]);
  });

  it("lets the first settlement, decision, claim and end stand", () => {
    const log = at([
      start(),
      { type: "step-start", step: 1 },
      ...drafted("c1"),
      asked("c1"),
      decided("c1", "denied"),
      decided("c1", "approved"),
      settle("c1"),
      { type: "call-claim", callId: "c1", by: "late" },
      { type: "call-settle", callId: "c1", outcome: { status: "skipped", text: "" }, durationMs: 0 },
      { type: "run-end", reason: "finished" },
      { type: "run-end", reason: "failed" },
    ]);
    const run = foldEvents(log).runs[0];
    expect(run?.calls.c1).toEqual(expect.objectContaining({ phase: "settled", outcome: { status: "ok", result } }));
    expect(run?.calls.c1?.claimedAt).toBeUndefined();
    expect(run?.calls.c1?.approval?.decision?.kind).toBe("denied");
    expect(run?.end).toEqual({ reason: "finished" });
  });
});

describe("the cost of folding", () => {
  /** Objects that were copied stand for the time: a count is the same on every machine. */
  it("copies per event only what the event touches, however long the log is", () => {
    const calls = Array.from({ length: 40 }, (_value, index) => `c${index}`);
    const opening = at([start(), { type: "step-start", step: 1 }, ...calls.flatMap(drafted)]);
    let state = foldEvents(opening);
    for (let index = 0; index < 2_000; index += 1) {
      const [event] = at(
        [{ type: "call-log", callId: "c3", level: "progress", text: "x" }],
        opening.length + 1 + index,
      );
      const before = state;
      state = foldEvent(state, event as RunEvent);
      const changed = calls.filter((id) => before.runs[0]?.calls[id] !== state.runs[0]?.calls[id]);
      expect(changed).toEqual(["c3"]);
    }
    expect(state.runs[0]?.steps).toBe(foldEvents([], state).runs[0]?.steps);
  });
});

describe("what tools share", () => {
  const step = (number: number, ...callIds: string[]): EventBody[] => [
    { type: "step-start", step: number },
    ...callIds.flatMap((callId): EventBody[] => [
      { type: "call-start", step: number, callId, tool: "t" },
      { type: "call-end", callId, tool: "t", argumentsText: "{}", arguments: {}, cut: false },
    ]),
    { type: "step-end", step: number, finish: "calls" },
  ];

  it("is the same for every call of a batch, and is added to when the last of them is settled", () => {
    const log = [start(), ...step(1, "c1", "c2"), sharing("c1", { user: "ana" })];
    const half = foldEvents(at(log));
    expect(half.assigns).toEqual({});
    const whole = foldEvents(at([...log, sharing("c2", { theme: "dark" }), ...step(2, "c3")]));
    expect(whole.assigns).toEqual({ user: "ana", theme: "dark" });
    expect(whole.runs[0]?.steps.map(({ assigns }) => assigns)).toEqual([{}, { user: "ana", theme: "dark" }]);
  });

  it("keeps the value of the call that was asked for last, whichever ended last", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(["c1", "c2", "c3"], { minLength: 3 }), (ended) => {
        const settled = ended.map((callId) => sharing(callId, { who: callId, [callId]: true }));
        expect(foldEvents(at([start(), ...step(1, "c1", "c2", "c3"), ...settled])).assigns).toEqual({
          who: "c3",
          c1: true,
          c2: true,
          c3: true,
        });
      }),
    );
  });

  it("outlives the run, is seen by the next one and by a call by hand, and is not taken from a call that failed", () => {
    const failed: EventBody = {
      type: "call-settle",
      callId: "c2",
      outcome: { status: "failed", text: "" },
      durationMs: 1,
    };
    const first = [start(), ...step(1, "c1", "c2"), sharing("c1", { n: 1 }), failed];
    const ended: EventBody[] = [{ type: "run-end", reason: "finished" }];
    const hand = [start({ kind: "hand" }), { type: "step-start", step: 1 }].map((body) => ({ ...body, runId: "r2" }));
    const state = foldEvents(at([...first, ...ended, ...(hand as EventBody[])]));
    expect(state.runs[1]?.steps[0]?.assigns).toEqual({ n: 1 });
  });

  it("starts with what the agent brings, unless a tool has set it since", () => {
    const again = { ...start({ assigns: { n: 0, lang: "en" } }), runId: "r2" };
    const state = foldEvents(
      at([
        start({ assigns: { n: 0 } }),
        ...step(1, "c1"),
        sharing("c1", { n: 7 }),
        { type: "run-end", reason: "finished" },
        again,
      ]),
    );
    expect(state.assigns).toEqual({ n: 7, lang: "en" });
  });
});
