// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { TooltipProvider } from "@/components/ui/tooltip";
import { TopBar, type TopBarProps } from "./top-bar";

afterEach(cleanup);

const show = (part: Partial<TopBarProps>) =>
  render(
    <TooltipProvider>
      <TopBar title="Session" onPalette={() => {}} {...part} />
    </TooltipProvider>,
  );

describe("Stop in the top bar", () => {
  it("names what it stops", async () => {
    const onStop = vi.fn();
    show({ stop: { name: "wait_a, which waits for you", onStop } });
    await userEvent.click(screen.getByRole("button", { name: "Stop wait_a, which waits for you" }));
    expect(onStop).toHaveBeenCalledOnce();
  });

  it("is absent while nothing is open", () => {
    show({});
    expect(screen.queryByRole("button", { name: /^Stop/ })).toBeNull();
  });
});
