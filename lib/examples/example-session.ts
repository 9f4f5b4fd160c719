import type { JsonValue } from "@/lib/core/errors/json-value";
import type { Definition } from "@/lib/core/session/session-document";

/** A session that a person can begin with: everything in it is data, nothing is special-cased anywhere. */
export interface ExampleSession {
  /** Stable; `createSession({ example })` takes it. */
  name: string;
  title: string;
  /** One sentence for a list of examples. */
  summary: string;
  definition: Definition;
  /** Path below the workspace root → text. */
  workspace: Record<string, string>;
  /** What the form of each tool starts with. */
  exampleArguments: Record<string, { [key: string]: JsonValue }>;
  /** What stands in the agent's prompt box. */
  prompt: string;
}
