// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { foldEvents } from "@/lib/core/agent/fold-event";
import type { RunState } from "@/lib/core/agent/run-state";
import { fail, ok } from "@/lib/core/errors/result";
import { recordedRun } from "@/lib/examples/recorded-runs/recorded-runs";
import { AgentComposer, type AgentComposerProps } from "./agent-composer";

afterEach(cleanup);

function runOf(name: string): RunState {
  const run = foldEvents(recordedRun(name)?.events() ?? []).runs.at(-1);
  if (run === undefined) throw new Error(`no recorded run ${name}`);
  return run;
}

function show(part: Partial<AgentComposerProps>) {
  const onRun = vi.fn(async () => ok(undefined));
  const onStop = vi.fn(async () => ok(undefined));
  const onDenyAndRun = vi.fn(async () => ok(undefined));
  render(<AgentComposer run={undefined} onRun={onRun} onStop={onStop} onDenyAndRun={onDenyAndRun} {...part} />);
  return { onRun, onStop, onDenyAndRun, user: userEvent.setup() };
}

const prompt = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Prompt" });

describe("AgentComposer", () => {
  it("offers Stop for a run that the log says is open, and Run for one that ended", async () => {
    const { user, onStop } = show({ run: runOf("streaming") });
    expect(screen.queryByRole("button", { name: "Run" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Stop" }));
    expect(onStop).toHaveBeenCalledOnce();
    cleanup();
    show({ run: runOf("step-limit") });
    expect(screen.getByRole("button", { name: "Run" })).toBeTruthy();
  });

  it("runs an example with the keyboard alone", async () => {
    const { user, onRun } = show({ examples: ["Find the TODOs"] });
    await user.click(screen.getByRole("button", { name: "Find the TODOs" }));
    await user.click(prompt());
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(onRun).toHaveBeenCalledExactlyOnceWith("Find the TODOs");
    expect(prompt().value).toBe("");
  });

  it("asks what to do with a request before it sends, and keeps the text", async () => {
    const { user, onRun, onDenyAndRun } = show({ run: runOf("parallel-approvals") });
    await user.type(prompt(), "something else");
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(onRun).not.toHaveBeenCalled();
    expect(screen.getByRole("alert").textContent).toContain("Answer the request first");
    await user.click(screen.getByRole("button", { name: "Answer it first" }));
    expect(prompt().value).toBe("something else");
    await user.click(prompt());
    await user.keyboard("{Control>}{Enter}{/Control}");
    await user.click(screen.getByRole("button", { name: "Deny and continue" }));
    expect(onDenyAndRun).toHaveBeenCalledExactlyOnceWith("something else");
  });

  it("keeps the prompt and says why when the server refuses it", async () => {
    const { user } = show({ onRun: async () => fail("busy", "Another run is open.", { fix: "Stop it first." }) });
    await user.type(prompt(), "go");
    await user.click(screen.getByRole("button", { name: "Run" }));
    expect((await screen.findByRole("alert")).textContent).toContain("Another run is open. Stop it first.");
    expect(prompt().value).toBe("go");
  });

  it("says why nothing can run, and runs nothing", async () => {
    const { user, onRun } = show({ unavailable: "The definition does not load." });
    await user.type(prompt(), "go");
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(onRun).not.toHaveBeenCalled();
    expect(screen.getByText("The definition does not load.")).toBeTruthy();
  });

  it("offers to take up an open run that nobody drives", async () => {
    const onContinueRun = vi.fn(async () => ok(undefined));
    const run = runOf("streaming");
    const { user } = show({ run, undriven: true, onContinueRun });
    await user.click(screen.getByRole("button", { name: "Continue" }));
    expect(onContinueRun).toHaveBeenCalledExactlyOnceWith(run.runId);
  });
});
