import type { JsonValue } from "../errors/json-value";
import { ToolwrightError } from "../errors/toolwright-error";

export type OutsideInput = { [key: string]: JsonValue };

/** Codes that every service may answer with; a service may add its own. */
export type OutsideErrorCode =
  | "outside-missing"
  | "outside-unknown-service"
  | "outside-not-approved"
  | "outside-refused"
  | "outside-stopped"
  | "outside-failed"
  | (string & {});

/**
 * What a tool may ask for beyond its own place: a service of the page (an SQL engine, a WebAssembly runner, the browser's
 * storage) or of the server (the network, mail, a container). The host of the tool decides which services there are; the
 * server checks every call itself.
 */
export interface Outside {
  /**
   * Asks a service by name and gives its answer, plain JSON. What a service reports as a result, `{ error }` too, is a value.
   *
   * @throws OutsideError when there is no such service, the call may not use it, it was stopped, or it broke.
   */
  ask(service: string, input: OutsideInput, options?: OutsideOptions): Promise<JsonValue>;
}

export interface OutsideOptions {
  /** Ends the work, also on the server. The call's own end does so too. */
  signal?: AbortSignal;
  /** The options the author registered the tool with. A service takes them as narrowing only, never as a permission. */
  settings?: OutsideInput;
}

export class OutsideError extends ToolwrightError {
  constructor(
    code: OutsideErrorCode,
    message: string,
    options: { facts?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(code, message, options);
    this.name = "OutsideError";
  }

  /** True also for an instance of another bundle's copy of this class: the server alone has several. */
  static isInstance(value: unknown): value is OutsideError {
    return (
      value instanceof Error && value.name === "OutsideError" && typeof (value as { code?: unknown }).code === "string"
    );
  }
}
