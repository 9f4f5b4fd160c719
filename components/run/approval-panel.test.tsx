// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { ApprovalState } from "@/lib/core/agent/run-state";
import { fail, ok } from "@/lib/core/errors/result";
import { ApprovalPanel } from "./approval-panel";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function request(part: Partial<ApprovalState> = {}): ApprovalState {
  return {
    approvalId: "a_1",
    callId: "c_1",
    runId: "r_1",
    tool: "Bash",
    arguments: { command: "npm test" },
    digest: "d1",
    sideEffects: ["process"],
    risk: "high",
    askedAt: Date.now() - 1000,
    expiresAt: Date.now() + 60_000,
    ...part,
  };
}

/** Makes every box as tall as a long text, seen through a small window. */
function giveBoxesAnEnd(scrollHeight: number, clientHeight: number) {
  vi.spyOn(Element.prototype, "scrollHeight", "get").mockReturnValue(scrollHeight);
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(clientHeight);
}

const approve = () => screen.getByRole<HTMLButtonElement>("button", { name: /^Approve/ });

describe("ApprovalPanel", () => {
  it("shows the sentence, every argument, what it touches and the risk", () => {
    render(
      <ApprovalPanel
        approval={request({ arguments: { command: "npm test", timeout: 5, cwd: null } })}
        decide={vi.fn()}
      />,
    );
    const box = screen.getByRole("region", { name: "Exact arguments of Bash" });
    expect(box.textContent).toContain("npm test");
    expect(box.textContent).toContain("timeoutnumber5");
    expect(box.textContent).toContain("cwdnullnull");
    expect(screen.getByText("high risk")).toBeTruthy();
    expect(screen.getByRole("list", { name: "What it touches" }).textContent).toContain("runs commands");
  });

  it("says of a call made by hand that nobody asked for it", () => {
    const { container, rerender } = render(
      <ApprovalPanel approval={request()} asker={{ agentName: "clerk", prompt: "" }} />,
    );
    expect(container.textContent).toContain("Called by hand.");
    expect(container.textContent).not.toContain("Asked by");
    rerender(<ApprovalPanel approval={request()} asker={{ agentName: "clerk", prompt: "Tidy up" }} />);
    expect(container.textContent).toContain("Asked by clerk for: “Tidy up”");
  });

  it("counts nothing as read and takes no key while its pane is off the screen", async () => {
    const decide = vi.fn(async () => ok(undefined));
    render(
      <div style={{ display: "none" }}>
        <ApprovalPanel approval={request()} decide={decide} keys />
      </div>,
    );
    expect(screen.getByRole<HTMLButtonElement>("button", { name: /^Approve/, hidden: true }).disabled).toBe(true);
    await userEvent.keyboard("a");
    await userEvent.keyboard("d");
    expect(decide).not.toHaveBeenCalled();
    expect(screen.queryByLabelText(/Why not/)).toBeNull();
  });

  it("keeps Approve off until a long request was scrolled to its end", async () => {
    giveBoxesAnEnd(2000, 288);
    const decide = vi.fn(async () => ok(undefined));
    render(<ApprovalPanel approval={request()} decide={decide} keys />);
    expect(approve().disabled).toBe(true);
    await userEvent.keyboard("a");
    expect(decide).not.toHaveBeenCalled();
    const box = screen.getByRole("region", { name: "Exact arguments of Bash" });
    box.scrollTop = 1000;
    fireEvent.scroll(box);
    expect(approve().disabled).toBe(true);
    box.scrollTop = 1712;
    fireEvent.scroll(box);
    expect(approve().disabled).toBe(false);
    await userEvent.keyboard("a");
    expect(decide).toHaveBeenCalledExactlyOnceWith("a_1", "approved", undefined);
  });

  it("opens Approve when everything was expanded", async () => {
    giveBoxesAnEnd(2000, 288);
    render(<ApprovalPanel approval={request()} decide={vi.fn()} />);
    await userEvent.click(screen.getByRole("button", { name: "Expand all" }));
    expect(approve().disabled).toBe(false);
  });

  it("asks for every part of arguments that are too long to be drawn at once", async () => {
    render(<ApprovalPanel approval={request({ arguments: { command: "x".repeat(130_000) } })} decide={vi.fn()} />);
    expect(approve().disabled).toBe(true);
    await userEvent.click(screen.getByRole("button", { name: /Show the next part/ }));
    expect(approve().disabled).toBe(true);
    await userEvent.click(screen.getByRole("button", { name: /Show the next part/ }));
    expect(approve().disabled).toBe(false);
    expect(screen.getByRole("region", { name: "Exact arguments of Bash" }).textContent?.length).toBeGreaterThan(
      130_000,
    );
  });

  it("must be read again when the arguments under it become others", () => {
    giveBoxesAnEnd(100, 288);
    const { rerender } = render(<ApprovalPanel approval={request()} decide={vi.fn()} />);
    expect(approve().disabled).toBe(false);
    giveBoxesAnEnd(2000, 288);
    rerender(
      <ApprovalPanel approval={request({ digest: "d2", arguments: { command: "rm -rf ." } })} decide={vi.fn()} />,
    );
    expect(approve().disabled).toBe(true);
  });

  it("draws hidden characters in red boxes and says that they are there", () => {
    const { container } = render(
      <ApprovalPanel
        approval={request({ arguments: { command: "rm\u200b -rf\u202e /\u2028x\u{e0100}" } })}
        decide={vi.fn()}
      />,
    );
    expect(screen.getByText("Contains hidden characters")).toBeTruthy();
    const box = screen.getByRole("region", { name: "Exact arguments of Bash" });
    const marks = [...box.querySelectorAll("[data-hidden-character]")].map((mark) => mark.textContent);
    expect(marks).toEqual(["U+200B", "U+202E", "U+2028", "U+E0100"]);
    expect(container.textContent).not.toMatch(/[\u200b\u202e\u2028]/);
  });

  it("denies with a reason, and the letters are text while it is typed", async () => {
    const user = userEvent.setup();
    const decide = vi.fn(async () => ok(undefined));
    render(<ApprovalPanel approval={request()} decide={decide} keys />);
    await user.keyboard("d");
    const field = screen.getByRole("textbox", { name: /Why not/ });
    expect(document.activeElement).toBe(field);
    await user.keyboard("a bad idea");
    expect(decide).not.toHaveBeenCalled();
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(decide).toHaveBeenCalledExactlyOnceWith("a_1", "denied", "a bad idea");
  });

  it("has no keys where another request owns them", async () => {
    const decide = vi.fn(async () => ok(undefined));
    render(<ApprovalPanel approval={request()} decide={decide} />);
    await userEvent.keyboard("a");
    expect(decide).not.toHaveBeenCalled();
  });

  it("sends one decision for a double click", async () => {
    const decide = vi.fn(() => new Promise<ReturnType<typeof ok<void>>>(() => undefined));
    render(<ApprovalPanel approval={request()} decide={decide} />);
    await userEvent.dblClick(approve());
    expect(decide).toHaveBeenCalledTimes(1);
  });

  it("says who was first when the server refuses a second decision", async () => {
    const decide = vi.fn(async () => fail("already-decided", "Grace approved this at 14:03."));
    render(<ApprovalPanel approval={request()} decide={decide} />);
    await userEvent.click(approve());
    expect((await screen.findByRole("alert")).textContent).toContain("Grace approved this at 14:03.");
  });

  it("cannot be approved when its time is over, also when the clock passes while it is open", () => {
    vi.useFakeTimers({ now: 1_000_000 });
    try {
      render(<ApprovalPanel approval={request({ askedAt: 999_000, expiresAt: 1_002_500 })} decide={vi.fn()} />);
      expect(approve().disabled).toBe(false);
      act(() => vi.advanceTimersByTime(4000));
      expect(approve().disabled).toBe(true);
      expect(screen.getByText(/The time to decide is over/)).toBeTruthy();
    } finally {
      vi.useRealTimers();
    }
  });

  it("says since when it waits, in the first second without a number", () => {
    vi.useFakeTimers({ now: 1_000_000 });
    try {
      render(<ApprovalPanel approval={request({ askedAt: 1_000_000, expiresAt: 1_300_000 })} decide={vi.fn()} />);
      expect(screen.getByText(/^asked just now ·/)).toBeTruthy();
      act(() => vi.advanceTimersByTime(2000));
      expect(screen.getByText(/^asked 2\.0 s ago ·/)).toBeTruthy();
    } finally {
      vi.useRealTimers();
    }
  });

  it("shows who decided, when and why, and offers nothing more", () => {
    render(
      <ApprovalPanel
        approval={request({ decision: { kind: "denied", by: "Ada", reason: "not now", at: Date.now() } })}
        decide={vi.fn()}
      />,
    );
    expect(screen.getByText(/Denied/).parentElement?.textContent).toMatch(/Denied by Ada at \d\d:\d\d:\d\d: “not now”/);
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("only looks where there is nobody to decide", () => {
    render(<ApprovalPanel approval={request()} />);
    expect(screen.queryByRole("button", { name: /Approve|Deny/ })).toBeNull();
    expect(screen.getByText(/This view can only look/)).toBeTruthy();
  });
});
