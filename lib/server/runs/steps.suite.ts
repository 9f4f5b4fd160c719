import "server-only";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Database } from "../db/database";
import { runs } from "../db/schema";
import { HandFedModel } from "../testing/hand-fed-model";
import { checkOf, codeOf, collect, Harness, settleOf, unwrap } from "../testing/harness";
import { claimRunner } from "./claim-runner";
import { stopRun } from "./stop-run";

const script = JSON.stringify({
  scenarios: [
    {
      steps: [
        {
          say: "I look it up.",
          calls: [
            { tool: "weather", arguments: { city: "Paris" } },
            { tool: "weather", arguments: { city: "Rome" } },
          ],
        },
        { say: "It is {{result.weather}} there." },
      ],
    },
  ],
});

const whole = (callId: string, argumentsText = "{}") =>
  [
    { type: "call-start", callId, tool: "weather" },
    { type: "call-delta", callId, text: argumentsText },
    { type: "call-end", callId, tool: "weather", argumentsText },
  ] as const;

export function describeSteps(database: () => Database): void {
  describe("model steps", () => {
    it("carry a scripted run to its end, and what was streamed is what is stored", async () => {
      const harness = new Harness(database());
      const { id } = await harness.session();
      const runId = await harness.agentRun(id, { script });
      const streamed = await harness.step(id, runId, 1);
      const state = await harness.state(id, runId);
      expect(state.steps[0]).toMatchObject({ text: "I look it up.", finish: "calls" });
      expect(streamed).toEqual((await harness.log(id)).slice(1));
      for (const callId of state.steps[0]?.callIds ?? []) {
        const check = await checkOf(callId, state.calls[callId]?.arguments ?? {});
        unwrap(await harness.record(id, runId, check, { type: "call-claim", callId, by: "x" }, settleOf(callId)));
      }
      await harness.step(id, runId, 2);
      expect((await harness.state(id, runId)).steps[1]).toMatchObject({ finish: "text" });
    });

    it("are built from the log alone: the model is told the prompt, its own calls and each result once", async () => {
      const model = new HandFedModel();
      const harness = new Harness(database(), { model });
      const { id } = await harness.session();
      const runId = await harness.agentRun(id);
      model.give(...whole("call_0", '{"city":"Paris"}'), { type: "end", finish: "calls" });
      await harness.step(id, runId, 1);
      const claim = { type: "call-claim" as const, callId: "call_0", by: "x" };
      unwrap(await harness.record(id, runId, await checkOf("call_0", { city: "Paris" }), claim, settleOf("call_0")));
      model.give(...whole("call_0", '{"city":"Rome"}'), { type: "end", finish: "calls" });
      const second = await harness.step(id, runId, 2);
      expect(model.requests[1]?.instructions).toBe("Be short.");
      expect(model.requests[1]?.messages).toMatchObject([
        { role: "user", text: "How is the weather?" },
        { role: "assistant", calls: [{ callId: "call_0", arguments: { city: "Paris" } }] },
        { role: "tool", results: [{ callId: "call_0", parts: [{ type: "text", text: "sunny" }] }] },
      ]);
      const again = second.find((event) => event.type === "call-start");
      expect(again?.callId, "a provider that counts from zero in every turn").not.toBe("call_0");
    });

    it.each(["length", "incomplete", "error"] as const)(
      "that end with %s leave no call that could run",
      async (finish) => {
        const model = new HandFedModel();
        const harness = new Harness(database(), { model });
        const { id } = await harness.session();
        const runId = await harness.agentRun(id);
        const [start, delta] = whole("half", '{"city":');
        model.give(...whole("first"), start, delta, { type: "end", finish });
        const events = await harness.step(id, runId, 1);
        expect(events.filter((event) => event.type === "call-end")).toMatchObject([
          { callId: "first", cut: true },
          { callId: "half", cut: true, argumentsText: '{"city":' },
        ]);
        expect(events.at(-1)).toMatchObject({ type: "step-end", finish });
        expect(codeOf(await harness.record(id, runId, await checkOf("first", {})))).toBe("not-runnable");
      },
    );

    it("that forget to end a call are incomplete, whatever they say", async () => {
      const model = new HandFedModel();
      const harness = new Harness(database(), { model });
      const { id } = await harness.session();
      const runId = await harness.agentRun(id);
      const [start, delta] = whole("half");
      model.give(start, delta, { type: "end", finish: "calls" });
      expect((await harness.step(id, runId, 1)).at(-1)).toMatchObject({ finish: "incomplete" });
    });

    it("may be asked for twice: the second reader gets the same events and nothing is asked of the model again", async () => {
      const model = new HandFedModel();
      const harness = new Harness(database(), { model });
      const { id } = await harness.session();
      const runId = await harness.agentRun(id);
      model.give({ type: "text", text: "Hello" });
      const first = unwrap(await harness.askStep(id, runId, 1));
      const second = unwrap(await harness.askStep(id, runId, 1));
      model.give({ type: "end", finish: "text" });
      const [one, two] = await Promise.all([collect(first), collect(second)]);
      expect(two.filter((event) => event.type !== "run-start")).toEqual(one);
      expect(model.requests).toHaveLength(1);
      expect(codeOf(await harness.askStep(id, runId, 3))).toBe("wrong-step");
    });

    it("go on when the reader leaves", async () => {
      const model = new HandFedModel();
      const harness = new Harness(database(), { model });
      const { id } = await harness.session();
      const runId = await harness.agentRun(id);
      const stream = unwrap(await harness.askStep(id, runId, 1));
      await stream.cancel();
      model.give({ type: "text", text: "Still here" }, { type: "end", finish: "text" });
      await expect.poll(async () => (await harness.state(id, runId)).steps[0]?.finish).toBe("text");
      expect((await harness.state(id, runId)).steps[0]?.text).toBe("Still here");
    });

    it("are aborted within a second by Stop, even when the model does not listen", async () => {
      const model = new HandFedModel();
      const harness = new Harness(database(), { model });
      const { id } = await harness.session();
      const runId = await harness.agentRun(id);
      model.give({ type: "call-start", callId: "half", tool: "weather" });
      const stream = unwrap(await harness.askStep(id, runId, 1));
      await expect.poll(() => model.requests.length).toBe(1);
      await expect.poll(async () => (await harness.state(id, runId)).calls.half?.phase).toBe("drafting");
      const began = performance.now();
      unwrap(await stopRun(harness.context, harness.owner, { sessionId: id, runId }));
      const events = await collect(stream);
      expect(performance.now() - began).toBeLessThan(1000);
      expect(events.slice(-2).map(({ type }) => type)).toEqual(["call-settle", "step-end"]);
      await expect.poll(() => model.requests[0]?.signal.aborted).toBe(true);
      await expect.poll(() => harness.context.steps.has(runId)).toBe(false);
      expect((await harness.state(id, runId)).end).toMatchObject({ reason: "stopped" });
    });

    it("of a process that is gone are closed as incomplete when a tab claims the run", async () => {
      const model = new HandFedModel();
      const harness = new Harness(database(), { model, limits: { stepDeadAfterMs: 20_000 } });
      const { id } = await harness.session();
      const runId = await harness.agentRun(id);
      model.give({ type: "call-start", callId: "half", tool: "weather" });
      unwrap(await harness.askStep(id, runId, 1));
      await expect.poll(async () => (await harness.state(id, runId)).calls.half?.phase).toBe("drafting");
      const claim = { sessionId: id, runId, runnerId: "runner-2" };
      expect(unwrap(await claimRunner(harness.context, harness.owner, claim)).events).toEqual([]);

      await database().queries.update(runs).set({ stepInstance: "i_gone" }).where(eq(runs.id, runId));
      harness.clock += 20_000;
      const { events } = unwrap(await claimRunner(harness.context, harness.owner, claim));
      expect(events).toMatchObject([
        { type: "call-end", callId: "half", cut: true },
        { type: "step-end", finish: "incomplete", error: { code: "server-restarted" } },
      ]);
      model.give({ type: "text", text: "Too late" }, { type: "end", finish: "text" });
      await expect.poll(() => harness.context.steps.has(runId)).toBe(false);
      expect(JSON.stringify(await harness.log(id))).not.toContain("Too late");
    });

    it("wait for the results of the step before, and end at the run's limit", async () => {
      const model = new HandFedModel();
      const harness = new Harness(database(), { model });
      const { id } = await harness.session();
      const runId = await harness.agentRun(id, { stepLimit: 1 });
      model.give(...whole("call_0"), { type: "end", finish: "calls" });
      await harness.step(id, runId, 1);
      expect(codeOf(await harness.askStep(id, runId, 2))).toBe("step-limit");
      const other = await new Harness(database(), { model }).session();
      expect(codeOf(await harness.askStep(other.id, runId, 2))).toBe("not-found");
    });

    it("stop at the budget of output tokens, in the middle of a step and before the next one", async () => {
      const model = new HandFedModel();
      const harness = new Harness(database(), { model, limits: { runOutputTokens: 10 } });
      const { id } = await harness.session();
      const runId = await harness.agentRun(id);
      model.give({ type: "text", text: "x".repeat(100) });
      expect((await harness.step(id, runId, 1)).at(-1)).toMatchObject({ finish: "length", error: { code: "budget" } });
      expect(codeOf(await harness.askStep(id, runId, 2))).toBe("budget");
      expect((await harness.state(id, runId)).end).toMatchObject({ reason: "budget" });
    });

    it("are limited per owner and minute", async () => {
      const model = new HandFedModel();
      const harness = new Harness(database(), { model, stepsPerMinute: 1 });
      const { id } = await harness.session();
      const runId = await harness.agentRun(id);
      model.give({ type: "end", finish: "text" });
      await harness.step(id, runId, 1);
      expect(codeOf(await harness.askStep(id, runId, 2))).toBe("rate-limited");
      harness.clock += 60_000;
      model.give({ type: "end", finish: "text" });
      await harness.step(id, runId, 2);
    });
  });
}
