import { z } from "zod";
import { assignsSchema, outcomeSchema } from "../call/outcome";
import { jsonValueSchema } from "../errors/json-value";
import { filesRevertSchema } from "./files-revert";

/**
 * The event log. Everything a person sees is a reading of it: the same reducer (`run-state.ts`) serves the live view, a
 * reload, a shared link and the tests. Bodies are written by the server (model output, decisions) or by the tab that
 * drives the run (checks, claims, settlements); `seq`, `at` are given by the server when it stores one, and a client shows
 * an event only after it was stored.
 */
export const modelChoiceSchema = z.object({
  /** `scripted`, or the name of a configured provider. */
  provider: z.string().min(1).max(64),
  /** The provider's model id; the script's name for `scripted`. */
  model: z.string().min(1).max(200),
});
export type ModelChoice = z.infer<typeof modelChoiceSchema>;

export const toolSummarySchema = z.object({
  name: z.string(),
  description: z.string(),
  /** JSON Schema, root object, input side. */
  parameters: z.record(z.string(), z.unknown()),
  sideEffects: z.array(z.enum(["filesystem", "network", "database", "process", "external"])),
  /** Hash of name, description and parameters: the exact version the model saw. */
  fingerprint: z.string(),
});
export type ToolSummary = z.infer<typeof toolSummarySchema>;

export const riskSchema = z.enum(["low", "medium", "high"]);
export type Risk = z.infer<typeof riskSchema>;

const step = z.number().int().positive();
const callId = z.string().min(1).max(200);

export const usageSchema = z.object({
  inputTokens: z.number().int().nonnegative(),
  outputTokens: z.number().int().nonnegative(),
});
export type Usage = z.infer<typeof usageSchema>;

export const RUN_END_REASONS = ["finished", "stopped", "step-limit", "budget", "failed", "waiting"] as const;
export type RunEndReason = (typeof RUN_END_REASONS)[number];

export const eventBodySchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("run-start"),
    /** `agent`: a prompt carried by the loop; `hand`: one call made by a person. */
    kind: z.enum(["agent", "hand"]),
    prompt: z.string(),
    model: modelChoiceSchema.optional(),
    agentName: z.string(),
    instructions: z.string(),
    tools: z.array(toolSummarySchema),
    stepLimit: z.number().int().positive(),
    /** Hash of the definition files that this run used. */
    definitionFingerprint: z.string(),
    /** What the agent's tools share from the start, where no tool has set it yet. */
    assigns: assignsSchema.optional(),
  }),
  z.object({ type: z.literal("step-start"), step }),
  z.object({ type: z.literal("text-delta"), step, text: z.string() }),
  /** A call begins to be drafted. */
  z.object({ type: z.literal("call-start"), step, callId, tool: z.string() }),
  z.object({ type: z.literal("call-delta"), callId, text: z.string() }),
  /** The draft is whole. `argumentsText` is verbatim; `arguments` is there when it was a JSON object; `cut` means it must not run. */
  z.object({
    type: z.literal("call-end"),
    callId,
    tool: z.string(),
    argumentsText: z.string(),
    arguments: z.record(z.string(), jsonValueSchema).optional(),
    problem: z.string().optional(),
    cut: z.boolean(),
  }),
  z.object({
    type: z.literal("step-end"),
    step,
    /** `calls`: there are calls to answer; `text`: the model is done; `length`: cut by the token limit; `incomplete`: the stream broke; `error`: the provider refused. */
    finish: z.enum(["text", "calls", "length", "incomplete", "error", "stopped"]),
    usage: usageSchema.optional(),
    error: z.object({ code: z.string(), message: z.string(), retryable: z.boolean() }).optional(),
    /** How the model was asked, where a person should know: tools that its provider could not be told of. */
    notices: z.array(z.string()).optional(),
  }),
  /** The canonical arguments: parsed once, defaults and transforms applied. What is shown, approved, run, stored and told to the model. */
  z.object({
    type: z.literal("call-check"),
    callId,
    tool: z.string(),
    arguments: z.record(z.string(), jsonValueSchema),
    /** SHA-256 hex of call id, tool and canonical arguments. */
    digest: z.string(),
    needsApproval: z.boolean(),
    sideEffects: z.array(z.enum(["filesystem", "network", "database", "process", "external"])),
  }),
  z.object({
    type: z.literal("approval-start"),
    approvalId: z.string(),
    callId,
    tool: z.string(),
    arguments: z.record(z.string(), jsonValueSchema),
    digest: z.string(),
    sideEffects: z.array(z.enum(["filesystem", "network", "database", "process", "external"])),
    risk: riskSchema,
    expiresAt: z.number().int(),
  }),
  z.object({
    type: z.literal("approval-end"),
    approvalId: z.string(),
    callId,
    decision: z.enum(["approved", "denied", "expired"]),
    /** The digest the decision is bound to. */
    digest: z.string(),
    by: z.string(),
    reason: z.string().optional(),
  }),
  /** The call is about to run, exactly once; a second claim of one call id is refused by the server. */
  z.object({ type: z.literal("call-claim"), callId, by: z.string() }),
  z.object({
    type: z.literal("call-log"),
    callId,
    level: z.enum(["log", "progress"]),
    text: z.string(),
    fraction: z.number().min(0).max(1).optional(),
    /** Milliseconds since the tool began, by the clock of the place it runs in: lines are stored in batches. */
    afterMs: z.number().nonnegative().optional(),
  }),
  z.object({ type: z.literal("call-settle"), callId, outcome: outcomeSchema, durationMs: z.number().nonnegative() }),
  z.object({
    type: z.literal("run-end"),
    reason: z.enum(RUN_END_REASONS),
    error: z.object({ code: z.string(), message: z.string() }).optional(),
    by: z.string().optional(),
  }),
  filesRevertSchema,
]);
export type EventBody = z.infer<typeof eventBodySchema>;
export type EventType = EventBody["type"];

export const eventEnvelopeSchema = z.object({
  /** Grows by one within a session; the resume cursor. */
  seq: z.number().int().positive(),
  /** Milliseconds since the epoch, the server's clock. */
  at: z.number().int(),
  runId: z.string(),
});

export const runEventSchema = z.intersection(eventEnvelopeSchema, eventBodySchema);
export type RunEvent = z.infer<typeof eventEnvelopeSchema> & EventBody;
/** What a client may write itself; everything else is written by the server's own services. */
export const CLIENT_EVENT_TYPES = [
  "call-check",
  "call-claim",
  "call-log",
  "call-settle",
  "run-end",
] as const satisfies readonly EventType[];
