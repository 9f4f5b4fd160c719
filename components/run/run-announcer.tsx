"use client";

import { useMemo } from "react";
import type { RunState } from "@/lib/core/agent/run-state";
import { runWord } from "@/lib/core/agent/run-word";
import { waitingCalls } from "./timeline-rows";

const END_WORD = {
  finished: "The run has finished.",
  stopped: "The run was stopped.",
  "step-limit": "The run reached its step limit.",
  budget: "The run reached its budget.",
  failed: "The run failed.",
  waiting: "The run ended while a request was open.",
} as const;

/** Says to a screen reader what matters and nothing else: who waits, and how it ended. Never the stream of words. */
export function RunAnnouncer({ runs }: { runs: readonly RunState[] }) {
  const text = useMemo(() => {
    const waiting = waitingCalls(runs);
    const first = waiting[0];
    if (first !== undefined) {
      return waiting.length === 1
        ? `${first.call.tool} waits for your decision.`
        : `${waiting.length} requests wait for your decision.`;
    }
    const last = runs.at(-1);
    if (last?.end === undefined) return "";
    const { word, tone } = runWord(last);
    return last.kind === "hand" && tone === "bad" ? `The call ended: ${word}.` : END_WORD[last.end.reason];
  }, [runs]);
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}
