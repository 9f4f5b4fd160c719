"use client";

import { useMemo, useState } from "react";
import { ReviewScreen } from "@/components/review/review-screen";
import { ApprovalPanel } from "@/components/run/approval-panel";
import { renderSentence } from "@/components/ui/render-visible";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { foldEvents } from "@/lib/core/agent/fold-event";
import { sentenceForCall } from "@/lib/core/approval/sentence-for-call";
import { ok } from "@/lib/core/errors/result";
import { finishedLog, waitingLog } from "./sample-events";

type Choice = "none" | "waiting" | "decided" | "expired" | "lost";

/** The review screen in its states. */
export function ReviewSection() {
  const [choice, setChoice] = useState<Choice>("waiting");
  const log = useMemo(() => foldEvents(logFor(choice).events), [choice]);
  return (
    <ReviewScreen
      key={choice}
      title="Tidy the price module"
      log={log}
      live={choice === "lost" ? "lost" : "open"}
      onReconnect={() => undefined}
      sessionLink={
        <SegmentedControl<Choice>
          label="State"
          value={choice}
          onValueChange={setChoice}
          options={["none", "waiting", "decided", "expired", "lost"].map((value) => ({
            value: value as Choice,
            label: value,
          }))}
        />
      }
      renderName={({ approval }) => renderSentence(sentenceForCall(approval.tool, approval.arguments))}
      renderRequest={({ approval, run }, { keys }) => (
        <ApprovalPanel
          approval={approval}
          asker={{ agentName: run.agentName, model: run.model?.model, prompt: run.prompt }}
          decide={async () => ok(undefined)}
          keys={keys}
          layout="page"
        />
      )}
    />
  );
}

function logFor(choice: Choice) {
  if (choice === "none") return finishedLog();
  const log = waitingLog();
  const asked = log.events.flatMap((event) => (event.type === "approval-start" ? [event] : []));
  if (choice === "decided" || choice === "expired") {
    for (const event of asked) {
      log.add("r_2", {
        type: "approval-end",
        approvalId: event.approvalId,
        callId: event.callId,
        decision: choice === "decided" ? "denied" : "expired",
        digest: event.digest,
        by: choice === "decided" ? "Grace" : "expiry",
        reason: choice === "decided" ? "not before the release" : undefined,
      });
    }
  }
  return log;
}
