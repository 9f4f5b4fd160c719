import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { modelChoiceSchema, type RunEvent, toolSummarySchema } from "@/lib/core/agent/event";
import { assignsSchema } from "@/lib/core/call/outcome";
import { fail, ok, type Result } from "@/lib/core/errors/result";
import { parseScript } from "@/lib/core/model/script";
import type { ServerContext } from "../context";
import { runs } from "../db/schema";
import type { Caller } from "../identity/caller";
import { createId } from "../identity/create-id";
import { redactArguments } from "../secrets/redact-arguments";
import { sessionNotFound, withSessionLock } from "./session-lock";

const MOST_TOOLS = 200;

export const startRunSchema = z.object({
  sessionId: z.string().max(64),
  runnerId: z.string().min(1).max(100),
  kind: z.enum(["agent", "hand"]),
  prompt: z.string().max(200_000),
  model: modelChoiceSchema.optional(),
  agentName: z.string().max(200),
  instructions: z.string().max(400_000),
  tools: z.array(toolSummarySchema).max(MOST_TOOLS),
  stepLimit: z.number().int().positive().max(1000),
  definitionFingerprint: z.string().max(200),
  /** What the agent's tools share from the start. */
  assigns: assignsSchema.optional(),
  /** The text of `script.json`, for the scripted model. */
  script: z.string().max(400_000).optional(),
  /** The one call of a run by hand. */
  call: z
    .object({
      callId: z.string().regex(/^[\w.:-]{1,200}$/),
      tool: z.string().min(1).max(200),
      argumentsText: z.string().max(4_000_000),
    })
    .optional(),
});
export type StartRun = z.infer<typeof startRunSchema>;

/** Opens a run in the log. A run by hand holds its one whole call from the start; an agent's run waits for its first step. */
export async function startRun(
  context: ServerContext,
  caller: Caller,
  input: StartRun,
): Promise<Result<{ runId: string; events: RunEvent[] }>> {
  const refused = refuse(context, input);
  if (refused !== undefined) return refused;
  return withSessionLock(context, input.sessionId, async (locked) => {
    const { session, transaction, at } = locked;
    if (session.ownerId !== caller.ownerId) return sessionNotFound();
    if (input.kind === "agent") {
      const [open] = await transaction
        .select({ id: runs.id })
        .from(runs)
        .where(and(eq(runs.sessionId, session.id), eq(runs.kind, "agent"), isNull(runs.endedAt)))
        .limit(1);
      if (open !== undefined) {
        return fail("run-open", `Run ${open.id} of this session is still open.`, {
          fix: "Answer what it waits for, continue it, or stop it first.",
        });
      }
    }
    const runId = createId("r");
    await transaction.insert(runs).values({
      id: runId,
      sessionId: session.id,
      kind: input.kind,
      runnerId: input.runnerId,
      script: input.script === undefined ? undefined : locked.redactors.exact.text(input.script),
      stepLimit: input.stepLimit,
      startedAt: at,
    });
    const { kind, prompt, model, agentName, instructions, tools, stepLimit, definitionFingerprint, assigns } = input;
    const events = [
      locked.append(runId, {
        type: "run-start",
        kind,
        prompt,
        ...(model === undefined ? {} : { model }),
        agentName,
        instructions,
        tools,
        stepLimit,
        definitionFingerprint,
        ...(assigns === undefined ? {} : { assigns }),
      }),
    ];
    if (input.call !== undefined) {
      const { callId, tool, argumentsText } = input.call;
      events.push(
        locked.append(runId, { type: "step-start", step: 1 }),
        locked.append(runId, { type: "call-start", step: 1, callId, tool }),
        locked.append(runId, {
          type: "call-end",
          callId,
          tool,
          ...redactArguments(argumentsText, locked.redactors.exact),
          cut: false,
        }),
      );
    }
    return ok({ runId, events });
  });
}

function refuse(context: ServerContext, input: StartRun): Result<never> | undefined {
  if (input.kind === "hand") {
    return input.call === undefined
      ? fail("invalid-input", "A call by hand needs the call.", { field: "call" })
      : undefined;
  }
  if (input.call !== undefined) {
    return fail("invalid-input", "Only a run by hand starts with a call.", { field: "call" });
  }
  if (input.model === undefined) return fail("invalid-input", "An agent's run needs a model.", { field: "model" });
  if (input.model.provider === "scripted" && input.script !== undefined) {
    const script = parseScript(input.script);
    if (!script.ok) return script;
  }
  const names = new Set<string>();
  for (const { name } of input.tools) {
    if (names.has(name)) {
      return fail("duplicate-tool", `Two tools are named "${name}".`, { field: "tools", fix: "Rename one of them." });
    }
    names.add(name);
  }
  const model = context.models.find(input.model, input.script);
  return model.ok ? undefined : model;
}
