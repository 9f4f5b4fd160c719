// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { foldEvents } from "@/lib/core/agent/fold-event";
import { StepLine } from "./step-line";

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
