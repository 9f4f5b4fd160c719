import { errorPlace } from "../errors/error-place";
import { errorText } from "../errors/error-text";
import { OutsideError } from "../tool/outside";
import type { Outcome } from "./outcome";
import { truncateText, wellFormed } from "./truncate-text";

const STACK_LIMIT = 4000;

type Origin = Extract<Outcome, { status: "failed" }>["origin"];

/** The outcome of an error: the words for the model, and how it came about, the author's line and the stack for the card. */
export function failedOutcome(text: string, thrown: unknown, origin: Origin = originOf(thrown)): Outcome {
  const stack = stackOf(thrown);
  const place = errorPlace(stack, errorText(thrown));
  return {
    status: "failed",
    text: truncateText(wellFormed(text)).text,
    ...(origin === undefined ? {} : { origin }),
    ...(place === undefined ? {} : { place }),
    ...(stack === undefined ? {} : { stack: wellFormed(stack).slice(0, STACK_LIMIT) }),
  };
}

/** A refused `fetch` is a TypeError by its standard, with the refusal as its cause. A value may throw wherever it is touched. */
function originOf(thrown: unknown): Origin {
  try {
    const cause: unknown = thrown instanceof Error ? thrown.cause : undefined;
    return OutsideError.isInstance(thrown) || OutsideError.isInstance(cause) ? "outside" : undefined;
  } catch {
    return undefined;
  }
}

function stackOf(thrown: unknown): string | undefined {
  try {
    const stack: unknown = (thrown as { stack?: unknown } | null | undefined)?.stack;
    return typeof stack === "string" && stack !== "" ? stack : undefined;
  } catch {
    return undefined;
  }
}
