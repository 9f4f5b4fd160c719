export const SANDBOX_ERROR_CODES = [
  "not-found",
  "is-directory",
  "not-directory",
  "not-empty",
  "exists",
  "invalid-path",
  "not-supported",
  "invalid-regex",
  "invalid-pattern",
  "timeout",
  "aborted",
  "read-only",
  "quota",
  "too-large",
  "too-many-links",
  "disposed",
  "failed",
] as const;

export type SandboxErrorCode = (typeof SANDBOX_ERROR_CODES)[number];

/** Every rejection of a {@link Sandbox} method is one of these; `code` is what callers branch on, never the message. */
export class SandboxError extends Error {
  readonly code: SandboxErrorCode;
  readonly path: string | undefined;
  /** What a command had printed before it was stopped or its time was over. */
  readonly output: string | undefined;

  constructor(
    code: SandboxErrorCode,
    message: string,
    options: { path?: string; output?: string; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "SandboxError";
    this.code = code;
    this.path = options.path;
    this.output = options.output;
  }

  /** True also for an instance of another bundle's copy of this class. */
  static isInstance(value: unknown): value is SandboxError {
    return (
      value instanceof Error && value.name === "SandboxError" && typeof (value as { code?: unknown }).code === "string"
    );
  }
}
