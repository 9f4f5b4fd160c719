"use client";

import { Check, CircleSlash, Hand, TimerOff } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "../ui/badge";
import { RelativeTime } from "../ui/relative-time";
import type { ReviewRequest } from "./review-requests";

export interface QueueListProps {
  waiting: ReviewRequest[];
  settled: ReviewRequest[];
  selectedId: string | undefined;
  renderName(request: ReviewRequest): ReactNode;
  onSelect(request: ReviewRequest): void;
}

/** What waits, then what was decided. */
export function QueueList({ waiting, settled, ...rest }: QueueListProps) {
  return (
    <nav aria-label="Requests" className="grid gap-2 p-2">
      <Group title={`Waiting (${waiting.length})`} requests={waiting} {...rest}>
        <p className="px-2 pb-2 text-muted-foreground text-xs">Nothing waits.</p>
      </Group>
      {settled.length === 0 ? null : <Group title="Decided" requests={settled} {...rest} />}
    </nav>
  );
}

interface GroupProps extends Omit<QueueListProps, "waiting" | "settled"> {
  title: string;
  requests: ReviewRequest[];
  /** Shown when there are none. */
  children?: ReactNode;
}

function Group({ title, requests, selectedId, renderName, onSelect, children }: GroupProps) {
  return (
    <section aria-label={title}>
      <h2 className="px-2 py-1 font-medium text-muted-foreground text-xs">{title}</h2>
      {requests.length === 0 ? children : null}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-px">
        {requests.map((request) => (
          <li key={request.approval.approvalId}>
            <button
              type="button"
              aria-current={request.approval.approvalId === selectedId}
              onClick={() => onSelect(request)}
              className="focus-inset grid w-full grid-cols-[minmax(0,1fr)] gap-1 rounded-md px-2 py-1.5 text-left hover:bg-accent aria-[current=true]:bg-accent pointer-coarse:py-2.5"
            >
              <span className="line-clamp-2 [overflow-wrap:anywhere]">{renderName(request)}</span>
              <span className="flex items-center gap-2 text-muted-foreground text-xs">
                <StateBadge request={request} />
                {request.approval.risk === "high" ? <Badge tone="bad">high risk</Badge> : null}
                <RelativeTime at={request.approval.askedAt} className="ml-auto" />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function StateBadge({ request: { approval, run } }: { request: ReviewRequest }) {
  switch (approval.decision?.kind) {
    case "approved":
      return (
        <Badge tone="good">
          <Check aria-hidden />
          approved
        </Badge>
      );
    case "denied":
      return (
        <Badge>
          <CircleSlash aria-hidden />
          denied
        </Badge>
      );
    case "expired":
      return (
        <Badge>
          <TimerOff aria-hidden />
          expired
        </Badge>
      );
    default:
      return run.status === "ended" || Date.now() >= approval.expiresAt ? (
        <Badge>closed</Badge>
      ) : (
        <Badge tone="waiting">
          <Hand aria-hidden />
          waits
        </Badge>
      );
  }
}
