import { type CallLabel, callLabel } from "./call-label";
import type { RunState } from "./run-state";

const END: Record<NonNullable<RunState["end"]>["reason"], CallLabel> = {
  finished: { word: "finished", tone: "good" },
  stopped: { word: "stopped", tone: "neutral" },
  "step-limit": { word: "step limit", tone: "neutral" },
  budget: { word: "budget", tone: "neutral" },
  failed: { word: "failed", tone: "bad" },
  waiting: { word: "not decided", tone: "neutral" },
};

/** A run in one word. A call by hand ended as its call did: that the run around it is over says nothing. */
export function runWord(run: RunState): CallLabel {
  if (run.status === "waiting") return { word: "waits for you", tone: "waiting" };
  if (run.end === undefined) return { word: "running", tone: "busy" };
  const call = run.kind === "hand" ? Object.values(run.calls)[0] : undefined;
  return run.end.reason === "finished" && call?.outcome !== undefined ? callLabel(call) : END[run.end.reason];
}
