"use client";

import { useState } from "react";
import { Spinner } from "@/components/ui/spinner";
import type { WorkbenchInitial } from "@/lib/client/create-workbench";
import { WorkbenchProvider } from "@/lib/client/workbench-context";
import { SessionScreen } from "./session-screen";
import { useSessionWorkbench } from "./use-session-workbench";

/** One own session, from what the server gave with the page. */
export function SessionPage({ initial }: { initial: WorkbenchInitial }) {
  return <OpenSession key={initial.document.id} given={initial} />;
}

function OpenSession({ given }: { given: WorkbenchInitial }) {
  // The server may render the page again at any time; the running session goes on from its first state and its own log.
  const [initial] = useState(given);
  const workbench = useSessionWorkbench(initial);
  if (workbench === undefined) {
    return (
      <main className="grid min-h-dvh place-items-center p-6 text-muted-foreground" aria-busy="true">
        <p className="flex items-center gap-2" role="status">
          <Spinner /> Opening {initial.document.title}
        </p>
      </main>
    );
  }
  return (
    <WorkbenchProvider workbench={workbench}>
      <SessionScreen workbench={workbench} />
    </WorkbenchProvider>
  );
}
