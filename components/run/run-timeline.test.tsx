// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { foldEvents } from "@/lib/core/agent/fold-event";
import type { RunState } from "@/lib/core/agent/run-state";
import { ok } from "@/lib/core/errors/result";
import { LogBuilder, okWith } from "@/lib/examples/recorded-runs/log-builder";
import { recordedRun, recordedRuns } from "@/lib/examples/recorded-runs/recorded-runs";
import { giveElementsASize } from "@/lib/testing/give-elements-a-size";
import { TooltipProvider } from "../ui/tooltip";
import { RunTimeline } from "./run-timeline";
import { timelineRows } from "./timeline-rows";

giveElementsASize(800, 600);
afterEach(cleanup);

const show = (element: ReactElement) => render(<TooltipProvider>{element}</TooltipProvider>);

function runsOf(name: string): RunState[] {
  const recorded = recordedRun(name);
  if (recorded === undefined) throw new Error(`no recorded run ${name}`);
  return foldEvents(recorded.events()).runs;
}

describe("RunTimeline", () => {
  it.each(recordedRuns.map((recorded) => [recorded.name]))("draws the recorded run %s without a fault", (name) => {
    show(<RunTimeline runs={runsOf(name)} actions={{}} />);
    expect(screen.getByRole("feed", { name: "Timeline of the run" })).toBeTruthy();
  });

  it.each(recordedRuns.map((recorded) => [recorded.name]))("is a feed of named articles only in %s", (name) => {
    const points = { has: () => true, compare: () => {}, rollBack: () => {}, fork: () => {} };
    show(<RunTimeline runs={runsOf(name)} actions={{}} endActions={{ sendPrompt: () => {} }} points={points} />);
    const feed = screen.getByRole("feed", { name: "Timeline of the run" });
    for (const control of feed.querySelectorAll("button, a, input, [role]")) {
      expect(control.closest('article[aria-label], [role="article"][aria-label]'), control.outerHTML).not.toBeNull();
    }
  });

  it("shows one card with its own buttons for each of two requests", () => {
    const decide = vi.fn(async () => ok(undefined));
    show(<RunTimeline runs={runsOf("parallel-approvals")} actions={{ decide }} />);
    const cards = screen
      .getAllByRole("article")
      .filter((card) => card.getAttribute("aria-label")?.includes("waiting for you"));
    expect(cards).toHaveLength(2);
    for (const card of cards) {
      expect(within(card).getByRole("button", { name: /^Approve/ })).toBeTruthy();
      expect(within(card).getByRole("button", { name: /^Deny/ })).toBeTruthy();
    }
  });

  it("decides all of several requests in the order in which they were asked", async () => {
    const decide = vi.fn(async () => ok(undefined));
    const runs = runsOf("parallel-approvals");
    show(<RunTimeline runs={runs} actions={{ decide }} />);
    await userEvent.click(screen.getByRole("button", { name: "Deny all 2" }));
    const asked = runs
      .flatMap((run) => Object.values(run.calls))
      .flatMap((call) => (call.phase === "waiting" && call.approval !== undefined ? [call.approval] : []))
      .sort((a, b) => a.askedAt - b.askedAt);
    expect(decide.mock.calls).toEqual(asked.map((approval) => [approval.approvalId, "denied"]));
  });

  it("draws only what is looked at of ten thousand rows", () => {
    const [run] = runsOf("parallel-approvals");
    if (run === undefined) throw new Error("the record has a run");
    const call = Object.values(run.calls)[0];
    if (call === undefined) throw new Error("the run has a call");
    const calls = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [
        `c_${index}`,
        { ...call, callId: `c_${index}`, phase: "checking" as const },
      ]),
    );
    const long: RunState = {
      ...run,
      calls,
      steps: [{ step: 1, text: "", callIds: Object.keys(calls), startedAt: 0 }],
    };
    expect(timelineRows([long]).length).toBeGreaterThanOrEqual(10_000);
    const { container } = show(<RunTimeline runs={[long]} actions={{}} />);
    expect(screen.getAllByRole("article").length).toBeLessThan(60);
    expect(container.querySelectorAll("*").length).toBeLessThan(5000);
  });

  it("stops following when the person scrolls up, also in a timeline that began empty", () => {
    const runs = runsOf("streaming");
    const { rerender } = show(<RunTimeline runs={[]} actions={{}} />);
    expect(screen.getByText("Nothing has run yet")).toBeTruthy();
    rerender(
      <TooltipProvider>
        <RunTimeline runs={runs} actions={{}} />
      </TooltipProvider>,
    );
    expect(screen.queryByRole("button", { name: "To the end" })).toBeNull();
    fireEvent.wheel(screen.getByRole("feed", { name: "Timeline of the run" }), { deltaY: -120 });
    expect(screen.getByRole("button", { name: "To the end" })).toBeTruthy();
  });

  it("follows again when a new run begins, however far up the person had scrolled", () => {
    const { events } = new LogBuilder().run("one").step("first").run("two", {}, "r_second").step("second");
    const runs = foldEvents(events).runs;
    const feed = (shown: RunState[]) => (
      <TooltipProvider>
        <RunTimeline runs={shown} actions={{}} />
      </TooltipProvider>
    );
    const { rerender } = render(feed(runs.slice(0, 1)));
    fireEvent.wheel(screen.getByRole("feed", { name: "Timeline of the run" }), { deltaY: -120 });
    rerender(feed(runs.slice(0, 1).map((run) => ({ ...run }))));
    expect(screen.getByRole("button", { name: "To the end" })).toBeTruthy();
    rerender(feed(runs));
    expect(screen.queryByRole("button", { name: "To the end" })).toBeNull();
  });

  it("says to a screen reader who waits, and never the stream of words", () => {
    show(<RunTimeline runs={runsOf("parallel-approvals")} actions={{}} />);
    expect(screen.getByText("2 requests wait for your decision.").getAttribute("role")).toBe("status");
  });

  it("tells a view that can only look that a request waits for a person, not for its reader", () => {
    show(<RunTimeline runs={runsOf("parallel-approvals")} actions={{}} />);
    expect(screen.getByRole("region", { name: "Requests that wait for a person" }).textContent).toContain(
      "2 requests wait for a person",
    );
  });

  it("makes no script, remote image or raw HTML of what a model says", async () => {
    const { events } = new LogBuilder()
      .run("go")
      .step("<img src=x onerror=alert(1)> ![p](https://evil.example/p.png) [link](javascript:alert(1)) **bold**");
    const { container } = show(<RunTimeline runs={foldEvents(events).runs} actions={{}} />);
    await waitFor(() => expect(container.querySelector("strong")?.textContent).toBe("bold"), { timeout: 10_000 });
    expect(container.querySelector("img, script, iframe")).toBeNull();
    expect(container.querySelector("a[href^='javascript']")).toBeNull();
  });

  it("draws the hidden characters of what a model says as their names", async () => {
    const { events } = new LogBuilder().run("go").step("safe\u202e **txt\u200b.exe** `a\u2066b`");
    const { container } = show(<RunTimeline runs={foldEvents(events).runs} actions={{}} />);
    await waitFor(() => expect(container.querySelector("strong")).toBeTruthy(), { timeout: 10_000 });
    const names = [...container.querySelectorAll("[data-hidden-character]")].map(({ textContent }) => textContent);
    expect(names).toEqual(["U+202E", "U+200B", "U+2066"]);
    expect(container.textContent).not.toMatch(/[\u202e\u200b\u2066]/);
  });

  it("shows what a call shares, what the next step's calls find shared, and where the whole of a cut result is", async () => {
    const openFile = vi.fn();
    const cut = { parts: [], empty: false, truncated: true, bytes: 900_000, wholeAt: "/results/r-c_1.txt" };
    const { events } = new LogBuilder()
      .run("go")
      .step()
      .draft("c_1", { tool: "sign_in" })
      .endStep()
      .ran("c_1", { status: "ok", result: cut, assigns: { user: "ana" } })
      .step("done")
      .endStep({ finish: "text" })
      .end();
    show(<RunTimeline runs={foldEvents(events).runs} actions={{ openFile }} />);
    expect(screen.getByText(/Shares with later calls:/).textContent).toContain("user");
    expect(screen.getAllByText(/The tools share:/)).toHaveLength(1);
    await userEvent.click(screen.getByRole("button", { name: "Open the whole result" }));
    expect(openFile).toHaveBeenCalledWith("/results/r-c_1.txt");
  });

  it("ends with the result that was submitted last, or says that none was", () => {
    const tools = [{ name: "submit_result", description: "", parameters: {}, sideEffects: [], fingerprint: "" }];
    const asked = () => new LogBuilder().run("go", { tools }).step();
    const bad = { status: "invalid-arguments" as const, text: "Invalid arguments: score: too big", issues: [] };
    const submitted = asked()
      .draft("c_1", { tool: "submit_result", arguments: { score: 7 } })
      .draft("c_2", { tool: "submit_result", arguments: { score: 8 } })
      .draft("c_3", { tool: "submit_result", arguments: { score: 99 } })
      .endStep()
      .ran("c_1", okWith([]))
      .ran("c_2", okWith([]))
      .settle("c_3", bad)
      .words("done");
    show(<RunTimeline runs={foldEvents(submitted.events).runs} actions={{}} />);
    expect(screen.getByRole("region", { name: "Result of the run" }).textContent).toContain("8");
    cleanup();
    const nothing = asked().draft("c_3", { tool: "submit_result" }).endStep().settle("c_3", bad).words("done");
    show(<RunTimeline runs={foldEvents(nothing.events).runs} actions={{}} />);
    expect(screen.getByText("No result was submitted")).toBeTruthy();
  });
});
