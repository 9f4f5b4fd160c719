import "server-only";
import type { TextStreamPart, ToolSet } from "ai";
import type { ModelPart } from "@/lib/core/model/model";
import { splitGluedJson } from "@/lib/core/model/split-glued-json";
import type { ProviderErrorReader } from "./provider-error";

type End = Extract<ModelPart, { type: "end" }>;

interface Draft {
  tool: string;
  text: string;
}

/**
 * The library's stream as parts of our port. A stream that was cut shows itself in two ways: the iterator throws (the
 * socket broke), or it ends without a finish reason. Both are `incomplete`. Never throws.
 */
export async function* readStream(
  stream: AsyncIterable<TextStreamPart<ToolSet>>,
  signal: AbortSignal,
  errors: ProviderErrorReader,
): AsyncGenerator<ModelPart> {
  const drafts = new Map<string, Draft>();
  let failure: unknown;
  let end: End | undefined;
  try {
    for await (const part of stream) {
      switch (part.type) {
        case "text-delta":
          yield { type: "text", text: part.text };
          break;
        case "tool-input-start":
          drafts.set(part.id, { tool: part.toolName, text: "" });
          yield { type: "call-start", callId: part.id, tool: part.toolName };
          break;
        case "tool-input-delta": {
          const draft = drafts.get(part.id);
          if (draft !== undefined) draft.text += part.delta;
          yield { type: "call-delta", callId: part.id, text: part.delta };
          break;
        }
        case "error":
          failure ??= part.error;
          break;
        case "finish":
          end = endOf(part, failure, drafts.size, errors);
          break;
      }
    }
  } catch (error) {
    failure ??= error;
    end = signal.aborted ? undefined : broken(errors, error);
  }
  if (signal.aborted) {
    yield { type: "end", finish: "incomplete" };
    return;
  }
  end ??= failure === undefined ? broken(errors) : { type: "end", finish: "error", error: errors.read(failure) };
  if (end.finish === "calls") yield* wholeCalls(drafts);
  yield end;
}

function endOf(
  part: Extract<TextStreamPart<ToolSet>, { type: "finish" }>,
  failure: unknown,
  calls: number,
  errors: ProviderErrorReader,
): End {
  const { inputTokens, outputTokens } = part.totalUsage;
  const usage =
    inputTokens === undefined && outputTokens === undefined
      ? {}
      : { usage: { inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 } };
  if (part.rawFinishReason === undefined && (failure === undefined || endedWithoutReason(failure))) {
    return { ...broken(errors), ...usage };
  }
  if (failure !== undefined) return { type: "end", finish: "error", ...usage, error: errors.read(failure) };
  if (part.finishReason === "length") return { type: "end", finish: "length", ...usage };
  if (part.finishReason === "content-filter") {
    const message = "The provider's content filter ended the answer.";
    return {
      type: "end",
      finish: "error",
      ...usage,
      error: { code: "provider-content-filter", message, retryable: false },
    };
  }
  return { type: "end", finish: calls > 0 ? "calls" : "text", ...usage };
}

function broken(errors: ProviderErrorReader, cause?: unknown): End {
  const why = cause === undefined ? "it ended without saying that it was whole" : errors.read(cause).message;
  const message = `The provider's answer was cut in the middle: ${why}`;
  return { type: "end", finish: "incomplete", error: { code: "stream-broken", message, retryable: true } };
}

/** The library reports a clean end without a finish reason as an error of its own. */
function endedWithoutReason(failure: unknown): boolean {
  return failure instanceof Error && failure.message.includes("without a finish reason");
}

/** Some providers glue the arguments of parallel calls together; each complete object is a call of its own. */
function* wholeCalls(drafts: ReadonlyMap<string, Draft>): Generator<ModelPart> {
  for (const [callId, { tool, text }] of drafts) {
    const [first = text, ...others] = splitGluedJson(text);
    yield { type: "call-end", callId, tool, argumentsText: first };
    for (const [place, argumentsText] of others.entries()) {
      const id = `${callId}.${place + 2}`;
      yield { type: "call-start", callId: id, tool };
      yield { type: "call-delta", callId: id, text: argumentsText };
      yield { type: "call-end", callId: id, tool, argumentsText };
    }
  }
}
