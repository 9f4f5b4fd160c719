// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { TooltipProvider } from "@/components/ui/tooltip";
import { WorkbenchProvider } from "@/lib/client/workbench-context";
import type { Workbench } from "@/lib/client/workbench-types";
import { emptySessionRuns } from "@/lib/core/agent/fold-event";
import { ok } from "@/lib/core/errors/result";
import type { DescribedTool } from "@/lib/tool-host/described-definition";
import { CallPane } from "./call-pane";

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

function open(name: string) {
  const tool: DescribedTool = {
    name,
    description: "",
    parameters: { type: "object", properties: { q: { type: "string" } }, required: ["q"] },
    sideEffects: [],
    fingerprint: "f",
    tags: [],
    requiresApproval: "never",
    givenToAgent: true,
  };
  const callByHand = vi.fn(async () => ok({ runId: "r_1", callId: "c_1" }));
  const workbench = {
    sessionId: "s_1",
    definition: createStore(() => ({ described: { tools: [tool] }, build: "ready" })),
    runs: createStore(() => ({ log: emptySessionRuns, selectedRunId: undefined })),
    session: createStore(() => ({ tab: "driver" })),
    callByHand,
  } as unknown as Workbench;
  render(
    <WorkbenchProvider workbench={workbench}>
      <TooltipProvider>
        <CallPane tool={name} />
      </TooltipProvider>
    </WorkbenchProvider>,
  );
  return callByHand;
}

describe("the call pane", () => {
  it.each(["constructor", "toString", "hasOwnProperty", "__proto__"])("calls a tool that is named %s", async (name) => {
    const callByHand = open(name);
    await userEvent.type(screen.getByRole("textbox", { name: "q" }), "hey");
    await userEvent.click(screen.getByRole("button", { name: /^Run/ }));
    expect(callByHand).toHaveBeenCalledWith(name, expect.stringContaining('"hey"'));
  });
});
