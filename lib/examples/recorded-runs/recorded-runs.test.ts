import { describe, expect, it } from "vitest";
import { callLabel } from "@/lib/core/agent/call-label";
import { runEventSchema } from "@/lib/core/agent/event";
import { foldEvents } from "@/lib/core/agent/fold-event";
import { recordedRuns } from "./recorded-runs";

describe("the recorded runs", () => {
  it("have names of their own", () => {
    expect(new Set(recordedRuns.map(({ name }) => name)).size).toBe(recordedRuns.length);
  });

  it.each(recordedRuns.map((recorded) => [recorded.name, recorded] as const))(
    "%s is a log that the server could have written",
    (_name, recorded) => {
      const events = recorded.events();
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => index + 1));
      for (const event of events) expect(runEventSchema.safeParse(event).error).toBeUndefined();
      const { runs } = foldEvents(events);
      for (const run of runs.filter(({ status }) => status === "ended"))
        for (const call of Object.values(run.calls)) expect(call.phase, call.callId).toBe("settled");
    },
  );

  it("show every word that a call can have", () => {
    const calls = recordedRuns.flatMap(({ events }) =>
      foldEvents(events()).runs.flatMap((run) => Object.values(run.calls)),
    );
    const words = new Set(calls.map((call) => callLabel(call).word));
    for (const word of [
      "drafting arguments",
      "waiting for you",
      "running",
      "done",
      "done, empty",
      "failed",
      "timed out",
      "stopped",
      "denied",
      "expired",
      "cut off",
      "skipped",
    ])
      expect([...words]).toContain(word);
  });

  it("hold a log of ten thousand events", () => {
    const events = recordedRuns.find(({ name }) => name === "ten-thousand-events")?.events() ?? [];
    expect(events.length).toBeGreaterThanOrEqual(9_900);
    expect(events.length).toBeLessThan(10_500);
  });
});
