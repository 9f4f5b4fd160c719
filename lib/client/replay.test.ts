import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RunEvent } from "@/lib/core/agent/event";
import { foldEvents } from "@/lib/core/agent/fold-event";
import type { SessionRuns } from "@/lib/core/agent/run-state";
import { createReplay } from "./replay";

const start: RunEvent = {
  seq: 1,
  at: 1_000,
  runId: "r_1",
  type: "run-start",
  kind: "agent",
  prompt: "go",
  agentName: "a",
  instructions: "",
  tools: [],
  stepLimit: 5,
  definitionFingerprint: "f",
};
const events: RunEvent[] = [
  start,
  { seq: 2, at: 1_100, runId: "r_1", type: "step-start", step: 1 },
  { seq: 3, at: 1_200, runId: "r_1", type: "text-delta", step: 1, text: "a" },
  // A person thought for a day.
  { seq: 4, at: 86_401_200, runId: "r_1", type: "text-delta", step: 1, text: "b" },
  { seq: 5, at: 86_401_300, runId: "r_1", type: "step-end", step: 1, finish: "text" },
  { seq: 6, at: 86_401_400, runId: "r_1", type: "run-end", reason: "finished" },
];

describe("replay", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function setUp() {
    const shown: SessionRuns[] = [];
    const replay = createReplay(events, (log) => shown.push(log));
    return { replay, shown };
  }

  it("opens on the whole run, as a live reader saw it at the end", () => {
    expect(setUp().replay.log()).toEqual(foldEvents(events));
  });

  it("shows exactly the fold of the first events at every position, forwards and backwards", () => {
    const { replay } = setUp();
    for (const position of [0, 3, 6, 2, 5, 1, 0, 4]) {
      replay.seek(position);
      expect(replay.log()).toEqual(foldEvents(events.slice(0, position)));
      expect(replay.state.getState().at).toBe(events[position - 1]?.at);
    }
  });

  it("plays from the beginning in order, shortens long waits, and ends paused on the whole run", async () => {
    const { replay, shown } = setUp();
    replay.play();
    expect(replay.state.getState()).toMatchObject({ position: 0, playing: true });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(shown.map((log) => log.lastSeq)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(replay.state.getState()).toMatchObject({ position: 6, playing: false });
  });

  it("stands still when it is paused and goes on from there", async () => {
    const { replay } = setUp();
    replay.seek(2);
    replay.play();
    replay.pause();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(replay.state.getState().position).toBe(2);
    replay.play();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(replay.state.getState().position).toBe(6);
  });
});
