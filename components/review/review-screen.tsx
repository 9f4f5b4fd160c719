"use client";

import { ArrowLeft, ArrowRight, Inbox, TimerOff } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import type { SessionRuns } from "@/lib/core/agent/run-state";
import type { Problem } from "@/lib/core/errors/result";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { Kbd } from "../ui/kbd";
import { Notice } from "../ui/notice";
import { useNow } from "../ui/use-now";
import { QueueList } from "./queue-list";
import { type ReviewRequest, reviewQueue } from "./review-requests";
import { useQueueKeys } from "./use-queue-keys";

export interface ReviewScreenProps {
  title: string;
  log: SessionRuns;
  live: "connecting" | "open" | "lost";
  problem?: Problem;
  onReconnect(): void;
  /** The way to the session itself. */
  sessionLink?: ReactNode;
  /** Draws one request with its decision, filling the page; the same view as in the card. `keys`: A and D are its. */
  renderRequest(request: ReviewRequest, options: { keys: boolean }): ReactNode;
  /** Names a request in the queue. */
  renderName(request: ReviewRequest): ReactNode;
}

/** The same session seen by a reviewer: what waits on the left, one request filling the page. */
export function ReviewScreen(props: ReviewScreenProps) {
  const { title, log, live, problem, onReconnect, sessionLink, renderRequest, renderName } = props;
  const now = useNow();
  const { waiting, settled } = reviewQueue(log, now);
  const all = [...waiting, ...settled];
  const [selectedId, setSelectedId] = useState<string>();
  // On a phone the queue and a request take turns; a wide screen shows both.
  const [reading, setReading] = useState(false);
  const selected = all.find((request) => request.approval.approvalId === selectedId);
  const shown = selected ?? waiting[0];
  const isWaiting = shown !== undefined && waiting.includes(shown);
  const next = waiting.find((request) => request !== shown);

  // A request that was looked at stays on the page when somebody else decides it, so that this is seen.
  const firstId = waiting[0]?.approval.approvalId;
  useEffect(() => {
    if (selectedId === undefined && firstId !== undefined) setSelectedId(firstId);
  }, [selectedId, firstId]);

  const select = (request: ReviewRequest | undefined) => {
    if (request === undefined) return;
    setSelectedId(request.approval.approvalId);
    setReading(true);
  };
  const step = (by: number) => {
    const index = shown === undefined ? -1 : all.indexOf(shown);
    select(all[Math.min(all.length - 1, Math.max(0, index + by))]);
  };
  useQueueKeys({ j: () => step(1), k: () => step(-1) });

  return (
    <main className="flex h-dvh flex-col bg-background">
      <header className="flex min-h-11 flex-wrap items-center gap-2 border-b bg-card px-3 py-1.5">
        <h1 className="one-line flex-1 font-semibold">
          Review <span className="font-normal text-muted-foreground">{title}</span>
        </h1>
        <span className="hidden items-center gap-2 text-muted-foreground text-xs md:flex">
          <Kbd keys="j" /> <Kbd keys="k" /> walk · <Kbd keys="a" /> approve · <Kbd keys="d" /> deny
        </span>
        {sessionLink}
      </header>
      {live === "lost" ? (
        <Notice
          tone="bad"
          className="m-2"
          title="The connection to the server is lost"
          action={
            <Button size="sm" onClick={onReconnect}>
              Try again
            </Button>
          }
        >
          What is shown may be old. A decision is only taken when the server has recorded it.
        </Notice>
      ) : null}
      {problem === undefined ? null : (
        <Notice tone="bad" className="m-2" title={problem.message}>
          {problem.fix}
        </Notice>
      )}
      <p role="status" className="sr-only">
        {waiting.length === 1 ? "1 request waits for a decision" : `${waiting.length} requests wait for a decision`}
      </p>
      <div className="flex min-h-0 flex-1">
        <div
          className={`w-full overflow-auto border-r bg-card md:block md:w-72 md:shrink-0 ${reading ? "hidden" : ""}`}
        >
          <QueueList
            waiting={waiting}
            settled={settled}
            selectedId={shown?.approval.approvalId}
            renderName={renderName}
            onSelect={select}
          />
        </div>
        <div className={`min-w-0 flex-1 overflow-auto md:block ${reading ? "" : "hidden"}`}>
          <div className="mx-auto grid max-w-3xl gap-3 p-3 md:p-6">
            <div className="md:hidden">
              <Button size="sm" variant="ghost" onClick={() => setReading(false)}>
                <ArrowLeft aria-hidden />
                All requests
              </Button>
            </div>
            {shown === undefined ? (
              <EmptyState icon={Inbox} title="Nothing waits for you">
                When an agent asks to make a call that needs a decision, it appears here at once. This page can stay
                open.
              </EmptyState>
            ) : (
              <>
                {isWaiting ? null : <SettledNotice request={shown} next={next} onNext={() => select(next)} />}
                {renderRequest(shown, { keys: isWaiting })}
              </>
            )}
          </div>
        </div>
      </div>
    </main>
  );
}

interface SettledNoticeProps {
  request: ReviewRequest;
  next: ReviewRequest | undefined;
  onNext(): void;
}

function SettledNotice({ request: { approval }, next, onNext }: SettledNoticeProps) {
  const action =
    next === undefined ? undefined : (
      <Button size="sm" onClick={onNext}>
        Next request <ArrowRight aria-hidden />
      </Button>
    );
  if (approval.decision === undefined || approval.decision.kind === "expired") {
    return (
      <Notice title="This request has expired" action={action}>
        <TimerOff aria-hidden className="mr-1 inline size-3.5" />
        Nobody decided in time. Nothing ran, and it cannot be decided any more.
      </Notice>
    );
  }
  const word = approval.decision.kind === "approved" ? "approved" : "denied";
  return (
    <Notice
      tone={word === "approved" ? "good" : "neutral"}
      title={`Already ${word} by ${approval.decision.by}`}
      action={action}
    >
      The first decision counts; it cannot be changed here.
    </Notice>
  );
}
