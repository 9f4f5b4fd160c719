import "server-only";
import type { ToolSummary } from "@/lib/core/agent/event";
import { conversationFor } from "@/lib/core/model/conversation";
import type { Model, ModelPart } from "@/lib/core/model/model";
import type { ServerContext } from "../context";
import { redactMessages } from "../secrets/redact-messages";
import { reportFault } from "../secrets/report-fault";
import { sessionRedactors } from "../secrets/session-redactors";
import { type EndPart, StepWriter } from "./step-writer";

export interface StepToDrive {
  sessionId: string;
  runId: string;
  step: number;
  model: Model;
  /** Output tokens that the run may still use. */
  tokensLeft: number;
}

/**
 * Carries one model step from the first part to its `step-end`. It goes on when the tab that asked for it is closed: the
 * log is what counts, and whoever opens the session next finds the whole step there. Never rejects.
 */
export async function driveStep(context: ServerContext, task: StepToDrive, controller: AbortController): Promise<void> {
  const { signal } = controller;
  let writer: StepWriter | undefined;
  try {
    const runs = await context.folds.of(context.database.queries, task.sessionId);
    const redactors = await sessionRedactors(context, context.database.queries, task.sessionId);
    const run = runs.runs.find(({ runId }) => runId === task.runId);
    writer = new StepWriter({
      context,
      ...task,
      redactors,
      takenCallIds: Object.keys(run?.calls ?? {}),
      onLost: () => controller.abort(),
    });
    const parts = task.model.stream({
      instructions: run?.instructions ?? "",
      messages: redactMessages(conversationFor(runs, task.runId), redactors.exact),
      tools: (run?.tools ?? []).map(toolSchemaOf),
      signal,
    });
    await writer.finish(await pump(parts, writer, task.tokensLeft, controller));
  } catch (error) {
    reportFault(context, `Step ${task.step} of run ${task.runId} failed`, error, task.sessionId);
    const message = "The server could not carry out this step; its log says why.";
    await writer?.finish({ type: "end", finish: "error", error: { code: "internal", message, retryable: true } });
  }
}

async function pump(
  parts: AsyncIterable<ModelPart>,
  writer: StepWriter,
  tokensLeft: number,
  controller: AbortController,
): Promise<EndPart> {
  const { signal } = controller;
  const iterator = parts[Symbol.asyncIterator]();
  const aborted = new Promise<"aborted">((resolve) => {
    if (signal.aborted) resolve("aborted");
    signal.addEventListener("abort", () => resolve("aborted"), { once: true });
  });
  for (;;) {
    // A model that does not listen to its signal must not hold the step open.
    const next = await Promise.race([iterator.next(), aborted]);
    if (next === "aborted") {
      iterator.return?.().catch(() => {});
      return { type: "end", finish: "incomplete" };
    }
    if (next.done === true) return { type: "end", finish: "incomplete" };
    if (next.value.type === "end") return next.value;
    writer.add(next.value);
    if (writer.estimatedTokens > tokensLeft) {
      controller.abort();
      const message = `The run's budget of output tokens is used up.`;
      return { type: "end", finish: "length", error: { code: "budget", message, retryable: false } };
    }
  }
}

function toolSchemaOf({ name, description, parameters }: ToolSummary) {
  return { name, description, parameters };
}
