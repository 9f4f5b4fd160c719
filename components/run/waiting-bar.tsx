"use client";

import { Hand } from "lucide-react";
import { useState } from "react";
import type { CallState, RunState } from "@/lib/core/agent/run-state";
import type { Problem } from "@/lib/core/errors/result";
import { Button } from "../ui/button";
import type { CallActions } from "./call-actions";
import { ProblemLine } from "./problem-line";

export interface WaitingBarProps {
  waiting: { run: RunState; call: CallState }[];
  /** Approvals whose arguments were seen to their end. */
  read: ReadonlySet<string>;
  decide: CallActions["decide"];
  onShow(callId: string): void;
}

/** Stands above the timeline while anything waits for a person: the way to the request, and one decision for several. */
export function WaitingBar({ waiting, read, decide, onShow }: WaitingBarProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const approvals = waiting.flatMap(({ call }) => (call.approval === undefined ? [] : [call.approval]));
  const unread = waiting.filter(({ call }) => call.approval !== undefined && !read.has(call.approval.approvalId));
  const next = unread[0] ?? waiting[0];
  const whom = decide === undefined ? "a person" : "you";
  const decideAll = async (decision: "approved" | "denied") => {
    if (decide === undefined) return;
    setBusy(true);
    setProblem(undefined);
    // In the order in which they were asked, and one refusal does not keep the others from being decided.
    for (const approval of approvals) {
      const answer = await decide(approval.approvalId, decision);
      if (!answer.ok) setProblem(answer.problem);
    }
    setBusy(false);
  };
  return (
    <section
      aria-label={`Requests that wait for ${whom}`}
      className="flex flex-wrap items-center gap-x-2 gap-y-1 border-waiting-line border-b bg-waiting-soft px-3 py-1.5 text-xs"
    >
      <Hand aria-hidden className="size-3.5 text-waiting-text" />
      <span className="font-medium text-waiting-text">
        {waiting.length === 1 ? "1 request waits" : `${waiting.length} requests wait`} for {whom}
      </span>
      {next === undefined ? null : (
        <Button size="sm" variant="ghost" onClick={() => onShow(next.call.callId)}>
          Show {next.call.tool}
        </Button>
      )}
      {decide !== undefined && waiting.length > 1 ? (
        <span className="ml-auto flex flex-wrap items-center gap-1.5">
          {unread.length > 0 ? (
            <span className="text-muted-foreground">
              {unread.length} {unread.length === 1 ? "is" : "are"} not read to the end yet
            </span>
          ) : null}
          <Button
            size="sm"
            variant="waiting"
            disabled={unread.length > 0 || busy}
            onClick={() => void decideAll("approved")}
          >
            Approve all {waiting.length}
          </Button>
          <Button size="sm" disabled={busy} onClick={() => void decideAll("denied")}>
            Deny all {waiting.length}
          </Button>
        </span>
      ) : null}
      {problem === undefined ? null : <ProblemLine problem={problem} />}
    </section>
  );
}
