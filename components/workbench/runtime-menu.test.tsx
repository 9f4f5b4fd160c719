// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { TooltipProvider } from "@/components/ui/tooltip";
import type { RuntimeState } from "@/lib/client/workbench-types";
import { RuntimeBanner } from "./runtime-banner";
import { RuntimeMenu } from "./runtime-menu";

afterEach(cleanup);

const idle: RuntimeState = {
  offer: { host: "stackblitz.com" },
  phase: "idle",
  problem: undefined,
  dismissed: false,
  openPorts: [],
};
const unavailable: RuntimeState = {
  ...idle,
  phase: "unavailable",
  again: "retry",
  problem: {
    code: "host-unreachable",
    message: "https://stackblitz.com cannot be reached.",
    fix: "Check the network.",
  },
};

function show(state: RuntimeState) {
  const acts = { onStart: vi.fn(), onStop: vi.fn() };
  render(
    <TooltipProvider>
      <RuntimeMenu state={state} {...acts} />
    </TooltipProvider>,
  );
  return acts;
}

describe("the menu of where commands run", () => {
  it("starts nothing before the person has read whose service it is, and what its terms ask", async () => {
    const { onStart } = show(idle);
    await userEvent.click(screen.getByRole("button", { name: "Commands run in: Shell" }));
    await userEvent.click(screen.getByRole("button", { name: "Start WebContainer…" }));
    const dialog = screen.getByRole("dialog", { name: "Start Node in this browser?" });
    expect(dialog.textContent).toContain("stackblitz.com");
    expect(dialog.textContent).toContain("commercial use needs a licence");
    expect(onStart).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole("button", { name: "Start Node" }));
    expect(onStart).toHaveBeenCalledOnce();
  });

  it("can be left by the keyboard without starting anything", async () => {
    const { onStart } = show(idle);
    await userEvent.tab();
    await userEvent.keyboard("{Enter}");
    await userEvent.click(screen.getByRole("button", { name: "Start WebContainer…" }));
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("dialog", { name: "Start Node in this browser?" })).toBeNull();
    expect(onStart).not.toHaveBeenCalled();
  });

  it("lets a start be cancelled, and a running container be left", async () => {
    const starting = show({ ...idle, phase: "booting" });
    await userEvent.click(screen.getByRole("button", { name: "Commands run in: Starting Node" }));
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(starting.onStop).toHaveBeenCalledOnce();
    cleanup();
    const ready = show({ ...idle, phase: "ready" });
    await userEvent.click(screen.getByRole("button", { name: "Commands run in: Node" }));
    await userEvent.click(screen.getByRole("button", { name: "Back to the embedded shell" }));
    expect(ready.onStop).toHaveBeenCalledOnce();
  });

  it("says what is wrong and offers another try", async () => {
    const { onStart } = show(unavailable);
    await userEvent.click(screen.getByRole("button", { name: "Commands run in: Shell, Node is not available" }));
    expect(screen.getByText("https://stackblitz.com cannot be reached.")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    expect(onStart).toHaveBeenCalledOnce();
  });

  it("is absent where nothing is offered", () => {
    show({ ...idle, offer: undefined });
    expect(screen.queryByRole("button")).toBeNull();
  });
});

describe("the banner of a Node that is not there", () => {
  function banner(state: RuntimeState) {
    const acts = { onRetry: vi.fn(), onDismiss: vi.fn() };
    render(<RuntimeBanner state={state} {...acts} />);
    return acts;
  }

  it("says why, that the files are intact, and takes Retry and Dismiss", async () => {
    const acts = banner(unavailable);
    const alert = screen.getByRole("alert");
    expect(alert.textContent).toContain("https://stackblitz.com cannot be reached.");
    expect(alert.textContent).toContain("your files are as they were");
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    await userEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    expect([acts.onRetry, acts.onDismiss].map((act) => act.mock.calls.length)).toEqual([1, 1]);
  });

  it("offers a reload where only that helps", () => {
    banner({ ...unavailable, again: "reload" });
    expect(screen.getByRole("button", { name: "Reload the page" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
  });

  it("is gone once it was read, and while all is well", () => {
    banner({ ...unavailable, dismissed: true });
    banner({ ...idle, phase: "ready" });
    expect(screen.queryByRole("alert")).toBeNull();
  });
});
