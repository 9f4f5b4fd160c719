// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { foldEvents } from "@/lib/core/agent/fold-event";
import { StepLine } from "./step-line";

afterEach(cleanup);

it("offers the files as a step found them from the keyboard, where that state is kept", async () => {
  const step = { step: 2, text: "", callIds: [], startedAt: 1 };
  const points = { has: (_runId: string, at: number) => at === 2, compare: vi.fn(), rollBack: vi.fn(), fork: vi.fn() };
  const run = { runId: "r", stepLimit: 4 };
  const { rerender } = render(<StepLine run={run} step={step} points={points} />);
  const user = userEvent.setup();
  const choose = async (name: string) => {
    screen.getByRole("button", { name: "Files before step 2" }).focus();
    await user.keyboard("{Enter}");
    screen.getByRole("menuitem", { name }).focus();
    await user.keyboard("{Enter}");
  };
  await choose("Compare with this point");
  await choose("Roll back to this point");
  await choose("Fork from this point");
  for (const done of [points.compare, points.rollBack, points.fork])
    expect(done).toHaveBeenCalledExactlyOnceWith("r", 2);
  rerender(<StepLine run={run} step={step} points={{ has: points.has, compare: points.compare }} />);
  screen.getByRole("button", { name: "Files before step 2" }).focus();
  await user.keyboard("{Enter}");
  expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual(["Compare with this point"]);
  await user.keyboard("{Escape}");
  rerender(<StepLine run={run} step={{ ...step, step: 3 }} points={points} />);
  expect(screen.queryByRole("button")).toBeNull();
});

it("says below the step which tools the model was not told of, from the log alone", () => {
  const envelope = { at: 1, runId: "r" };
  const { runs } = foldEvents([
    {
      ...envelope,
      seq: 1,
      type: "run-start",
      kind: "agent",
      prompt: "Go.",
      agentName: "a",
      instructions: "",
      tools: [],
      stepLimit: 4,
      definitionFingerprint: "f",
    },
    { ...envelope, seq: 2, type: "step-start", step: 1 },
    {
      ...envelope,
      seq: 3,
      type: "step-end",
      step: 1,
      finish: "text",
      notices: ['The model was not told of the tool "broken".'],
    },
  ]);
  const [run] = runs;
  const step = run?.steps[0];
  if (run === undefined || step === undefined) throw new Error("the log was not read");
  render(<StepLine run={run} step={step} />);
  expect(screen.getByText(/not told of the tool "broken"/)).toBeDefined();
});
