"use client";

import { Link2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Problem, Result } from "@/lib/core/errors/result";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { Notice } from "../ui/notice";
import { RelativeTime } from "../ui/relative-time";
import { renderVisible } from "../ui/render-visible";
import { type LinkSummary, ROLE_WORDS } from "./link-summary";

export interface LinksTableProps {
  links: readonly LinkSummary[];
  onRevoke(linkId: string): Promise<Result<void>>;
  /** Draws the way to the session; absent where all links are of the session one is in. */
  renderSession?(link: LinkSummary): ReactNode;
}

const TONE = { active: "good", expired: "neutral", revoked: "bad" } as const;

/** Every link with its role, views and expiry, and the switch that kills it. */
export function LinksTable({ links, onRevoke, renderSession }: LinksTableProps) {
  const [asking, setAsking] = useState<string>();
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState<Problem>();
  if (links.length === 0) {
    return (
      <EmptyState icon={Link2} title="No links yet">
        Share in a session makes one. It then stands here with its views, its expiry and a switch to revoke it.
      </EmptyState>
    );
  }
  const revoke = async (linkId: string) => {
    setBusy(linkId);
    const answer = await onRevoke(linkId);
    setBusy(undefined);
    setAsking(undefined);
    setProblem(answer.ok ? undefined : answer.problem);
  };
  return (
    <div className="grid gap-2">
      {problem === undefined ? null : (
        <Notice tone="bad" title={problem.message}>
          {problem.fix}
        </Notice>
      )}
      <ul aria-label="Links" className="divide-y rounded-md border bg-card">
        {links.map((link) => (
          <li key={link.linkId} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
            <div className="min-w-0 flex-1 basis-52">
              <p className="flex items-center gap-2">
                {renderSession === undefined ? null : (
                  <span className="one-line font-medium">{renderVisible(link.title)}</span>
                )}
                <Badge tone="outline">{ROLE_WORDS[link.role]}</Badge>
                <Badge tone={TONE[link.status]}>{link.status}</Badge>
              </p>
              <p className="text-muted-foreground text-xs">
                made <RelativeTime at={link.createdAt} /> · <Expiry link={link} /> ·{" "}
                {link.views === 1 ? "1 view" : `${link.views.toLocaleString("en")} views`}
                {link.lastViewedAt === undefined ? null : (
                  <>
                    , last <RelativeTime at={link.lastViewedAt} />
                  </>
                )}
              </p>
            </div>
            {renderSession?.(link)}
            {link.status !== "active" ? null : asking === link.linkId ? (
              <span className="flex gap-1">
                <Button size="sm" variant="danger" busy={busy === link.linkId} onClick={() => void revoke(link.linkId)}>
                  Revoke for good
                </Button>
                <Button size="sm" variant="ghost" onClick={() => setAsking(undefined)}>
                  Keep
                </Button>
              </span>
            ) : (
              <Button
                size="sm"
                variant="dangerOutline"
                aria-label={`Revoke the link to ${link.title}, ${ROLE_WORDS[link.role]}`}
                onClick={() => setAsking(link.linkId)}
              >
                Revoke
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Expiry({ link }: { link: LinkSummary }) {
  if (link.expiresAt === undefined) return <>does not expire</>;
  return (
    <>
      {link.status === "expired" ? "expired" : "expires"} <RelativeTime at={link.expiresAt} />
    </>
  );
}
