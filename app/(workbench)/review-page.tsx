"use client";

import { useEffect, useState } from "react";
import { ReviewScreen } from "@/components/review/review-screen";
import { ApprovalPanel } from "@/components/run/approval-panel";
import { buttonStyles } from "@/components/ui/button";
import { renderSentence } from "@/components/ui/render-visible";
import { actionServer } from "@/lib/client/action-server";
import { openLiveWhileShown } from "@/lib/client/live-while-shown";
import { approvalsOf, createReviewSession, type ReviewSession } from "@/lib/client/review-session";
import type { SessionAccess } from "@/lib/client/server-port";
import { useStoreValue } from "@/lib/client/workbench-context";
import type { RunEvent } from "@/lib/core/agent/event";
import { sentenceForCall } from "@/lib/core/approval/sentence-for-call";
import { type DescribedLink, LinkPage } from "./link-page";
import { useWaitingTitle } from "./use-waiting-title";

interface ReviewInitial {
  title: string;
  events: RunEvent[];
  access: SessionAccess;
}

export function OwnReviewPage({ sessionId, title, events }: { sessionId: string; title: string; events: RunEvent[] }) {
  const [initial] = useState<ReviewInitial>(() => ({ title, events, access: { sessionId } }));
  return <LiveReview initial={initial} sessionPath={`/s/${sessionId}`} />;
}

export function LinkReviewPage({ linkId, described }: { linkId: string; described?: DescribedLink }) {
  return (
    <LinkPage linkId={linkId} described={described}>
      {(link, key) => <OpenedReview linkId={linkId} linkKey={key} title={link.title} events={link.events} />}
    </LinkPage>
  );
}

function OpenedReview(props: { linkId: string; linkKey: string; title: string; events: RunEvent[] }) {
  const [initial] = useState<ReviewInitial>(() => ({
    title: props.title,
    events: props.events,
    access: { linkId: props.linkId, key: props.linkKey },
  }));
  return <LiveReview initial={initial} sessionPath={`/s/${props.linkId}#${props.linkKey}`} />;
}

function LiveReview({ initial, sessionPath }: { initial: ReviewInitial; sessionPath: string }) {
  const [review, setReview] = useState<ReviewSession>();
  useEffect(() => {
    const opened = createReviewSession(initial, { server: actionServer, openLive: openLiveWhileShown });
    setReview(opened);
    window.addEventListener("online", opened.reconnect);
    return () => {
      window.removeEventListener("online", opened.reconnect);
      opened.dispose();
    };
  }, [initial]);
  return review === undefined ? null : <OpenReview review={review} sessionPath={sessionPath} />;
}

function OpenReview({ review, sessionPath }: { review: ReviewSession; sessionPath: string }) {
  const { title, log, live, problem } = useStoreValue(review.state, (state) => state);
  useWaitingTitle(`Review ${title}`, approvalsOf(log).filter((approval) => approval.decision === undefined).length);
  return (
    <ReviewScreen
      title={title}
      log={log}
      live={live}
      problem={problem}
      onReconnect={review.reconnect}
      sessionLink={
        <a className={buttonStyles({ size: "sm" })} href={sessionPath}>
          Open the session
        </a>
      }
      renderName={({ approval }) => renderSentence(sentenceForCall(approval.tool, approval.arguments))}
      renderRequest={({ approval, run }, { keys }) => (
        <ApprovalPanel
          approval={approval}
          asker={{ agentName: run.agentName, model: run.model?.model, prompt: run.prompt }}
          decide={review.decide}
          keys={keys}
          layout="page"
        />
      )}
    />
  );
}
