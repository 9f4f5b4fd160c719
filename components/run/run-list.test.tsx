// @vitest-environment jsdom
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { foldEvents } from "@/lib/core/agent/fold-event";
import type { SessionRuns } from "@/lib/core/agent/run-state";
import type { Outcome } from "@/lib/core/call/outcome";
import { LogBuilder, textResult } from "@/lib/examples/recorded-runs/log-builder";
import { TimeStrip } from "../workbench/time-strip";
import { RunAnnouncer } from "./run-announcer";
import { RunList } from "./run-list";

afterEach(cleanup);

/** A call by hand, in a run that is over in every case. */
function handCall(outcome: Outcome): SessionRuns {
  const log = new LogBuilder().run("", { kind: "hand" }).step();
  return foldEvents(log.draft("c_1", { tool: "odd" }).endStep().ran("c_1", outcome).end().events);
}

function show(log: SessionRuns) {
  render(
    <>
      <RunAnnouncer runs={log.runs} />
      <RunList runs={log.runs} selectedRunId={undefined} onSelect={() => {}} />
      <TimeStrip log={log} runId={undefined} onShowCall={() => {}} />
    </>,
  );
  return {
    list: within(screen.getByRole("list", { name: "Runs" })),
    strip: within(screen.getByRole("region", { name: "Time of the run" })),
    said: () => screen.getByRole("status").textContent,
  };
}

describe("the word of a run", () => {
  it("is what became of the call when it was made by hand, in the list, in the strip and aloud", () => {
    const { list, strip, said } = show(handCall({ status: "failed", text: "no" }));
    expect(list.getByText("failed")).toBeTruthy();
    expect(strip.getByText("failed")).toBeTruthy();
    expect(screen.queryByText("finished")).toBeNull();
    expect(said()).toBe("The call ended: failed.");
  });

  it("is “done” for a call by hand that went well", () => {
    const { list, strip, said } = show(handCall(textResult("yes")));
    expect(list.getByText("done")).toBeTruthy();
    expect(strip.getByText("done")).toBeTruthy();
    expect(said()).toBe("The run has finished.");
  });

  it("stays “finished” for an agent, whatever single calls came to", () => {
    const log = new LogBuilder().run("Go.").step().draft("c_1", { tool: "odd" }).endStep();
    const { list, strip } = show(
      foldEvents(log.ran("c_1", { status: "failed", text: "no" }).words("Done without it.").events),
    );
    expect(list.getByText("finished")).toBeTruthy();
    expect(strip.getByText("finished")).toBeTruthy();
  });
});
