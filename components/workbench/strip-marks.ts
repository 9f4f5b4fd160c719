import { type CallLabel, callLabel } from "@/lib/core/agent/call-label";
import type { RunState } from "@/lib/core/agent/run-state";

/** A stretch of the run's time axis; `from` and `to` are shares of its whole length. */
export interface StripMark {
  key: string;
  kind: "step" | "call" | "wait";
  from: number;
  to: number;
  /** Parallel calls lie beneath each other. */
  lane: number;
  label: string;
  tone: CallLabel["tone"];
  callId?: string;
}

export interface StripMarks {
  marks: StripMark[];
  lanes: number;
  lengthMs: number;
}

/** Lanes beyond this share the last one: the strip stays thin. */
const MOST_LANES = 3;

/** What the time strip draws of a run, from the folded log alone, so a replay draws what was live. */
export function stripMarks(run: RunState, now: number): StripMarks {
  const start = run.startedAt;
  const end = Math.max(run.endedAt ?? now, start + 1);
  const share = (at: number) => Math.min(1, Math.max(0, (at - start) / (end - start)));
  const marks: StripMark[] = [];
  const laneEnds: number[] = [];

  for (const step of run.steps) {
    if (run.kind === "hand") continue;
    marks.push({
      key: `step ${step.step}`,
      kind: "step",
      from: share(step.startedAt),
      to: share(step.endedAt ?? end),
      lane: 0,
      label: `Step ${step.step}`,
      tone: step.finish === "error" || step.finish === "incomplete" ? "bad" : "neutral",
    });
  }
  for (const call of Object.values(run.calls).sort((one, other) => one.startedAt - other.startedAt)) {
    const until = call.settledAt ?? end;
    const free = laneEnds.findIndex((laneEnd) => laneEnd <= call.startedAt);
    const lane = Math.min(free < 0 ? laneEnds.length : free, MOST_LANES - 1);
    laneEnds[lane] = Math.max(until, laneEnds[lane] ?? 0);
    const { word, tone } = callLabel(call);
    const { approval } = call;
    const common = { lane, callId: call.callId, label: `${call.tool}: ${word}` };
    marks.push({
      ...common,
      key: `call ${call.callId}`,
      kind: "call",
      from: share(call.startedAt),
      to: share(until),
      tone,
    });
    if (approval) {
      const decidedAt = approval.decision?.at ?? call.settledAt ?? end;
      const label = approval.decision ? `${call.tool}: ${approval.decision.kind}` : `${call.tool}: waiting for you`;
      const wait = { ...common, label, key: `wait ${call.callId}`, kind: "wait", tone: "waiting" } as const;
      marks.push({ ...wait, from: share(approval.askedAt), to: share(decidedAt) });
    }
  }
  return { marks, lanes: Math.max(1, laneEnds.length), lengthMs: end - start };
}
