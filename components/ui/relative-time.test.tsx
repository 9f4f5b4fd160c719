// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RelativeTime, relativeTime } from "./relative-time";

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 2, 1) }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe("a moment as how long ago it was", () => {
  it.each([
    [-2_000, "now"],
    [-90_000, "1m ago"],
    [-3 * 3_600_000, "3h ago"],
    [2 * 3_600_000, "in 2h"],
  ])("%i ms away reads %s", (away, words) => {
    expect(relativeTime(away, 0)).toBe(words);
  });

  it("follows the clock", () => {
    render(<RelativeTime at={Date.now()} />);
    expect(screen.getByText("now")).toBeTruthy();
    act(() => void vi.advanceTimersByTime(60_000));
    expect(screen.getByText("1m ago")).toBeTruthy();
  });

  it("is never ahead of a clock that was read before it", () => {
    const { rerender } = render(<RelativeTime at={Date.now()} />);
    act(() => void vi.advanceTimersByTime(14_000));
    rerender(<RelativeTime at={Date.now()} />);
    expect(screen.getByText("now")).toBeTruthy();
  });
});
