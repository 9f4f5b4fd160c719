import "server-only";
import type { ModelMessage as ChatMessage } from "ai";
import type { ResultPart } from "@/lib/core/call/outcome";
import type { ModelMessage } from "@/lib/core/model/message";

type ToolResults = Extract<ModelMessage, { role: "tool" }>["results"];

/**
 * Our conversation in the form the library takes. Chat Completions has no place for an image in a tool's answer, so the
 * images of a turn follow in one user message after all of its answers. A notice is a user message too; texts of the user
 * that follow each other are one, because some providers refuse two in a row.
 */
export function toChatMessages(messages: readonly ModelMessage[]): ChatMessage[] {
  const joined: ChatMessage[] = [];
  for (const message of messages.flatMap(toChat)) {
    const before = joined.at(-1);
    const both = before?.role === "user" && message.role === "user" ? joinUser(before, message) : undefined;
    if (both === undefined) joined.push(message);
    else joined[joined.length - 1] = both;
  }
  return joined;
}

type UserMessage = Extract<ChatMessage, { role: "user" }>;

function joinUser(before: UserMessage, message: UserMessage): UserMessage {
  if (typeof before.content === "string" && typeof message.content === "string") {
    return { role: "user", content: `${before.content}\n\n${message.content}` };
  }
  return { role: "user", content: [...contentParts(before), ...contentParts(message)] };
}

function contentParts({ content }: UserMessage): Exclude<UserMessage["content"], string> {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

function toChat(message: ModelMessage): ChatMessage[] {
  switch (message.role) {
    case "user":
    case "notice":
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
