import { z } from "zod";
import { cacheCommandSchema, cacheReportSchema } from "@/lib/core/cache/cache-report";
import { encodedResultSchema, outcomeSchema, refusedBySchema } from "@/lib/core/call/outcome";
import type { JsonValue } from "@/lib/core/errors/json-value";
import { SANDBOX_ERROR_CODES } from "@/lib/core/sandbox/sandbox-error";
import { definitionProblemSchema, describedDefinitionSchema, describedToolSchema } from "./described-definition";
import { isJsonObject, isJsonValue } from "./is-json-value";

/**
 * What crosses the one port between the page and a guest. Both sides parse what they receive: the page because the guest
 * runs hostile code, the guest so that a mistake on the page is found at the door.
 */
const id = z.number().int().nonnegative();
const callId = z.string().min(1).max(200);
const toolName = z.string().max(1000);
const jsonValue = z.custom<JsonValue>(isJsonValue, "not a JSON value");
const jsonObject = z.custom<{ [key: string]: JsonValue }>(isJsonObject, "not a JSON object");
const bytes: z.ZodType<Uint8Array> = z.instanceof(Uint8Array);
const fileData = z.union([bytes, z.string()]);

/* ── the page asks, the guest replies ─────────────────────────────────────────────────────────────────────────────── */

export const sandboxFactsSchema = z.object({
  kind: z.string(),
  cwd: z.string(),
  capabilities: z.object({
    shell: z.boolean(),
    persistent: z.boolean(),
    promptStop: z.boolean(),
    node: z.boolean(),
  }),
});
export type SandboxFacts = z.infer<typeof sandboxFactsSchema>;

const requestSchemas = [
  z.object({ type: z.literal("load"), id, modules: z.record(z.string(), z.string()) }),
  z.object({ type: z.literal("prepare"), id, callId, tool: toolName, arguments: jsonObject }),
  z.object({
    type: z.literal("execute"),
    id,
    /** A call that this guest prepared; it runs with the value that was parsed then. */
    callId,
    tool: toolName,
    runId: z.string(),
    sessionId: z.string(),
    agentName: z.string(),
    assigns: jsonObject,
    secrets: z.record(z.string(), z.string()),
    sandbox: sandboxFactsSchema,
  }),
  /** Answered at once unless the guest computes. */
  z.object({ type: z.literal("ping"), id }),
] as const;

const sandboxErrorSchema = z.object({
  code: z.enum(SANDBOX_ERROR_CODES),
  message: z.string(),
  path: z.string().optional(),
  output: z.string().optional(),
});
export type SandboxFault = z.infer<typeof sandboxErrorSchema>;

export const hostMessageSchema = z.discriminatedUnion("type", [
  ...requestSchemas,
  z.object({ type: z.literal("abort"), callId, by: refusedBySchema }),
  /** To a sandbox request of the guest. */
  z.object({ type: z.literal("answer"), id, value: z.unknown() }),
  z.object({ type: z.literal("refusal"), id, fault: sandboxErrorSchema }),
  z.object({ type: z.literal("output"), id, stream: z.enum(["stdout", "stderr"]), text: z.string() }),
  /** To what the guest asked of the outside. */
  z.object({ type: z.literal("outside-answer"), id, value: jsonValue }),
  z.object({ type: z.literal("outside-refusal"), id, code: z.string(), message: z.string() }),
  /** What a person decided about the cache of one tool. `removed`: the page has removed the results already. */
  z.object({ type: z.literal("cache-command"), tool: toolName, command: cacheCommandSchema, removed: z.boolean() }),
  z.object({
    type: z.literal("changes"),
    id,
    changes: z.array(z.object({ path: z.string(), kind: z.enum(["created", "changed", "removed"]) })),
  }),
]);
export type HostMessage = z.infer<typeof hostMessageSchema>;
export type GuestRequest = Extract<HostMessage, { type: "load" | "prepare" | "execute" | "ping" }>;

/* ── the guest asks for the sandbox of one call ───────────────────────────────────────────────────────────────────── */

const searchLimit = z.number().optional();
const snapshotEntry = z.discriminatedUnion("type", [
  z.object({ type: z.literal("file"), data: bytes, mode: z.number(), modifiedAt: z.number() }),
  z.object({ type: z.literal("directory"), mode: z.number(), modifiedAt: z.number() }),
  z.object({ type: z.literal("symlink"), target: z.string() }),
]);

export const sandboxRequestSchema = z.discriminatedUnion("method", [
  z.object({ method: z.literal("read"), path: z.string() }),
  z.object({ method: z.literal("write"), path: z.string(), data: fileData }),
  z.object({ method: z.literal("edit"), path: z.string(), oldText: z.string(), newText: z.string() }),
  z.object({
    method: z.literal("exec"),
    command: z.string(),
    cwd: z.string().optional(),
    env: z.record(z.string(), z.string()).optional(),
    stdin: fileData.optional(),
    timeoutMs: z.number().optional(),
    discardChanges: z.boolean().optional(),
    /** Whether pieces of output are wanted before the end. */
    streams: z.boolean(),
  }),
  z.object({
    method: z.literal("glob"),
    pattern: z.string(),
    cwd: z.string().optional(),
    limit: searchLimit,
    includeIgnored: z.boolean().optional(),
  }),
  z.object({
    method: z.literal("grep"),
    pattern: z.string(),
    path: z.string().optional(),
    glob: z.string().optional(),
    caseSensitive: z.boolean().optional(),
    limit: searchLimit,
    includeIgnored: z.boolean().optional(),
  }),
  z.object({ method: z.literal("list"), path: z.string() }),
  z.object({ method: z.literal("stat"), path: z.string() }),
  z.object({ method: z.literal("makeDirectory"), path: z.string() }),
  z.object({ method: z.literal("remove"), path: z.string(), recursive: z.boolean().optional() }),
  z.object({ method: z.literal("rename"), from: z.string(), to: z.string() }),
  z.object({ method: z.literal("watch") }),
  z.object({ method: z.literal("snapshot") }),
  z.object({ method: z.literal("restore"), entries: z.map(z.string(), snapshotEntry) }),
  z.object({
    method: z.literal("mount"),
    files: z.map(z.string(), fileData),
    path: z.string(),
    mode: z.enum(["read-only", "writable"]),
  }),
]);
export type SandboxRequest = z.infer<typeof sandboxRequestSchema>;

/* ── the guest says ───────────────────────────────────────────────────────────────────────────────────────────────── */

/** Caches of one definition that a person is shown. */
export const MOST_CACHES = 50;

export const guestMessageSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready") }),
  /** The file whose top level runs now, so that one that never ends can be named. */
  z.object({ type: z.literal("loading"), file: z.string().max(200) }),
  z.object({ type: z.literal("reply"), id, value: z.unknown() }),
  /** A request itself could not be carried out: a fault of the guest, not of authored code. */
  z.object({ type: z.literal("fault"), id, message: z.string().max(10_000) }),
  z.object({ type: z.literal("ask"), id, callId, request: sandboxRequestSchema }),
  /** Ends an `exec` or a `watch` that was asked for. */
  z.object({ type: z.literal("cancel"), id, callId }),
  /** How the caches of the loaded tools stand; the whole of it, whenever something changed. */
  z.object({ type: z.literal("cache-report"), caches: z.array(cacheReportSchema).max(MOST_CACHES) }),
  /** Asks a service of the page or the server; how large the input may be is the page's to say. */
  z.object({
    type: z.literal("outside-ask"),
    id,
    callId,
    service: z.string().max(200),
    input: jsonObject,
    settings: jsonObject,
  }),
  /** The answer is no longer wanted. */
  z.object({ type: z.literal("outside-cancel"), id, callId }),
  z.object({ type: z.literal("log"), callId, text: z.string().max(20_000) }),
  z.object({
    type: z.literal("progress"),
    callId,
    text: z.string().max(20_000),
    fraction: z.number().min(0).max(1).optional(),
  }),
]);
export type GuestMessage = z.infer<typeof guestMessageSchema>;

/* ── the values of replies, by request ────────────────────────────────────────────────────────────────────────────── */

/** As described in the guest; the page adds the fingerprints. */
const guestToolSchema = describedToolSchema.omit({ fingerprint: true });
export type GuestTool = z.infer<typeof guestToolSchema>;

export const loadReplySchema = z.discriminatedUnion("ok", [
  z.object({
    ok: z.literal(true),
    agent: describedDefinitionSchema.shape.agent,
    tools: z.array(guestToolSchema).max(500),
    warnings: z.array(definitionProblemSchema).max(1000),
  }),
  z.object({ ok: z.literal(false), problems: z.array(definitionProblemSchema).min(1).max(1000) }),
]);
export type LoadReply = z.infer<typeof loadReplySchema>;

/** The outcome as core defines it, with a result's value checked by hand: it may be large. */
const [okOutcome, ...otherOutcomes] = outcomeSchema.options;
const replyOutcomeSchema = z.discriminatedUnion("status", [
  okOutcome.extend({ result: encodedResultSchema.extend({ value: jsonValue.optional() }) }),
  ...otherOutcomes,
]);

export const prepareReplySchema = z.discriminatedUnion("ok", [
  z.object({
    ok: z.literal(true),
    canonical: jsonObject,
    needsApproval: z.boolean(),
    sideEffects: describedToolSchema.shape.sideEffects,
  }),
  z.object({ ok: z.literal(false), outcome: replyOutcomeSchema }),
]);
export type PrepareReply = z.infer<typeof prepareReplySchema>;

export const executeReplySchema = z.object({
  outcome: replyOutcomeSchema,
  durationMs: z.number().nonnegative(),
  /** What of the language or the platform was no longer as it was after the load: this realm serves no further call. */
  changed: z.string().max(300).optional(),
});
export type ExecuteReply = z.infer<typeof executeReplySchema>;

export const pingReplySchema = z.literal("pong");
