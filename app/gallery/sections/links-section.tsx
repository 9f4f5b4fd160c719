"use client";

import { LinkProblem } from "@/components/share/link-problem";
import type { LinkSummary } from "@/components/share/link-summary";
import { LinksTable } from "@/components/share/links-table";
import { buttonStyles } from "@/components/ui/button";
import { fail, ok } from "@/lib/core/errors/result";
import { Specimen } from "../specimen";

const DAY = 86_400_000;

export function sampleLinks(): LinkSummary[] {
  const now = Date.now();
  const link = (part: Partial<LinkSummary>): LinkSummary => ({
    linkId: `l_${part.status}_${part.role ?? "view"}`,
    sessionId: "s_1",
    title: "Tidy the price module",
    role: "view",
    createdAt: now - DAY,
    expiresAt: now + 6 * DAY,
    views: 3,
    lastViewedAt: now - 300_000,
    status: "active",
    ...part,
  });
  return [
    link({ status: "active" }),
    link({ status: "active", role: "review", expiresAt: undefined, views: 0, lastViewedAt: undefined }),
    link({ status: "expired", expiresAt: now - 3_600_000, views: 1240 }),
    link({
      status: "revoked",
      title: "A title that is much longer than the place there is for it, and then some more",
    }),
  ];
}

export function LinksSection() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Specimen caption="Links of all sessions">
        <LinksTable
          links={sampleLinks()}
          onRevoke={async () => ok(undefined)}
          renderSession={() => (
            <a className={buttonStyles({ size: "sm", variant: "ghost" })} href="?section=links">
              Session
            </a>
          )}
        />
      </Specimen>
      <Specimen caption="Revoking fails">
        <LinksTable
          links={sampleLinks().slice(0, 1)}
          onRevoke={async () => fail("connection-lost", "The server cannot be reached.", { fix: "Try again." })}
        />
      </Specimen>
      <Specimen caption="None">
        <LinksTable links={[]} onRevoke={async () => ok(undefined)} />
      </Specimen>
      {["link-incomplete", "link-unknown", "link-revoked", "link-expired", "connection-lost", "other"].map((code) => (
        <Specimen key={code} caption={code}>
          <div className="h-72 overflow-hidden rounded-md border [&_main]:min-h-0">
            <LinkProblem problem={{ code, message: "Something is wrong with this link.", fix: "Ask for a new one." }}>
              <a className={buttonStyles({ variant: "primary" })} href="/">
                Open my own session
              </a>
            </LinkProblem>
          </div>
        </Specimen>
      ))}
    </div>
  );
}
