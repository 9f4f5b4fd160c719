import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EventBody, RunEvent } from "./event";
import { foldEvents } from "./fold-event";
import { isStuck, REPEAT_LIMIT } from "./is-stuck";

interface Made {
  tool: string;
  arguments: { [key: string]: string | number };
  answer: string;
}

/** A run that made these calls, one a step, and now asks for the last one again. */
function stuckAfter(made: readonly Made[], asked: Pick<Made, "tool" | "arguments">): boolean {
  const bodies: EventBody[] = [
    {
      type: "run-start",
      kind: "agent",
      prompt: "go",
      agentName: "a",
      instructions: "",
      tools: [],
      stepLimit: 100,
      definitionFingerprint: "d",
    },
  ];
  const ask = (step: number, call: Pick<Made, "tool" | "arguments">) => {
    const callId = `c${step}`;
    const argumentsText = JSON.stringify(call.arguments);
    bodies.push(
      { type: "step-start", step },
      { type: "call-start", step, callId, tool: call.tool },
      { type: "call-end", callId, tool: call.tool, argumentsText, arguments: call.arguments, cut: false },
      { type: "step-end", step, finish: "calls" },
    );
    return callId;
  };
  for (const [index, call] of made.entries()) {
    const callId = ask(index + 1, call);
    const result = { parts: [{ type: "text" as const, text: call.answer }], empty: false, truncated: false, bytes: 1 };
    // The time a call took differs by itself and must not count.
    bodies.push({ type: "call-settle", callId, outcome: { status: "ok", result }, durationMs: index });
  }
  const last = ask(made.length + 1, asked);
  const run = foldEvents(bodies.map((body, at): RunEvent => ({ seq: at + 1, at, runId: "r", ...body }))).runs[0];
  const call = run?.calls[last];
  if (run === undefined || call === undefined) throw new Error("not begun");
  return isStuck(run, call);
}

const poll = (answer: string): Made => ({ tool: "poll", arguments: { id: 1, of: "x" }, answer });
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

describe("isStuck", () => {
  it("stops the sixth same call after five same answers, whatever the order of its arguments", () => {
    expect(
      stuckAfter(
        times(4, () => poll("pending")),
        poll(""),
      ),
    ).toBe(false);
    expect(
      stuckAfter(
        times(5, () => poll("pending")),
        poll(""),
      ),
    ).toBe(true);
    expect(
      stuckAfter(
        times(5, () => poll("pending")),
        { tool: "poll", arguments: { of: "x", id: 1 } },
      ),
    ).toBe(true);
    expect(
      stuckAfter(
        times(5, () => poll("pending")),
        { tool: "poll", arguments: { id: 2, of: "x" } },
      ),
    ).toBe(false);
  });

  it("never stops polling whose answer changes", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 40 }), (answers) => {
        // Never more than four equal answers in a row.
        const changing = answers.flatMap((answer, index) =>
          index % (REPEAT_LIMIT - 1) === 0 ? [answer, "tick"] : [answer],
        );
        const longest = changing.reduce(
          ({ most, run, last }, answer) => {
            const length = answer === last ? run + 1 : 1;
            return { most: Math.max(most, length), run: length, last: answer };
          },
          { most: 0, run: 0, last: "" },
        ).most;
        fc.pre(longest < REPEAT_LIMIT);
        expect(stuckAfter(changing.map(poll), poll(""))).toBe(false);
      }),
    );
  });

  it("does not take a test that fails the same way for a loop while something else is done between", () => {
    const edits = times(8, (index) => [
      poll("1 failed"),
      { tool: "edit", arguments: { n: index }, answer: "ok" },
    ]).flat();
    expect(stuckAfter(edits, poll(""))).toBe(false);
  });

  it("finds a loop of two calls that take turns", () => {
    const turns = times(6, () => [poll("same"), { tool: "look", arguments: {}, answer: "nothing" }]).flat();
    expect(stuckAfter(turns, poll(""))).toBe(true);
  });

  it("needs nothing but the calls: any history of different arguments is no loop", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(), { maxLength: 20 }), (numbers) => {
        const made = numbers.map((n): Made => ({ tool: "t", arguments: { n }, answer: "same" }));
        expect(stuckAfter(made, { tool: "t", arguments: { n: -1 } })).toBe(false);
      }),
    );
  });
});
