// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { EventBody, RunEvent } from "@/lib/core/agent/event";
import { foldEvents } from "@/lib/core/agent/fold-event";
import { ok } from "@/lib/core/errors/result";
import { TooltipProvider } from "../ui/tooltip";
import { CallCard } from "./call-card";

afterEach(cleanup);

const argumentsOf = (number: number) => `{"page":${number},  "written":"as the model wrote it"}`;

const bodies: EventBody[] = [
  {
    type: "run-start",
    kind: "agent",
    prompt: "go",
    agentName: "a",
    instructions: "",
    tools: [],
    stepLimit: 5,
    definitionFingerprint: "f",
  },
  { type: "step-start", step: 1 },
];
for (let number = 1; number <= 12; number += 1) {
  const call = { callId: `c_${number}`, tool: "fetch_page" };
  const written = { page: number, written: "as the model wrote it" };
  bodies.push(
    { type: "call-start", step: 1, ...call },
    { type: "call-end", ...call, argumentsText: argumentsOf(number), arguments: written, cut: false },
  );
}
/** One step with twelve calls of one tool. */
const events: RunEvent[] = bodies.map((body, index) => ({ seq: index + 1, at: index, runId: "r_1", ...body }));

describe("the raw record of a call", () => {
  it("is opened from its own card, with its own ids, the arguments as they were written, and its stored events", async () => {
    const [run] = foldEvents(events).runs;
    if (run === undefined) throw new Error("there is a run");
    const loadEvents = async (runId: string, callId: string) =>
      ok(events.filter((event) => event.runId === runId && "callId" in event && event.callId === callId));
    render(
      <TooltipProvider>
        {Object.values(run.calls).map((call) => (
          <CallCard key={call.callId} runId={run.runId} call={call} actions={{ loadEvents }} />
        ))}
      </TooltipProvider>,
    );
    const seventh = screen.getAllByRole("article")[6];
    if (seventh === undefined) throw new Error("there are twelve cards");
    fireEvent.click(within(seventh).getByRole("button", { name: /raw/i }));
    expect(await within(seventh).findByText("2 stored events")).toBeTruthy();
    expect(within(seventh).getByText("c_7")).toBeTruthy();
    expect(within(seventh).getByText("r_1")).toBeTruthy();
    expect(seventh.textContent).toContain(argumentsOf(7));
    expect(seventh.textContent).not.toContain('"page":8');
  });
});
