import type { Assigns, Outcome } from "../call/outcome";
import type { JsonValue } from "../errors/json-value";
import type { SideEffect } from "../tool/tool-types";
import type { ModelChoice, Risk, RunEndReason, ToolSummary, Usage } from "./event";
import type { FilesRevert } from "./files-revert";

/** What the screen shows of an approval: folded from `approval-start` and `approval-end`. */
export interface ApprovalState {
  approvalId: string;
  callId: string;
  runId: string;
  tool: string;
  arguments: { [key: string]: JsonValue };
  digest: string;
  sideEffects: SideEffect[];
  risk: Risk;
  askedAt: number;
  expiresAt: number;
  decision?: { kind: "approved" | "denied" | "expired"; by: string; reason?: string; at: number };
}

export interface CallState {
  callId: string;
  tool: string;
  /** The step it belongs to; 1 for a hand call. */
  step: number;
  /** Grows while it is drafted; verbatim. */
  argumentsText: string;
  /** The canonical arguments once checked; the raw ones before that, when they were a JSON object. */
  arguments?: { [key: string]: JsonValue };
  digest?: string;
  /** Why the draft cannot run: not JSON, not an object. */
  problem?: string;
  /** The draft was cut; it must never run. */
  cut: boolean;
  phase: "drafting" | "checking" | "waiting" | "approved" | "running" | "settled";
  needsApproval: boolean;
  approval?: ApprovalState;
  /** `afterMs`: since the tool began; absent in older logs. */
  logs: { at: number; text: string; afterMs?: number }[];
  progress?: { text: string; fraction?: number };
  startedAt: number;
  claimedAt?: number;
  settledAt?: number;
  durationMs?: number;
  outcome?: Outcome;
}

/** What a person took back of the workspace, and when. */
export interface RevertState extends Omit<FilesRevert, "type"> {
  at: number;
}

export interface StepState {
  step: number;
  text: string;
  /** In the order the model asked for them. */
  callIds: string[];
  /** What the session's tools shared when this batch of calls began; every call of it sees these, also after a reload. */
  assigns?: Assigns;
  startedAt: number;
  endedAt?: number;
  finish?: "text" | "calls" | "length" | "incomplete" | "error" | "stopped";
  usage?: Usage;
  error?: { code: string; message: string; retryable: boolean };
  /** What a person should know of how the model was asked. */
  notices?: string[];
  /** What a person took back of the workspace after this step had begun and before the next one did. */
  reverts?: RevertState[];
}

export interface RunState {
  runId: string;
  kind: "agent" | "hand";
  prompt: string;
  model?: ModelChoice;
  agentName: string;
  instructions: string;
  tools: ToolSummary[];
  stepLimit: number;
  definitionFingerprint: string;
  /** A hand call lives in step 1. */
  steps: StepState[];
  calls: { [callId: string]: CallState };
  startedAt: number;
  endedAt?: number;
  end?: { reason: RunEndReason; by?: string; error?: { code: string; message: string } };
  /** What a person took back of the workspace before the first step. */
  reverts?: RevertState[];
  /** `waiting`: open, and at least one call waits for a person. Derived from the log alone, so controls match it after a reload. */
  status: "running" | "waiting" | "ended";
}

export interface SessionRuns {
  /** Oldest first. */
  runs: RunState[];
  /** 0 before the first event. */
  lastSeq: number;
  /** What the session's tools share: each batch of calls adds to it as a whole, once its last call is settled. */
  assigns: Assigns;
}
