import type { EventBody, RunEvent, ToolSummary } from "@/lib/core/agent/event";
import type { Outcome, ResultPart } from "@/lib/core/call/outcome";
import type { JsonValue } from "@/lib/core/errors/json-value";

type Arguments = { [key: string]: JsonValue };
type SideEffects = ToolSummary["sideEffects"];

export interface RecordedCall {
  tool: string;
  arguments?: Arguments;
  /** Verbatim, where it is not the JSON of `arguments`. */
  argumentsText?: string;
}

/** A fixed morning, so that a recorded run looks the same on every day and machine. */
const BEGAN_AT = Date.UTC(2026, 0, 28, 9, 30, 0);
const DAY_MS = 24 * 60 * 60 * 1000;

/** Writes logs as the server writes them: contiguous `seq`, time that moves on, one digest a call. */
export class LogBuilder {
  readonly #events: RunEvent[] = [];
  readonly #calls = new Map<string, Required<Pick<RecordedCall, "tool" | "arguments">>>();
  #at = BEGAN_AT;
  #runId = "r_recorded";
  #step = 0;

  get events(): RunEvent[] {
    return this.#events;
  }

  add(body: EventBody, afterMs = 20): this {
    this.#at += afterMs;
    this.#events.push({ seq: this.#events.length + 1, at: this.#at, runId: this.#runId, ...body });
    return this;
  }

  run(prompt: string, over: Partial<Extract<EventBody, { type: "run-start" }>> = {}, runId = "r_recorded"): this {
    this.#runId = runId;
    this.#step = 0;
    return this.add({
      type: "run-start",
      kind: "agent",
      prompt,
      model: { provider: "scripted", model: "tidy up" },
      agentName: "tidy",
      instructions: "You tidy a small TypeScript library in /workspace.",
      tools: [],
      stepLimit: 12,
      definitionFingerprint: "recorded",
      ...over,
    });
  }

  step(text = ""): this {
    this.#step += 1;
    this.add({ type: "step-start", step: this.#step }, 200);
    for (const piece of text.match(/\s*\S+\s*/g) ?? []) this.add({ type: "text-delta", step: this.#step, text: piece });
    return this;
  }

  /** Drafts a call and, unless it was cut, ends the draft. */
  draft(callId: string, call: RecordedCall, end: { cut?: boolean; problem?: string } = {}): this {
    const parsed = call.arguments ?? {};
    const text = call.argumentsText ?? JSON.stringify(parsed);
    const step = this.#step;
    this.#calls.set(callId, { tool: call.tool, arguments: parsed });
    this.add({ type: "call-start", step, callId, tool: call.tool }).add({ type: "call-delta", callId, text });
    const cut = end.cut === true;
    const draft = { type: "call-end" as const, callId, tool: call.tool, argumentsText: text, cut };
    if (cut) return this.add(draft);
    if (end.problem !== undefined) return this.add({ ...draft, problem: end.problem });
    return this.add({ ...draft, arguments: parsed });
  }

  endStep(over: Partial<Extract<EventBody, { type: "step-end" }>> = {}): this {
    const usage = { inputTokens: 820 + this.#step * 140, outputTokens: 60 + this.#step * 12 };
    return this.add({ type: "step-end", step: this.#step, finish: "calls", usage, ...over });
  }

  check(callId: string, needsApproval = false, sideEffects: SideEffects = []): this {
    const call = this.#callOf(callId);
    return this.add({ type: "call-check", callId, ...call, digest: digestOf(callId), needsApproval, sideEffects });
  }

  ask(callId: string, sideEffects: SideEffects = ["filesystem"], risk: "low" | "medium" | "high" = "medium"): this {
    this.check(callId, true, sideEffects);
    const request = { approvalId: `a_${callId}`, callId, ...this.#callOf(callId), digest: digestOf(callId) };
    return this.add({ type: "approval-start", ...request, sideEffects, risk, expiresAt: this.#at + DAY_MS });
  }

  decide(callId: string, decision: "approved" | "denied" | "expired", by: string, reason?: string): this {
    const bound = { approvalId: `a_${callId}`, callId, digest: digestOf(callId), decision, by };
    return this.add({ type: "approval-end", ...bound, ...(reason === undefined ? {} : { reason }) }, 4_000);
  }

  claim(callId: string): this {
    return this.add({ type: "call-claim", callId, by: "runner" });
  }

  log(callId: string, text: string): this {
    return this.add({ type: "call-log", callId, level: "log", text });
  }

  progress(callId: string, text: string, fraction: number): this {
    return this.add({ type: "call-log", callId, level: "progress", text, fraction });
  }

  settle(callId: string, outcome: Outcome, durationMs = 38): this {
    return this.add({ type: "call-settle", callId, outcome, durationMs }, durationMs);
  }

  /** Check, claim and settle in one: a call that nothing special happens to. */
  ran(callId: string, outcome: Outcome, durationMs = 38): this {
    return this.check(callId).claim(callId).settle(callId, outcome, durationMs);
  }

  end(over: Partial<Extract<EventBody, { type: "run-end" }>> = {}): this {
    return this.add({ type: "run-end", reason: "finished", ...over });
  }

  /** The last words of a run that went well. */
  words(text: string): this {
    return this.step(text).endStep({ finish: "text" }).end();
  }

  #callOf(callId: string): Required<Pick<RecordedCall, "tool" | "arguments">> {
    return this.#calls.get(callId) ?? { tool: "unknown", arguments: {} };
  }
}

/** Stands in for SHA-256, which cannot be computed at once: 64 hexadecimal digits that differ by call. */
function digestOf(callId: string): string {
  const digits = [...callId].map((letter) => letter.charCodeAt(0).toString(16)).join("");
  return digits.padStart(64, "0").slice(-64);
}

export function textResult(text: string): Outcome {
  const bytes = new TextEncoder().encode(text).byteLength;
  return okWith([{ type: "text", text }], { empty: text === "", bytes });
}

export function jsonResult(value: JsonValue): Outcome {
  const text = JSON.stringify(value);
  return okWith([{ type: "text", text }], { value, bytes: new TextEncoder().encode(text).byteLength });
}

export function okWith(
  parts: ResultPart[],
  over: { value?: JsonValue; empty?: boolean; truncated?: boolean; bytes?: number; wholeAt?: string } = {},
): Extract<Outcome, { status: "ok" }> {
  return { status: "ok", result: { parts, empty: false, truncated: false, bytes: 0, ...over } };
}
