/** What a person is told when something expected went wrong. `field` is a dotted path into the input, where there is one. */
export interface Problem {
  /** Stable, kebab-case, e.g. `not-found`, `invalid-input`, `already-decided`. */
  code: string;
  /** One sentence that says what is wrong. */
  message: string;
  /** One sentence that says what to do. */
  fix?: string;
  field?: string;
}

/** The small result every server action and every fallible service returns: expected outcomes are values. */
export type Result<T> = { ok: true; value: T } | { ok: false; problem: Problem };

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function fail(
  code: string,
  message: string,
  extra: { fix?: string; field?: string } = {},
): { ok: false; problem: Problem } {
  return { ok: false, problem: { code, message, ...extra } };
}
