"use client";

import { type ReactNode, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { openLink } from "@/lib/actions/link-actions";
import { reachServer } from "@/lib/client/reach-server";
import type { OpenedLink } from "@/lib/client/server-port";
import type { Problem } from "@/lib/core/errors/result";
import { countsOfLink } from "./link-counts";
import { ProblemPage } from "./problem-page";

type State =
  | { phase: "opening" }
  | { phase: "problem"; problem: Problem }
  | { phase: "open"; link: OpenedLink; key: string };

/** What the server says of a link to whoever asks, with or without its key. */
export interface DescribedLink {
  title: string;
  tools: number;
  files?: number;
  events: number;
}

export interface LinkPageProps {
  linkId: string;
  /** Missing for a link that does not open; the key's holder is told why. */
  described?: DescribedLink;
  /** Draws the opened link. */
  children(link: OpenedLink, key: string): ReactNode;
}

/** Opens a link whose key stands in the fragment, which no server and no preview bot ever sees. */
export function LinkPage({ linkId, described, children }: LinkPageProps) {
  const [state, setState] = useState<State>({ phase: "opening" });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks again
  useEffect(() => {
    let isGone = false;
    const open = async () => {
      const key = window.location.hash.slice(1);
      const opened = await reachServer(() => openLink({ linkId, key }));
      if (isGone) return;
      setState(opened.ok ? { phase: "open", link: opened.value, key } : { phase: "problem", problem: opened.problem });
    };
    void open();
    const reopen = () => setAttempt((count) => count + 1);
    window.addEventListener("hashchange", reopen);
    return () => {
      isGone = true;
      window.removeEventListener("hashchange", reopen);
    };
  }, [linkId, attempt]);

  if (state.phase === "opening") {
    return (
      <main className="grid min-h-dvh place-items-center p-6 text-muted-foreground" aria-busy="true">
        <div className="grid gap-1">
          {described === undefined ? null : (
            <>
              <h1 className="font-semibold text-foreground text-lg [overflow-wrap:anywhere]">{described.title}</h1>
              <p>{countsOfLink(described)}</p>
            </>
          )}
          <p className="flex items-center gap-2" role="status">
            <Spinner /> Opening a shared session
          </p>
        </div>
      </main>
    );
  }
  if (state.phase === "problem") {
    const retry = (
      <Button variant="primary" onClick={() => setAttempt((count) => count + 1)}>
        Try again
      </Button>
    );
    const isLost = state.problem.code === "connection-lost";
    return <ProblemPage problem={state.problem} action={isLost ? retry : undefined} />;
  }
  return children(state.link, state.key);
}
