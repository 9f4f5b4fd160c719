import "server-only";
import type { ModelMessage } from "@/lib/core/model/message";
import type { Redactor } from "@/lib/core/redact/redactor";
import { redactPart } from "./redact-outcome";

/** What a model is told, without the values that are known by now: some of it was stored before they were. */
export function redactMessages(messages: ModelMessage[], redactor: Redactor): ModelMessage[] {
  return redactor.isIdle ? messages : messages.map((message) => redactMessage(message, redactor));
}

function redactMessage(message: ModelMessage, redactor: Redactor): ModelMessage {
  switch (message.role) {
    case "user":
    case "notice":
      return { ...message, text: redactor.text(message.text) };
    case "assistant":
      return {
        ...message,
        text: redactor.text(message.text),
        calls: message.calls.map((call) => ({ ...call, arguments: redactor.value(call.arguments) })),
      };
    case "tool":
      return {
        ...message,
        results: message.results.map((result) => ({
          ...result,
          parts: result.parts.map((part) => redactPart(part, redactor)),
        })),
      };
  }
}
