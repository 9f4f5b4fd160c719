"use client";

import { useEffect, useState } from "react";
import type { OpenedLink } from "@/lib/client/server-port";
import { createSharedSession, type SharedSession } from "@/lib/client/shared-session";
import { WorkbenchProvider } from "@/lib/client/workbench-context";
import { loadSandbox } from "@/lib/sandbox/load-sandbox";
import { type DescribedLink, LinkPage } from "./link-page";
import { SharedScreen } from "./shared-screen";

/** A link opened for reading: definition, files and the run as it happened. Nothing of it is executed. */
export function SharePage({ linkId, described }: { linkId: string; described?: DescribedLink }) {
  return (
    <LinkPage linkId={linkId} described={described}>
      {(link, key) => <OpenedShare linkId={linkId} linkKey={key} link={link} />}
    </LinkPage>
  );
}

function OpenedShare({ linkId, linkKey, link }: { linkId: string; linkKey: string; link: OpenedLink }) {
  const [shared, setShared] = useState<SharedSession>();
  useEffect(() => {
    const opened = createSharedSession(linkId, link, {
      readZip: async (bytes) => (await import("@/lib/sandbox/archive/read-zip")).readZip(bytes),
      async openMemorySandbox(files) {
        return (await loadSandbox({ kind: "memory", sessionId: linkId, files })).sandbox;
      },
    });
    setShared(opened);
    return () => opened.dispose();
  }, [linkId, link]);
  if (shared === undefined) return null;
  return (
    <WorkbenchProvider workbench={shared.workbench}>
      <SharedScreen shared={shared} link={link} linkId={linkId} linkKey={linkKey} />
    </WorkbenchProvider>
  );
}
