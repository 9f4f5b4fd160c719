import type { CallState } from "./run-state";

export interface CallLabel {
  word: string;
  tone: "neutral" | "busy" | "waiting" | "good" | "bad";
}

/** The word that stands for a call's state everywhere: card, timeline, list, strip. The words are fixed by the design. */
export function callLabel(call: CallState): CallLabel {
  switch (call.phase) {
    case "drafting":
      return { word: "drafting arguments", tone: "busy" };
    case "checking":
      // A person or the clock has refused it; only its settlement is still on the way.
      if (call.approval?.decision?.kind === "denied") return { word: "denied", tone: "neutral" };
      if (call.approval?.decision?.kind === "expired") return { word: "expired", tone: "neutral" };
      return { word: "checking", tone: "busy" };
    case "waiting":
      return { word: "waiting for you", tone: "waiting" };
    case "approved":
      return { word: "approved", tone: "busy" };
    case "running":
      return { word: "running", tone: "busy" };
    case "settled":
      return labelOfOutcome(call);
  }
}

function labelOfOutcome(call: CallState): CallLabel {
  const outcome = call.outcome;
  if (outcome === undefined) return { word: "skipped", tone: "neutral" };
  switch (outcome.status) {
    case "ok":
      return { word: outcome.result.empty ? "done, empty" : "done", tone: "good" };
    case "invalid-arguments":
    case "not-found":
    case "failed":
    case "crashed":
      return { word: "failed", tone: "bad" };
    case "timed-out":
      return { word: "timed out", tone: "bad" };
    case "cut-off":
      return { word: "cut off", tone: "bad" };
    case "stopped":
    case "denied":
    case "expired":
    case "skipped":
      return { word: outcome.status, tone: "neutral" };
  }
}
