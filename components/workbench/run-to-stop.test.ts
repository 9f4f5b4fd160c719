import { describe, expect, it } from "vitest";
import { foldEvents } from "@/lib/core/agent/fold-event";
import { LogBuilder } from "@/lib/examples/recorded-runs/log-builder";
import { runToStop } from "./run-to-stop";

/** A request of a call by hand, and beside it whatever is added. */
const waiting = () =>
  new LogBuilder().run("", { kind: "hand" }, "r_wait").step().draft("c_1", { tool: "wait_a" }).endStep().ask("c_1");
const runsOf = (log: LogBuilder) => foldEvents(log.events).runs;

describe("what Stop stops", () => {
  it("is what works, never a request that waits beside it, even when that is what is looked at", () => {
    const runs = runsOf(waiting().run("Go.", {}, "r_agent").step("I look."));
    expect(runToStop(runs, "r_wait")).toEqual({ runId: "r_agent", name: "the agent" });
  });

  it("is named as a request that waits when nothing else is open", () => {
    expect(runToStop(runsOf(waiting()), undefined)).toEqual({ runId: "r_wait", name: "wait_a, which waits for you" });
  });

  it("is the run that is looked at, of several that work, and the newest otherwise", () => {
    const log = new LogBuilder().run("", { kind: "hand" }, "r_hand").step().draft("c_1", { tool: "slow" });
    const runs = runsOf(log.run("Go.", {}, "r_agent").step("I look."));
    expect(runToStop(runs, "r_hand")).toEqual({ runId: "r_hand", name: "slow" });
    expect(runToStop(runs, "r_over")).toEqual({ runId: "r_agent", name: "the agent" });
  });

  it("is nothing once everything is over", () => {
    const runs = runsOf(new LogBuilder().run("Go.").words("Done."));
    expect(runToStop(runs, "r_recorded")).toBeUndefined();
  });
});
