import type { CacheCommand, CacheReport } from "@/lib/core/cache/cache-report";
import type { Outcome } from "@/lib/core/call/outcome";
import type { JsonValue } from "@/lib/core/errors/json-value";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import type { Outside } from "@/lib/core/tool/outside";
import type { SideEffect } from "@/lib/core/tool/tool-types";
import type { DefinitionProblem, DescribedDefinition } from "../described-definition";

export type LoadResult =
  | { ok: true; definition: DescribedDefinition; warnings: DefinitionProblem[] }
  | { ok: false; problems: DefinitionProblem[] };

export interface CallRequest {
  callId: string;
  tool: string;
  /** Raw arguments, a JSON object as the person or the model gave it. */
  arguments: { [key: string]: JsonValue };
}

/** `prepare` parses once. A call that is not runnable comes back with its settled outcome. */
export type PreparedCall =
  | {
      ready: true;
      /** Canonical: parsed, defaults and transforms applied, encoded as JSON. */
      arguments: { [key: string]: JsonValue };
      digest: string;
      needsApproval: boolean;
      sideEffects: SideEffect[];
    }
  | { ready: false; outcome: Outcome };

export interface ExecuteRequest extends CallRequest {
  runId: string;
  sessionId: string;
  agentName: string;
  /** Execution is refused when the arguments do not parse to this digest again. */
  digest: string;
  assigns: { [key: string]: JsonValue };
  secrets: Record<string, string>;
}

export interface ExecutePorts {
  sandbox: Sandbox;
  /** The services that the call may ask; without it every request is refused. */
  outside?: Outside;
  signal: AbortSignal;
  /** Milliseconds; the worker is ended when it passes and the definition is loaded anew. */
  deadlineMs: number;
  /** The author's own limit, which is what a call that meets the deadline is told; absent when there is none. */
  timeoutMs?: number;
  onLog(text: string): void;
  onProgress(text: string, fraction: number | undefined): void;
}

export interface Executed {
  outcome: Outcome;
  durationMs: number;
}

export type ToolHostStatus =
  | { phase: "starting" }
  | { phase: "ready" }
  | { phase: "restarting"; reason: string }
  | { phase: "failed"; reason: string };

/** The caches of the loaded tools, as the guest tells of them: words of hostile code, shown and never believed. */
export interface GuestCaches {
  list(): readonly CacheReport[];
  subscribe(listener: () => void): () => void;
  /** `removed`: the results lie outside of the guest and are gone already. */
  command(tool: string, command: CacheCommand, removed: boolean): void;
}

/**
 * The isolated place where authored code runs. No method rejects for anything that authored code does: a throw, a loop, a
 * crash of the worker are outcomes or problems.
 */
export interface ToolHost {
  /** Transpiled JavaScript by definition path. The last good definition stays callable when this fails. */
  load(modules: Record<string, string>, fingerprint: string): Promise<LoadResult>;
  prepare(call: CallRequest): Promise<PreparedCall>;
  execute(call: ExecuteRequest, ports: ExecutePorts): Promise<Executed>;
  readonly caches: GuestCaches;
  status(): ToolHostStatus;
  subscribe(listener: () => void): () => void;
  dispose(): void;
}
