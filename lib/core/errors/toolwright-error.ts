/**
 * The base of every thrown error of the product. An expected outcome is a value, never one of these; a thrown
 * `ToolwrightError` means that a promise was broken. `code` is stable and has a page in `docs/errors`.
 */
export class ToolwrightError extends Error {
  readonly code: string;
  /** Facts a person or a log needs; never a secret. */
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(code: string, message: string, options: { facts?: Record<string, unknown>; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ToolwrightError";
    this.code = code;
    this.facts = options.facts ?? {};
  }
}
