import type { ToolSchema } from "../tool/tool-types";
import type { ModelMessage } from "./message";

export interface ModelRequest {
  instructions: string;
  messages: ModelMessage[];
  tools: ToolSchema[];
  signal: AbortSignal;
}

/**
 * One piece of a model's turn, in the order a provider sends them. Calls may interleave; ids are unique within a run. A
 * delta is the draft as the provider writes it; `argumentsText` at the end of a call is in the author's shape, and counts.
 */
export type ModelPart =
  | { type: "text"; text: string }
  | { type: "call-start"; callId: string; tool: string }
  | { type: "call-delta"; callId: string; text: string }
  | { type: "call-end"; callId: string; tool: string; argumentsText: string }
  | {
      type: "end";
      finish: "text" | "calls" | "length" | "incomplete" | "error";
      usage?: { inputTokens: number; outputTokens: number };
      /** What a person should know of how the model was asked, such as a tool that this provider cannot be told of. */
      notices?: string[];
      error?: { code: string; message: string; retryable: boolean };
    };

/**
 * The model port. The iterator never throws: a fault of the provider is an `end` part with `finish: "error"` or
 * `"incomplete"`. Exactly one `end` part comes, and it comes last. An aborted signal ends it with `incomplete`.
 */
export interface Model {
  stream(request: ModelRequest): AsyncIterable<ModelPart>;
}
