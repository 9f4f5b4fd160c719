import type { JsonValue } from "../errors/json-value";

/** What the server says while one of its services works; the last one is `end` or `refusal`. */
export type ServiceEvent =
  | { type: "progress"; text: string; fraction?: number }
  | { type: "end"; value: JsonValue }
  | { type: "refusal"; code: string; message: string };
