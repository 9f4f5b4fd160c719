import type { EventBody, RunEvent } from "@/lib/core/agent/event";

/** A run of about `count` events as a busy agent leaves it: short texts, one small call a step. */
export function longLog(runId: string, count: number): RunEvent[] {
  const events: RunEvent[] = [];
  const add = (body: EventBody) =>
    events.push({ seq: events.length + 1, at: 1_800_000_000_000 + events.length * 20, runId, ...body });
  add({
    type: "run-start",
    kind: "agent",
    prompt: "Read everything.",
    model: { provider: "scripted", model: "script.json" },
    agentName: "tidy",
    instructions: "Be short.",
    tools: [],
    stepLimit: 5000,
    definitionFingerprint: "f",
  });
  for (let step = 1; events.length < count - 1; step += 1) {
    const callId = `c_${step}`;
    const args = { path: `src/file-${step}.ts` };
    const argumentsText = JSON.stringify(args);
    add({ type: "step-start", step });
    for (const word of `Reading part ${step} of the project, one **file** after the other.`.match(/\S+\s*/g) ?? []) {
      add({ type: "text-delta", step, text: word });
    }
    add({ type: "call-start", step, callId, tool: "Read" });
    add({ type: "call-delta", callId, text: argumentsText });
    add({ type: "call-end", callId, tool: "Read", argumentsText, arguments: args, cut: false });
    add({ type: "step-end", step, finish: "calls", usage: { inputTokens: 800, outputTokens: 40 } });
    add({
      type: "call-check",
      callId,
      tool: "Read",
      arguments: args,
      digest: "d".repeat(64),
      needsApproval: false,
      sideEffects: [],
    });
    add({ type: "call-claim", callId, by: "tab" });
    const text = `export const value${step} = ${step};\n`.repeat(6);
    const result = { parts: [{ type: "text" as const, text }], empty: false, truncated: false, bytes: text.length };
    add({ type: "call-settle", callId, outcome: { status: "ok", result }, durationMs: 3 });
  }
  add({ type: "run-end", reason: "finished" });
  return events;
}
