"use client";

import { formatDuration } from "../ui/format-duration";
import { formatMoment } from "../ui/format-time";
import { useNow } from "../ui/use-now";

/** How long a request has waited and how long it stays open. Seconds tick for the eye only; a screen reader gets the moment. */
export function ApprovalClock({ askedAt, expiresAt }: { askedAt: number; expiresAt: number }) {
  const now = useNow();
  if (now === undefined) return null;
  const waited = now - askedAt;
  const left = expiresAt - now;
  return (
    <span className="text-muted-foreground text-xs tabular-nums" title={`Open until ${formatMoment(expiresAt)}`}>
      <span aria-hidden>
        asked {waited < 1000 ? "just now" : `${formatDuration(whole(waited))} ago`} ·{" "}
        <span className={left < 60_000 ? "font-medium text-danger-text" : ""}>
          {left > 0 ? `expires in ${formatDuration(whole(left))}` : "has expired"}
        </span>
      </span>
      <span className="sr-only">
        Asked at {formatMoment(askedAt)}, {left > 0 ? "open until" : "expired at"} {formatMoment(expiresAt)}
      </span>
    </span>
  );
}

function whole(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000) * 1000;
}
