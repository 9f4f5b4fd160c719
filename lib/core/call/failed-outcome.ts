import { errorPlace } from "../errors/error-place";
import { errorText } from "../errors/error-text";
import type { Outcome } from "./outcome";
import { truncateText, wellFormed } from "./truncate-text";

const STACK_LIMIT = 4000;

/** The outcome of a throw: the words for the model, the author's line and the stack for the card. */
export function failedOutcome(text: string, thrown: unknown): Outcome {
  const stack = stackOf(thrown);
  const place = errorPlace(stack, errorText(thrown));
  return {
    status: "failed",
    text: truncateText(wellFormed(text)).text,
    ...(place === undefined ? {} : { place }),
    ...(stack === undefined ? {} : { stack: wellFormed(stack).slice(0, STACK_LIMIT) }),
  };
}

function stackOf(thrown: unknown): string | undefined {
  try {
    const stack: unknown = (thrown as { stack?: unknown } | null | undefined)?.stack;
    return typeof stack === "string" && stack !== "" ? stack : undefined;
  } catch {
    return undefined;
  }
}
