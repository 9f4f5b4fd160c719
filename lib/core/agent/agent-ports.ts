import type { Outcome } from "../call/outcome";
import type { JsonValue } from "../errors/json-value";
import type { Result } from "../errors/result";
import type { SideEffect } from "../tool/tool-types";
import type { CLIENT_EVENT_TYPES, EventBody } from "./event";
import type { RunState } from "./run-state";

/** What the loop may write; everything else is written by the server. */
export type RunnerEventBody = Extract<EventBody, { type: (typeof CLIENT_EVENT_TYPES)[number] }>;

interface CallToPrepare {
  callId: string;
  tool: string;
  /** As the model or the person gave them. */
  arguments: { [key: string]: JsonValue };
}

interface CallToExecute extends CallToPrepare {
  /** Canonical arguments and the digest they were checked and approved under, straight from the log. */
  digest: string;
}

type PreparedCall =
  | {
      ready: true;
      arguments: { [key: string]: JsonValue };
      digest: string;
      needsApproval: boolean;
      sideEffects: SideEffect[];
    }
  | { ready: false; outcome: Outcome };

export interface ToolTraits {
  /** Calls of this tool run one after another. */
  exclusive?: boolean;
  /** Calling it again and again with the same answer is its purpose: it is never skipped as a loop. */
  repeatable?: boolean;
}

/**
 * Everything the loop touches. Only `record` and `step` can end it; whatever else a port throws becomes the outcome of the
 * call concerned.
 */
export interface AgentPorts {
  /** The run as the log says it stands, always at least as new as the last event that `step` or `record` resolved with. */
  state(): RunState;
  /**
   * Asks for model step `step`, or attaches to it when it has begun already; resolves when its `step-end` is folded into
   * `state()`. A step that nobody carries on any more (the server was killed inside it) is closed by the server first: its
   * drafts end with `cut: true`, then `step-end` says `incomplete`. `budget`, `step-limit` and `model-unavailable` end the
   * run; any other problem leaves it open, to be continued.
   */
  step(step: number, signal: AbortSignal): Promise<Result<unknown>>;
  prepare(call: CallToPrepare): Promise<PreparedCall>;
  /** Runs the call; `signal` is aborted by Stop and when the runner lets go. Its log lines are recorded by the port itself. */
  execute(call: CallToExecute, signal: AbortSignal): Promise<{ outcome: Outcome; durationMs: number }>;
  /**
   * Stores the bodies in one transaction and resolves when they are folded into `state()`. Codes with a meaning here:
   * `run-ended`, `not-the-runner`, `already-claimed`, `already-settled`, `needs-approval`, `invalid-input`.
   */
  record(bodies: RunnerEventBody[]): Promise<Result<unknown>>;
  /** Resolves when `state()` holds a decision for the call, or when `signal` is aborted. */
  waitForDecision(callId: string, signal: AbortSignal): Promise<void>;
  now(): number;
  /** Who claims the calls: the runner's id. */
  runnerId: string;
  /** The person's Stop: every open call is settled and the run ends with `stopped`. Its `reason` may be the person's name. */
  stop: AbortSignal;
  /** The page lets go of the run (closed, taken over): the loop returns and writes nothing; another runner can go on. */
  release: AbortSignal;
  /** How many calls may run at the same time. `DEFAULT_PARALLEL_CALLS` when left out. Waiting for a person takes no place. */
  concurrency?: number;
  /** What the definition says about how a tool may be called; nothing for one it does not know. */
  traits?(tool: string): ToolTraits | undefined;
}
