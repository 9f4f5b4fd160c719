import { Inbox } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "../ui/badge";
import { EmptyState } from "../ui/empty-state";
import { RelativeTime } from "../ui/relative-time";
import { renderSentence, renderVisible } from "../ui/render-visible";

/** The requests of one session that wait for a decision. */
export interface WaitingSession {
  sessionId: string;
  title: string;
  requests: readonly {
    approvalId: string;
    tool: string;
    sentence: string;
    risk: "low" | "medium" | "high";
    askedAt: number;
    expiresAt: number;
  }[];
}

export interface InboxListProps {
  sessions: readonly WaitingSession[];
  /** Draws the way to the page where the requests of a session are decided. */
  renderReview(session: WaitingSession): ReactNode;
}

/** What waits for this person, by session. Nothing is decided here: that needs the exact arguments. */
export function InboxList({ sessions, renderReview }: InboxListProps) {
  if (sessions.length === 0) {
    return (
      <EmptyState icon={Inbox} title="Nothing waits for you">
        A call that needs a decision appears here, from every session of this browser.
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-4">
      {sessions.map((session) => (
        <section key={session.sessionId} aria-label={session.title} className="rounded-md border bg-card">
          <header className="flex flex-wrap items-center gap-2 border-b px-3 py-2">
            <h2 className="min-w-0 flex-1 font-medium [overflow-wrap:anywhere]">{renderVisible(session.title)}</h2>
            <Badge tone="waiting">
              {session.requests.length === 1 ? "1 waits" : `${session.requests.length} wait`}
            </Badge>
            {renderReview(session)}
          </header>
          <ul aria-label={`Requests of ${session.title}`} className="divide-y">
            {session.requests.map((request) => (
              <li key={request.approvalId} className="grid gap-1 px-3 py-2">
                <p className="[overflow-wrap:anywhere]">{renderSentence(request.sentence)}</p>
                <p className="flex flex-wrap items-center gap-2 text-muted-foreground text-xs">
                  <span className="font-mono">{renderVisible(request.tool)}</span>
                  {request.risk === "high" ? <Badge tone="bad">high risk</Badge> : null}
                  <span>
                    asked <RelativeTime at={request.askedAt} /> · expires <RelativeTime at={request.expiresAt} />
                  </span>
                </p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
