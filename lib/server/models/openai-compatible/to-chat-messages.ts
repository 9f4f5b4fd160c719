import "server-only";
import type { ModelMessage as ChatMessage } from "ai";
import type { ResultPart } from "@/lib/core/call/outcome";
import type { ModelMessage } from "@/lib/core/model/message";

type ToolResults = Extract<ModelMessage, { role: "tool" }>["results"];

/**
 * Our conversation in the form the library takes. Chat Completions has no place for an image in a tool's answer, so the
 * images of a turn follow in one user message after all of its answers.
 */
export function toChatMessages(messages: readonly ModelMessage[]): ChatMessage[] {
  return messages.flatMap(toChat);
}

function toChat(message: ModelMessage): ChatMessage[] {
  switch (message.role) {
    case "user":
      return [{ role: "user", content: message.text }];
    case "assistant":
      return [
        {
          role: "assistant",
          content: [
            ...(message.text === "" ? [] : [{ type: "text" as const, text: message.text }]),
            ...message.calls.map((call) => ({
              type: "tool-call" as const,
              toolCallId: call.callId,
              toolName: call.tool,
              input: call.arguments,
            })),
          ],
        },
      ];
    case "tool":
      return [toAnswers(message.results), ...toImages(message.results)];
  }
}

function toAnswers(results: ToolResults): ChatMessage {
  return {
    role: "tool",
    content: results.map(({ callId, tool, parts, isError }) => ({
      type: "tool-result" as const,
      toolCallId: callId,
      toolName: tool,
      output: { type: isError ? ("error-text" as const) : ("text" as const), value: textOf(parts) },
    })),
  };
}

function textOf(parts: readonly ResultPart[]): string {
  return parts.map((part) => (part.type === "text" ? part.text : "(image attached below)")).join("\n");
}

function toImages(results: ToolResults): ChatMessage[] {
  const content = results.flatMap(({ callId, tool, parts }) =>
    parts.flatMap((part) =>
      part.type === "image"
        ? [
            { type: "text" as const, text: `Image in the result of ${tool} (call ${callId}):` },
            { type: "image" as const, image: part.data, mediaType: part.mediaType },
          ]
        : [],
    ),
  );
  return content.length > 0 ? [{ role: "user", content }] : [];
}
