// @vitest-environment jsdom
import { cleanup, render } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { foldEvents } from "@/lib/core/agent/fold-event";
import { LogBuilder } from "@/lib/examples/recorded-runs/log-builder";
import { RunResult } from "./run-result";

afterEach(cleanup);

const tools = [{ name: "submit_result", description: "", parameters: {}, sideEffects: [], fingerprint: "" }];
const asked = () => new LogBuilder().run("go", { tools }).step();
const refused = () =>
  asked()
    .draft("c_1", { tool: "submit_result" })
    .endStep()
    .settle("c_1", { status: "invalid-arguments", text: "score: too big", issues: [] });

function said(log: LogBuilder) {
  const [run] = foldEvents(log.events).runs;
  if (run === undefined) throw new Error("the log has a run");
  return render(<RunResult run={run} />).container.textContent;
}

describe("a run without the result it was asked for", () => {
  it("says only that it was stopped before a result, when nothing was submitted until then", () => {
    const text = said(asked().end({ reason: "stopped", by: "you" }));
    expect(text).toContain("stopped before a result");
    expect(text).not.toMatch(/fitted|refused/);
  });

  it("does not take a submission that Stop ended for a refused one", () => {
    const by = { kind: "person", name: "you" } as const;
    const log = asked().draft("c_1", { tool: "submit_result" }).endStep();
    log.settle("c_1", { status: "stopped", text: "Stopped.", by }).end({ reason: "stopped", by: "you" });
    expect(said(log)).not.toMatch(/fitted|refused/);
  });

  it("points at refused submissions where there are some, stopped or not", () => {
    expect(said(refused().end({ reason: "stopped" }))).toMatch(/stopped before a result.*refused submissions stand/);
    expect(said(refused().words("done"))).toMatch(/no submission fitted it.*refused submissions stand/);
  });

  it("speaks of no submission when it ended by itself without one", () => {
    const text = said(asked().endStep({ finish: "text" }).end());
    expect(text).toContain("before anything was submitted");
    expect(text).not.toMatch(/fitted|refused/);
  });
});
