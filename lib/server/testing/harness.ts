import "server-only";
import type { EventBody, RunEvent, ToolSummary } from "@/lib/core/agent/event";
import { foldEvents } from "@/lib/core/agent/fold-event";
import type { RunState } from "@/lib/core/agent/run-state";
import { argumentDigest } from "@/lib/core/call/digest";
import type { JsonValue } from "@/lib/core/errors/json-value";
import { ok, type Result } from "@/lib/core/errors/result";
import type { Model } from "@/lib/core/model/model";
import type { SessionDocument } from "@/lib/core/session/session-document";
import type { ServerContext, ServerLimits, ToolServices } from "../context";
import { createContext } from "../create-context";
import type { Database } from "../db/database";
import { type Caller, callerOf } from "../identity/caller";
import { createModelCatalogue } from "../models/model-catalogue";
import { readEvents } from "../runs/read-events";
import { recordEvents } from "../runs/record-events";
import { startRun } from "../runs/start-run";
import { stepRun } from "../runs/step-run";
import type { SecretVault } from "../secrets/secret-vault";
import { insertSession } from "../sessions/insert-session";

export const RUNNER = "runner-1";

const weather: ToolSummary = {
  name: "weather",
  description: "Tells the weather.",
  parameters: { type: "object", properties: { city: { type: "string" } } },
  sideEffects: ["network"],
  fingerprint: "f",
};

/** One owner with a server of their own over a shared database. */
export class Harness {
  readonly context: ServerContext;
  readonly owner: Caller = callerOf(crypto.randomUUID());
  readonly stranger: Caller = callerOf(crypto.randomUUID());
  clock = 1_800_000_000_000;

  constructor(
    database: Database,
    options: {
      model?: Model;
      limits?: Partial<ServerLimits>;
      stepsPerMinute?: number;
      servicesPerMinute?: number;
      tools?: Partial<ToolServices>;
      secrets?: SecretVault;
    } = {},
  ) {
    const { model } = options;
    const catalogue = createModelCatalogue({ openai: undefined });
    this.context = createContext({
      database,
      models: model === undefined ? catalogue : { ...catalogue, find: () => ok(model) },
      stepsPerMinute: options.stepsPerMinute ?? 1000,
      servicesPerMinute: options.servicesPerMinute ?? 1000,
      tools: options.tools,
      secrets: options.secrets,
      limits: { runOutputTokens: 100_000, ...options.limits },
      now: () => this.clock,
    });
  }

  session(): Promise<SessionDocument> {
    return insertSession(this.context, this.owner, { title: "A session", definition: { files: { "agent.ts": "x" } } });
  }

  async agentRun(sessionId: string, options: { script?: string; stepLimit?: number } = {}): Promise<string> {
    const started = await startRun(this.context, this.owner, {
      sessionId,
      runnerId: RUNNER,
      kind: "agent",
      prompt: "How is the weather?",
      model: { provider: "scripted", model: "script.json" },
      agentName: "a",
      instructions: "Be short.",
      tools: [weather],
      stepLimit: options.stepLimit ?? 5,
      definitionFingerprint: "f",
      script: options.script,
    });
    return unwrap(started).runId;
  }

  async handRun(
    sessionId: string,
    argumentsText: string,
    tool = weather.name,
  ): Promise<{ runId: string; events: RunEvent[] }> {
    return unwrap(
      await startRun(this.context, this.owner, {
        sessionId,
        runnerId: RUNNER,
        kind: "hand",
        prompt: "By hand",
        agentName: "hand",
        instructions: "",
        tools: [weather],
        stepLimit: 1,
        definitionFingerprint: "f",
        call: { callId: "c_1", tool, argumentsText },
      }),
    );
  }

  async step(sessionId: string, runId: string, step: number): Promise<RunEvent[]> {
    return collect(unwrap(await this.askStep(sessionId, runId, step)));
  }

  askStep(sessionId: string, runId: string, step: number): Promise<Result<ReadableStream<RunEvent>>> {
    return stepRun(this.context, this.owner, { sessionId, runId, runnerId: RUNNER, step });
  }

  record(sessionId: string, runId: string, ...bodies: EventBody[]): Promise<Result<RunEvent[]>> {
    return recordEvents(this.context, this.owner, {
      sessionId,
      runId,
      runnerId: RUNNER,
      bodies: bodies as Parameters<typeof recordEvents>[2]["bodies"],
    });
  }

  async log(sessionId: string): Promise<RunEvent[]> {
    return readEvents(this.context.database.queries, sessionId, 0);
  }

  async state(sessionId: string, runId: string): Promise<RunState> {
    const state = foldEvents(await this.log(sessionId)).runs.find((run) => run.runId === runId);
    if (state === undefined) throw new Error(`no run ${runId}`);
    return state;
  }
}

/** Checks a call with the digest its arguments really have. */
export async function checkOf(
  callId: string,
  args: { [key: string]: JsonValue },
  needsApproval = false,
  tool = "weather",
): Promise<Extract<EventBody, { type: "call-check" }>> {
  const digest = await argumentDigest(callId, tool, args);
  return {
    type: "call-check",
    callId,
    tool,
    arguments: args,
    digest,
    needsApproval,
    sideEffects: ["network"],
  };
}

export function settleOf(callId: string, text = "sunny"): Extract<EventBody, { type: "call-settle" }> {
  const result = { parts: [{ type: "text" as const, text }], empty: false, truncated: false, bytes: text.length };
  return { type: "call-settle", callId, outcome: { status: "ok", result }, durationMs: 1 };
}

export function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.problem.code}: ${result.problem.message}`);
  return result.value;
}

export function codeOf(result: Result<unknown>): string {
  return result.ok ? "ok" : result.problem.code;
}

export async function collect<T>(stream: ReadableStream<T>): Promise<T[]> {
  const values: T[] = [];
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return values;
    values.push(value);
  }
}
