import type { ApprovalState, CallState } from "@/lib/core/agent/run-state";
import type { EncodedResult, Outcome } from "@/lib/core/call/outcome";
import type { JsonValue } from "@/lib/core/errors/json-value";

/** One fixed moment, so that pictures of the gallery can be compared; ages follow the clock. */
export const SAMPLE_TIME = Date.UTC(2026, 2, 1, 9, 30, 0);

export function sampleCall(part: Partial<CallState> & { tool: string }): CallState {
  const callId = part.callId ?? `c_${part.tool}_${(part.argumentsText ?? JSON.stringify(part.arguments ?? {})).length}`;
  return {
    callId,
    step: 1,
    argumentsText: JSON.stringify(part.arguments ?? {}),
    cut: false,
    phase: "settled",
    needsApproval: false,
    logs: [],
    startedAt: SAMPLE_TIME,
    ...part,
  };
}

export function settled(
  tool: string,
  values: { [key: string]: JsonValue },
  outcome: Outcome,
  more: Partial<CallState> = {},
): CallState {
  return sampleCall({ tool, arguments: values, outcome, durationMs: 12, settledAt: SAMPLE_TIME + 12, ...more });
}

export function okText(text: string): Outcome {
  return { status: "ok", result: result([{ type: "text", text }], undefined, text.length) };
}

export function okValue(value: JsonValue): Outcome {
  const text = JSON.stringify(value);
  return { status: "ok", result: result([{ type: "text", text }], value, text.length) };
}

export function result(parts: EncodedResult["parts"], value?: JsonValue, bytes = 0): EncodedResult {
  return { parts, value, empty: parts.length === 0, truncated: false, bytes };
}

export function sampleApproval(
  tool: string,
  values: { [key: string]: JsonValue },
  more: Partial<ApprovalState> = {},
): ApprovalState {
  const now = Date.now();
  return {
    approvalId: `a_${tool}_${JSON.stringify(values).length}`,
    callId: `c_${tool}_${JSON.stringify(values).length}`,
    runId: "r_sample",
    tool,
    arguments: values,
    digest: "9f2c1b7a".repeat(8),
    sideEffects: ["filesystem"],
    risk: "medium",
    askedAt: now - 42_000,
    expiresAt: now + 23 * 3_600_000,
    ...more,
  };
}

export function waitingCall(
  tool: string,
  values: { [key: string]: JsonValue },
  more: Partial<ApprovalState> = {},
): CallState {
  const approval = sampleApproval(tool, values, more);
  return sampleCall({
    tool,
    callId: approval.callId,
    arguments: values,
    phase: "waiting",
    needsApproval: true,
    approval,
    digest: approval.digest,
    startedAt: approval.askedAt,
  });
}

/** Coloured squares, 24 × 12 pixels. */
export const SAMPLE_PNG =
  "iVBORw0KGgoAAAANSUhEUgAAABgAAAAMCAIAAAD3UuoiAAAASUlEQVR42s3MQREAAAQAQVFEEUUUKbxFEUUUD3MdzOx7RSSPwuAIFBoDeRhZHoXBESg0Bh+jyKMwOAKFxuBj1HkUBkeg0Bj8ixZtn5LQYe0/5wAAAABJRU5ErkJggg==";
