import { ToolwrightError } from "../errors/toolwright-error";
import { kindOf } from "./check-tool";

/** A symbol, so that no data a tool passes on can pretend to be one. */
const MARK: unique symbol = Symbol.for("toolwright/assigned");

/** A result that also changes what the session's tools share. */
export interface Assigned<V = unknown> {
  readonly [MARK]: true;
  readonly value: V;
  readonly assigns: Readonly<Record<string, unknown>>;
}

/**
 * Returns a value and puts others into what the session's tools share: `return assign("logged in", { user })`. Other calls
 * see them in `context.assigns` from the next batch of calls on, and in later runs of the session. They are JSON, encoded as
 * results are; of several calls of one batch that set the same key, the one asked for last wins. A call that fails sets
 * nothing.
 */
export function assign<V>(value: V, assigns: Readonly<Record<string, unknown>>): Assigned<V> {
  if (typeof assigns !== "object" || assigns === null || Array.isArray(assigns)) {
    throw new ToolwrightError(
      "invalid-assigns",
      `assign() was given ${kindOf(assigns)} as what to share. Give it an object: \`assign(value, { key: … })\`.`,
    );
  }
  return { [MARK]: true, value, assigns };
}

export function isAssigned(value: unknown): value is Assigned {
  return typeof value === "object" && value !== null && Object.hasOwn(value, MARK);
}
