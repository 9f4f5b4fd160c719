import { describe, expect, it } from "vitest";
import type { EventBody, RunEvent } from "../agent/event";
import { foldEvents } from "../agent/fold-event";
import type { Outcome } from "../call/outcome";
import { conversationFor } from "./conversation";

type Body = EventBody & { runId?: string };
const fold = (bodies: Body[]) =>
  foldEvents(bodies.map((body, index): RunEvent => ({ runId: "r1", ...body, seq: index + 1, at: index })));
const start = (prompt: string, kind: "agent" | "hand" = "agent"): EventBody => ({
  type: "run-start",
  kind,
  prompt,
  agentName: "a",
  instructions: "",
  tools: [],
  stepLimit: 5,
  definitionFingerprint: "f",
});
const draft = (callId: string, over: Partial<Extract<EventBody, { type: "call-end" }>> = {}): EventBody[] => [
  { type: "call-start", step: 1, callId, tool: "t" },
  { type: "call-end", callId, tool: "t", argumentsText: '{"a":1}', arguments: { a: 1 }, cut: false, ...over },
];
const settle = (callId: string, outcome: Outcome): EventBody => ({
  type: "call-settle",
  callId,
  outcome,
  durationMs: 1,
});
const ok = (text: string): Outcome => ({
  status: "ok",
  result: { parts: [{ type: "text", text }], empty: false, truncated: false, bytes: 1 },
});
const begun: EventBody = { type: "step-start", step: 1 };
const ended: EventBody = { type: "step-end", step: 1, finish: "calls" };

describe("conversationFor", () => {
  it("tells each call with the arguments that ran, and its answer, in the order they were asked for", () => {
    const check: EventBody = {
      type: "call-check",
      callId: "c1",
      tool: "t",
      arguments: { a: 1, filled: true },
      digest: "d",
      needsApproval: false,
      sideEffects: [],
    };
    const log = fold([
      start("go"),
      begun,
      { type: "text-delta", step: 1, text: "I look." },
      ...draft("c1"),
      ...draft("c2"),
      ended,
      check,
      settle("c2", ok("two")),
      settle("c1", ok("one")),
    ]);
    expect(conversationFor(log, "r1")).toEqual([
      { role: "user", text: "go" },
      {
        role: "assistant",
        text: "I look.",
        calls: [
          { callId: "c1", tool: "t", arguments: { a: 1, filled: true } },
          { callId: "c2", tool: "t", arguments: { a: 1 } },
        ],
      },
      {
        role: "tool",
        results: [
          { callId: "c1", tool: "t", parts: [{ type: "text", text: "one" }], isError: false },
          { callId: "c2", tool: "t", parts: [{ type: "text", text: "two" }], isError: false },
        ],
      },
    ]);
  });

  it("tells a cut or unreadable call with empty arguments and why it did not run", () => {
    const log = fold([
      start("go"),
      begun,
      ...draft("c1", { argumentsText: '{"a":', arguments: undefined, cut: true }),
      ...draft("c2", { argumentsText: "{'a'}", arguments: undefined, problem: "not valid JSON" }),
      ended,
      settle("c1", { status: "cut-off", text: "Cut off" }),
      settle("c2", { status: "invalid-arguments", text: "Invalid arguments: not valid JSON: {'a'}", issues: [] }),
    ]);
    const [, assistant, tool] = conversationFor(log, "r1");
    expect(assistant?.role === "assistant" && assistant.calls.map((call) => call.arguments)).toEqual([{}, {}]);
    expect(tool?.role === "tool" && tool.results.map(({ parts, isError }) => [parts[0], isError])).toEqual([
      [{ type: "text", text: "Cut off" }, true],
      [{ type: "text", text: "Invalid arguments: not valid JSON: {'a'}" }, true],
    ]);
  });

  it("answers a call that nobody settled, so that a run after a lost one is never refused", () => {
    const log = fold([start("go"), begun, ...draft("c1"), ended, { ...start("again"), runId: "r2" }]);
    const messages = conversationFor(log, "r2");
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user"]);
    expect(JSON.stringify(messages[2])).toContain("may or may not have run");
  });

  it("leaves out calls made by hand, later runs, empty turns and the step that is being asked for", () => {
    const log = fold([
      { ...start("by hand", "hand"), runId: "h" },
      start("go"),
      begun,
      { ...ended, finish: "incomplete" },
      { type: "step-start", step: 2 },
      { type: "text-delta", step: 2, text: "half a sent" },
      { ...start("later"), runId: "r2" },
    ]);
    expect(conversationFor(log, "r1")).toEqual([{ role: "user", text: "go" }]);
    expect(conversationFor(log, "r2").map((message) => ("text" in message ? message.text : ""))).toEqual([
      "go",
      "half a sent",
      "later",
    ]);
  });

  it("asks again for a turn that broke before anything of it ran, and tells it to later runs", () => {
    const log = fold([
      start("go"),
      begun,
      { type: "text-delta", step: 1, text: "I was about to" },
      ...draft("c1", { arguments: undefined, cut: true }),
      { ...ended, finish: "incomplete" },
      settle("c1", { status: "cut-off", text: "Cut off" }),
      { ...start("and now"), runId: "r2" },
    ]);
    expect(conversationFor(log, "r1")).toEqual([{ role: "user", text: "go" }]);
    expect(conversationFor(log, "r2").map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user"]);
  });

  it("hands images on, and never gives a call an answer without parts", () => {
    const image = { type: "image" as const, mediaType: "image/png" as const, data: "iVBORw0KGgo=" };
    const log = fold([
      start("go"),
      begun,
      ...draft("c1"),
      ...draft("c2"),
      ended,
      settle("c1", { status: "ok", result: { parts: [], empty: true, truncated: false, bytes: 0 } }),
      settle("c2", { status: "ok", result: { parts: [image], empty: false, truncated: false, bytes: 1 } }),
    ]);
    const tool = conversationFor(log, "r1")[2];
    expect(tool?.role === "tool" && tool.results.map(({ parts, isError }) => [parts, isError])).toEqual([
      [[{ type: "text", text: "" }], false],
      [[image], false],
    ]);
  });

  it("tells what a person took back once: after the step it followed, and not within the step that is being asked for", () => {
    const revert = (revertId: string, path: string): EventBody => ({
      type: "files-revert",
      revertId,
      kind: "declined",
      by: "the owner",
      files: [{ path, change: "changed", part: "some", lines: "-old\n+new", added: 1, removed: 1 }],
      more: 0,
    });
    const soFar = [start("go"), revert("1", "first.md"), begun, ...draft("c1"), ended, settle("c1", ok("one"))];
    const asked: Body[] = [
      ...soFar,
      revert("2", "second.md"),
      { type: "step-start", step: 2 },
      revert("3", "third.md"),
    ];
    const notices = (bodies: Body[], runId = "r1") =>
      conversationFor(fold(bodies), runId).map((message) =>
        message.role === "notice" ? message.text.match(/"(\w+)\.md"/)?.[1] : message.role,
      );
    expect(notices(asked)).toEqual(["user", "first", "assistant", "tool", "second"]);
    const told = conversationFor(fold(asked), "r1").at(-1);
    expect(told?.role === "notice" && told.text).toMatch(/declined[\s\S]*Lines with \+ are gone[\s\S]*-old\n\+new/);
    const after: Body[] = [
      ...asked,
      { type: "text-delta", step: 2, text: "Done." },
      { type: "step-end", step: 2, finish: "text" },
      { type: "run-end", reason: "finished" },
      revert("4", "fourth.md"),
      revert("4", "fourth.md"),
      { ...start("again"), runId: "r2" },
    ];
    expect(notices(after, "r2")).toEqual([
      "user",
      "first",
      "assistant",
      "tool",
      "second",
      "assistant",
      "third",
      "fourth",
      "user",
    ]);
  });
});
