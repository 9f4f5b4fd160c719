import { callLabel } from "@/lib/core/agent/call-label";
import type { RunState } from "@/lib/core/agent/run-state";
import type { BadgeTone } from "../ui/badge";

const END: Record<NonNullable<RunState["end"]>["reason"], { word: string; tone: BadgeTone }> = {
  finished: { word: "finished", tone: "good" },
  stopped: { word: "stopped", tone: "neutral" },
  "step-limit": { word: "step limit", tone: "neutral" },
  budget: { word: "budget", tone: "neutral" },
  failed: { word: "failed", tone: "bad" },
  waiting: { word: "not decided", tone: "neutral" },
};

/** A run in one word. A call by hand ended as its call did: that the run around it is over says nothing. */
export function runWord(run: RunState): { word: string; tone: BadgeTone } {
  if (run.status === "waiting") return { word: "waits for you", tone: "waiting" };
  if (run.end === undefined) return { word: "running", tone: "busy" };
  const call = run.kind === "hand" ? Object.values(run.calls)[0] : undefined;
  return run.end.reason === "finished" && call?.outcome !== undefined ? callLabel(call) : END[run.end.reason];
}
