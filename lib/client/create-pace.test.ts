import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createPace } from "./create-pace";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A pace whose rounds take so long, by a clock that only they and the test move. */
function paced(roundMs: number) {
  let spent = 0;
  const rounds: number[] = [];
  const now = () => Date.now() + spent;
  const pace = createPace(() => {
    rounds.push(Date.now());
    spent += roundMs;
  }, now);
  const start = Date.now();
  return { pace, rounds: () => rounds.map((at) => at - start) };
}

describe("a pace", () => {
  it("does at once what is asked first", () => {
    const { pace, rounds } = paced(1);
    pace.ask();
    expect(rounds()).toEqual([0]);
  });

  it("does once what was asked many times meanwhile, and nothing when nothing was", () => {
    const { pace, rounds } = paced(1);
    for (let event = 0; event < 400; event += 1) pace.ask();
    vi.advanceTimersByTime(5000);
    expect(rounds()).toEqual([0, 16]);
  });

  it("leaves the page longer alone the longer a round takes, up to a limit", () => {
    const lengths = [100, 10_000].map((roundMs) => {
      const { pace, rounds } = paced(roundMs);
      pace.ask();
      pace.ask();
      vi.advanceTimersByTime(5000);
      return rounds();
    });
    expect(lengths).toEqual([
      [0, 400],
      [0, 2000],
    ]);
  });

  it("does nothing after its end, and can begin again", () => {
    const { pace, rounds } = paced(1);
    pace.ask();
    pace.ask();
    pace.end();
    vi.advanceTimersByTime(5000);
    expect(rounds()).toEqual([0]);
    pace.ask();
    expect(rounds()).toEqual([0, 5000]);
  });

  it("goes on when a round asks for another one", () => {
    let rounds = 0;
    const pace = createPace(() => {
      rounds += 1;
      if (rounds < 3) pace.ask();
    });
    pace.ask();
    vi.advanceTimersByTime(5000);
    expect(rounds).toBe(3);
  });
});
