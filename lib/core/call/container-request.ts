import { z } from "zod";
import { jsonValueSchema } from "../errors/json-value";
import type { ToolContext } from "../tool/tool-types";
import { outcomeSchema } from "./outcome";

const jsonRecord = z.record(z.string(), jsonValueSchema);

/** A tool's own files, transpiled, and the one of them that it is written in. */
export const toolProgramSchema = z.strictObject({ modules: z.record(z.string(), z.string()), file: z.string() });
export type ToolProgram = z.infer<typeof toolProgramSchema>;

/** The members of a tool's context that are plain data. */
export const contextFactsSchema = z.strictObject({
  agentId: z.string(),
  runId: z.string(),
  callId: z.string(),
  sessionId: z.string(),
  threadId: z.string().optional(),
  userId: z.string().optional(),
  channelType: z.string().optional(),
  channelId: z.string().optional(),
  assigns: jsonRecord,
  /** Names only: nothing secret goes where code of strangers runs. */
  secretNames: z.array(z.string()),
});
export type ContextFacts = z.infer<typeof contextFactsSchema>;

/** What is carried out in the container: one call of one tool. */
export const containerCallSchema = z.strictObject({
  tool: z.string().max(200),
  arguments: jsonRecord,
  opts: jsonRecord,
  program: toolProgramSchema,
  context: contextFactsSchema,
});
export type ContainerCall = z.infer<typeof containerCallSchema>;

/**
 * The input of the service `webcontainer`: what a tool with `sandbox: { type: "webcontainer" }` asks for in the place of
 * running its `execute`.
 */
export const containerRequestSchema = z.strictObject({
  call: containerCallSchema,
  dependencies: z.record(z.string(), z.string()),
  timeoutMs: z.number().positive(),
});
export type ContainerRequest = z.infer<typeof containerRequestSchema>;

/** What a call's program leaves behind: how it settled, and the whole text of a result that was cut. */
export const containerSettlementSchema = z.strictObject({ outcome: outcomeSchema, whole: z.string().optional() });
export type ContainerSettlement = z.infer<typeof containerSettlementSchema>;

/** The end of a call in the container. */
export const containerAnswerSchema = z.discriminatedUnion("status", [
  z.strictObject({ status: z.literal("settled"), settlement: containerSettlementSchema }),
  z.strictObject({ status: z.literal("timed-out"), afterMs: z.number() }),
  /** No container is up. */
  z.strictObject({ status: z.literal("missing") }),
  /** The packages could not be installed, or the process ended before the tool settled. */
  z.strictObject({ status: z.literal("broken"), message: z.string() }),
]);
export type ContainerAnswer = z.infer<typeof containerAnswerSchema>;

/** Milliseconds that installing the packages may take, beside the tool's own time. */
export const INSTALL_MS = 5 * 60_000;
/** Milliseconds a call may take beside the tool's own time: the packages, and the files' way in and out. */
export const WEBCONTAINER_ALLOWANCE_MS = INSTALL_MS + 30_000;

/** A line that begins with it says how far a tool is, as JSON; any other line is the call's log. */
export const PROGRESS_MARK = "\u001etoolwright-progress ";

export function contextFacts(context: ToolContext, assigns: ContextFacts["assigns"]): ContextFacts {
  const { agentId, runId, callId, sessionId, threadId, userId, channelType, channelId } = context;
  const secretNames = Object.keys(context.secrets);
  const known = { threadId, userId, channelType, channelId };
  const given = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
  return { agentId, runId, callId, sessionId, ...given, assigns, secretNames };
}
