import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RunEvent } from "@/lib/core/agent/event";
import { emptySessionRuns, foldEvents } from "@/lib/core/agent/fold-event";
import { ok } from "@/lib/core/errors/result";
import { createEventFeed } from "./event-feed";

const text = (seq: number): RunEvent => ({ seq, at: seq, runId: "r_1", type: "text-delta", step: 1, text: `${seq} ` });
const log: RunEvent[] = [
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
  { seq: 2, at: 2, runId: "r_1", type: "step-start", step: 1 },
  ...Array.from({ length: 12 }, (_, index) => text(index + 3)),
];

describe("event feed", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("folds each event once and in order, whatever channels bring in whatever order", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(log.length - 1), { maxLength: 60 }),
        fc.shuffledSubarray(log, { minLength: log.length }),
        (repeats, shuffled) => {
          const feed = createEventFeed({ initial: emptySessionRuns, read: async () => ok([]) });
          for (const index of repeats) feed.receive([log[index] as RunEvent]);
          for (const event of shuffled) feed.receive([event]);
          expect(feed.log()).toEqual(foldEvents(log));
          feed.dispose();
        },
      ),
    );
  });

  it("never shows what comes after a hole, and asks the server for the hole", async () => {
    const asked: number[] = [];
    const feed = createEventFeed({
      initial: emptySessionRuns,
      read: async (after) => {
        asked.push(after);
        return ok(log.filter((event) => event.seq > after));
      },
    });
    feed.receive(log.slice(0, 3));
    feed.receive([text(6)]);
    expect(feed.log().lastSeq).toBe(3);
    await vi.advanceTimersByTimeAsync(500);
    expect(asked).toEqual([3]);
    expect(feed.log()).toEqual(foldEvents(log));
    feed.dispose();
  });

  it("does not ask when another channel fills the hole in time", async () => {
    const read = vi.fn(async () => ok([] as RunEvent[]));
    const feed = createEventFeed({ initial: emptySessionRuns, read });
    feed.receive(log.slice(0, 3));
    feed.receive([text(5)]);
    feed.receive([text(4)]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(read).not.toHaveBeenCalled();
    expect(feed.log().lastSeq).toBe(5);
    feed.dispose();
  });
});
