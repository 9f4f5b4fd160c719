import type { ResultPart } from "../call/outcome";
import type { JsonValue } from "../errors/json-value";

/** The conversation as a provider adapter receives it: made on the server from the event log, never by a client. */
export type ModelMessage =
  | { role: "user"; text: string }
  /** What happened outside of the conversation, such as changes of files that a person took back. No prompt: nothing answers it alone. */
  | { role: "notice"; text: string }
  | {
      role: "assistant";
      text: string;
      calls: { callId: string; tool: string; arguments: { [key: string]: JsonValue } }[];
    }
  | { role: "tool"; results: { callId: string; tool: string; parts: ResultPart[]; isError: boolean }[] };
