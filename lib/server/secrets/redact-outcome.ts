import "server-only";
import type { EncodedResult, Outcome, RefusedBy, ResultPart } from "@/lib/core/call/outcome";
import type { Redactor } from "@/lib/core/redact/redactor";

/** How a call ended, as it may be stored. */
export function redactOutcome(outcome: Outcome, full: Redactor): Outcome {
  switch (outcome.status) {
    case "ok":
      return {
        ...outcome,
        result: redactResult(outcome.result, full),
        ...(outcome.assigns === undefined ? {} : { assigns: full.value(outcome.assigns) }),
      };
    case "invalid-arguments":
      return {
        ...outcome,
        text: full.text(outcome.text),
        issues: outcome.issues.map(({ path, message }) => ({ path: full.text(path), message: full.text(message) })),
      };
    case "denied":
      return {
        ...outcome,
        text: full.text(outcome.text),
        by: redactRefuser(outcome.by, full),
        ...(outcome.reason === undefined ? {} : { reason: full.text(outcome.reason) }),
      };
    case "stopped":
      return { ...outcome, text: full.text(outcome.text), by: redactRefuser(outcome.by, full) };
    case "failed":
      return {
        ...outcome,
        text: full.text(outcome.text),
        ...(outcome.place === undefined ? {} : { place: { ...outcome.place, file: full.text(outcome.place.file) } }),
        ...(outcome.stack === undefined ? {} : { stack: full.text(outcome.stack) }),
      };
    default:
      return { ...outcome, text: full.text(outcome.text) };
  }
}

function redactRefuser(by: RefusedBy, full: Redactor): RefusedBy {
  return "name" in by ? { ...by, name: full.text(by.name) } : by;
}

function redactResult(result: EncodedResult, full: Redactor): EncodedResult {
  return {
    ...result,
    parts: result.parts.map((part) => redactPart(part, full)),
    ...(result.value === undefined ? {} : { value: full.value(result.value) }),
    ...(result.wholeAt === undefined ? {} : { wholeAt: full.text(result.wholeAt) }),
  };
}

/** A picture cannot lose a piece and stay one, so one that holds a secret is not kept at all. */
export function redactPart(part: ResultPart, full: Redactor): ResultPart {
  if (part.type === "text") return { ...part, text: full.text(part.text) };
  const [found] = full.find(part.data);
  return found === undefined
    ? part
    : { type: "text", text: `${found.label} (an image was left out, it held a secret)` };
}
