"use client";

import Link from "next/link";
import { useState } from "react";
import type { LinkSummary } from "@/components/share/link-summary";
import { LinksTable } from "@/components/share/links-table";
import { buttonStyles } from "@/components/ui/button";
import { listLinks, revokeLink } from "@/lib/actions/link-actions";
import { reachServer } from "@/lib/client/reach-server";

export function LinksPage({ links: initial }: { links: LinkSummary[] }) {
  const [links, setLinks] = useState(initial);
  return (
    <main className="mx-auto max-w-4xl p-6">
      <header className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <div>
          <h1 className="font-semibold text-lg">Links</h1>
          <p className="text-muted-foreground">
            Whoever holds one of these can open it. A revoked link is dead at the next request.
          </p>
        </div>
        <Link className={buttonStyles({})} href="/" prefetch={false}>
          Back to the session
        </Link>
      </header>
      <LinksTable
        links={links}
        onRevoke={async (linkId) => {
          const revoked = await reachServer(() => revokeLink({ linkId }));
          const listed = await reachServer(() => listLinks({}));
          if (listed.ok) setLinks(listed.value);
          return revoked;
        }}
        renderSession={(link) => (
          <Link className="text-primary-text underline-offset-4 hover:underline" href={`/s/${link.sessionId}`}>
            {link.title}
          </Link>
        )}
      />
    </main>
  );
}
