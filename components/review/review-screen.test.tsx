// @vitest-environment jsdom
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { emptySessionRuns, foldEvents } from "@/lib/core/agent/fold-event";
import type { SessionRuns } from "@/lib/core/agent/run-state";
import { recordedRun } from "@/lib/examples/recorded-runs/recorded-runs";
import { ReviewScreen } from "./review-screen";

// The records were made on a fixed morning and their requests stay open for a day.
beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 28, 10, 0, 0), toFake: ["Date"] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const logOf = (name: string): SessionRuns => foldEvents(recordedRun(name)?.events() ?? []);

function screenOf(log: SessionRuns, live: "open" | "lost" = "open", onReconnect = () => undefined) {
  return (
    <ReviewScreen
      title="Tidy"
      log={log}
      live={live}
      onReconnect={onReconnect}
      renderName={({ approval }) => approval.tool}
      renderRequest={({ approval }, { keys }) => (
        <p data-testid="request">
          {approval.tool} {keys ? "has the keys" : "is only shown"}
        </p>
      )}
    />
  );
}

const shown = () => screen.getByTestId("request").textContent;

describe("ReviewScreen", () => {
  it("says so when nothing waits", () => {
    render(screenOf(emptySessionRuns));
    expect(screen.getByText("Nothing waits for you")).toBeTruthy();
  });

  it("fills the page with the request that waited longest and walks with j and k", async () => {
    const user = userEvent.setup();
    render(screenOf(logOf("parallel-approvals")));
    expect(shown()).toBe("rename_symbol has the keys");
    await user.keyboard("j");
    expect(shown()).toBe("remove_files has the keys");
    await user.keyboard("j");
    expect(shown()).toBe("remove_files has the keys");
    await user.keyboard("k");
    expect(shown()).toBe("rename_symbol has the keys");
    const queue = within(screen.getByRole("navigation", { name: "Requests" }));
    await user.click(queue.getByRole("button", { name: /remove_files/ }));
    expect(shown()).toBe("remove_files has the keys");
  });

  it("keeps a request on the page that somebody else decides meanwhile, without its keys, and leads to the next", async () => {
    const user = userEvent.setup();
    const before = logOf("parallel-approvals");
    const { rerender } = render(screenOf(before));
    const approval = before.runs[0]?.calls.c_1?.approval;
    if (approval === undefined) throw new Error("the record asks");
    const after = foldEvents(
      [
        {
          seq: before.lastSeq + 1,
          at: Date.now(),
          runId: approval.runId,
          type: "approval-end",
          approvalId: approval.approvalId,
          callId: approval.callId,
          digest: approval.digest,
          decision: "approved",
          by: "Grace",
        },
      ],
      before,
    );
    rerender(screenOf(after));
    expect(shown()).toBe("rename_symbol is only shown");
    expect(screen.getByText("Already approved by Grace")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Next request" }));
    expect(shown()).toBe("remove_files has the keys");
  });

  it("tells a request whose time is over from one that was denied", async () => {
    vi.setSystemTime(Date.UTC(2026, 1, 28));
    render(screenOf(logOf("parallel-approvals")));
    const user = userEvent.setup();
    await user.keyboard("j");
    expect(screen.getByText("This request has expired")).toBeTruthy();
    expect(shown()).toMatch(/is only shown/);
  });

  it("says that what is shown may be old when the connection is lost", async () => {
    const onReconnect = vi.fn();
    render(screenOf(logOf("parallel-approvals"), "lost", onReconnect));
    expect(screen.getByRole("alert").textContent).toContain("may be old");
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(onReconnect).toHaveBeenCalledOnce();
  });
});
