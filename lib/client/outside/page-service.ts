import type { JsonValue } from "@/lib/core/errors/json-value";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import type { OutsideInput } from "@/lib/core/tool/outside";

export interface PageServiceContext {
  /** Stop, timeout of the call, its end, or the tool no longer wants the answer. The work must end then. */
  readonly signal: AbortSignal;
  /** The options the tool was registered with; narrowing only. */
  readonly settings: OutsideInput;
  readonly sessionId: string;
  readonly runId: string;
  readonly callId: string;
  readonly sandbox: Sandbox;
  progress(text: string, fraction?: number): void;
  /** A line of the call's log, as its own `context.log` says them. The service limits how many. */
  log(text: string): void;
}

/**
 * A service of the page that tools ask for through `context.outside`. The input comes from hostile code: it is plain JSON of
 * bounded size, and the service parses it itself.
 */
export interface PageService {
  readonly name: string;
  /**
   * Expected failures are `{ error }` values.
   *
   * @throws OutsideError for a refusal; anything else that is thrown is told as `outside-failed`.
   */
  ask(input: OutsideInput, context: PageServiceContext): Promise<JsonValue>;
}
