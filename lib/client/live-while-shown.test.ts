import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openLiveWhileShown } from "./live-while-shown";

class Page extends EventTarget {
  visibilityState: DocumentVisibilityState = "visible";

  turn(state: DocumentVisibilityState): void {
    this.visibilityState = state;
    this.dispatchEvent(new Event("visibilitychange"));
  }
}

describe("the live connection of a page", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function setUp() {
    const page = new Page();
    const world = { opened: 0, closed: 0, retried: 0, asked: 0, driving: false };
    const live = openLiveWhileShown(
      {
        access: { sessionId: "s_1" },
        after: () => 0,
        onEvents: () => {},
        onState: () => {},
        neededWhileHidden: () => world.driving,
        onHiddenMinute: () => {
          world.asked += 1;
        },
      },
      page as unknown as Document,
      () => {
        world.opened += 1;
        return {
          retryNow: () => {
            world.retried += 1;
          },
          close: () => {
            world.closed += 1;
          },
        };
      },
    );
    return { page, world, live };
  }

  it("stays open through a short look elsewhere", () => {
    const { page, world } = setUp();
    page.turn("hidden");
    vi.advanceTimersByTime(59_000);
    page.turn("visible");
    vi.advanceTimersByTime(300_000);
    expect(world).toMatchObject({ opened: 1, closed: 0, asked: 0 });
  });

  it("is given back after a minute out of sight, asks once a minute, and opens when it is seen again", () => {
    const { page, world } = setUp();
    page.turn("hidden");
    vi.advanceTimersByTime(61_000);
    expect(world).toMatchObject({ opened: 1, closed: 1, asked: 0 });
    vi.advanceTimersByTime(120_000);
    expect(world).toMatchObject({ opened: 1, closed: 1, asked: 2 });
    page.turn("visible");
    expect(world).toMatchObject({ opened: 2, closed: 1 });
    vi.advanceTimersByTime(300_000);
    expect(world).toMatchObject({ opened: 2, closed: 1, asked: 2 });
  });

  it("stays while this tab drives a run, and only that long", () => {
    const { page, world } = setUp();
    world.driving = true;
    page.turn("hidden");
    vi.advanceTimersByTime(600_000);
    expect(world.closed).toBe(0);
    world.driving = false;
    vi.advanceTimersByTime(60_000);
    expect(world.closed).toBe(1);
  });

  it("is over when it is closed, whatever the page does after", () => {
    const { page, world, live } = setUp();
    live.retryNow();
    live.close();
    page.turn("hidden");
    vi.advanceTimersByTime(300_000);
    page.turn("visible");
    expect(world).toEqual({ opened: 1, closed: 1, retried: 1, asked: 0, driving: false });
  });
});
