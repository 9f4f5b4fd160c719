// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { useTabStrip } from "./use-tab-strip";

afterEach(cleanup);

function Strip({ width, room }: { width: number; room: number }) {
  const strip = useTabStrip();
  return (
    <div
      aria-label="tabs"
      ref={(element) => {
        strip.current = element;
        // The page of the tests has no layout.
        if (element !== null) {
          Object.defineProperty(element, "scrollWidth", { value: width, configurable: true });
          Object.defineProperty(element, "clientWidth", { value: room, configurable: true });
        }
      }}
      role="tablist"
    />
  );
}

function turn(deltaY: number): WheelEvent {
  const event = new WheelEvent("wheel", { deltaY, bubbles: true, cancelable: true });
  screen.getByRole("tablist").dispatchEvent(event);
  return event;
}

describe("a strip of tabs under a mouse wheel", () => {
  it("moves sideways where it is longer than its place", () => {
    render(<Strip room={100} width={300} />);
    expect(turn(40).defaultPrevented).toBe(true);
    expect(screen.getByRole("tablist").scrollLeft).toBe(40);
  });

  it("leaves the wheel to the page where all of it is in sight", () => {
    render(<Strip room={300} width={300} />);
    expect(turn(40).defaultPrevented).toBe(false);
    expect(screen.getByRole("tablist").scrollLeft).toBe(0);
  });
});
