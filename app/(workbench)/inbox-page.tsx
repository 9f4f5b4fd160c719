"use client";

import Link from "next/link";
import { useEffect, useState } from "react";
import { InboxList, type WaitingSession } from "@/components/review/inbox-list";
import { buttonStyles } from "@/components/ui/button";
import { listWaiting } from "@/lib/actions/inbox-actions";
import { reachServer } from "@/lib/client/reach-server";
import { useWaitingTitle } from "./use-waiting-title";

const REFRESH_MS = 15_000;

export function InboxPage({ sessions: initial }: { sessions: WaitingSession[] }) {
  const [sessions, setSessions] = useState(initial);
  useWaitingTitle(
    "Inbox",
    sessions.reduce((sum, session) => sum + session.requests.length, 0),
  );
  useEffect(() => {
    let isGone = false;
    const refresh = async () => {
      const listed = await reachServer(() => listWaiting({}));
      if (!isGone && listed.ok) setSessions(listed.value);
    };
    const timer = setInterval(() => void refresh(), REFRESH_MS);
    const onShow = () => {
      if (document.visibilityState === "visible") void refresh();
    };
    document.addEventListener("visibilitychange", onShow);
    return () => {
      isGone = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onShow);
    };
  }, []);
  return (
    <main className="mx-auto max-w-4xl p-6">
      <header className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <div>
          <h1 className="font-semibold text-lg">Inbox</h1>
          <p className="text-muted-foreground">What waits for your decision, in all of your sessions.</p>
        </div>
        <Link className={buttonStyles({})} href="/" prefetch={false}>
          Back to the session
        </Link>
      </header>
      <InboxList
        sessions={sessions}
        renderReview={({ sessionId, title }) => (
          <Link
            aria-label={`Review the requests of ${title}`}
            className={buttonStyles({ size: "sm", variant: "primary" })}
            href={`/s/${sessionId}/review`}
            prefetch={false}
          >
            Review
          </Link>
        )}
      />
    </main>
  );
}
