"use client";

import { RotateCcw, TriangleAlert } from "lucide-react";
import { useEffect } from "react";
import { Button, buttonStyles } from "@/components/ui/button";

/** The last net under a page. Work is saved as it is typed, so trying again loses nothing. */
export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  useEffect(() => {
    console.error(error);
  }, [error]);

  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <div className="max-w-md" role="alert">
        <TriangleAlert aria-hidden className="mb-3 size-6 text-danger-text" />
        <h1 className="font-semibold text-lg">This page stopped working</h1>
        <p className="mt-1 text-muted-foreground">
          Your definition and the event log are stored on the server, and the workspace in this browser. Trying again
          opens the same session.
        </p>
        <p className="mt-3 rounded-md border bg-card px-3 py-2 font-mono text-xs [overflow-wrap:anywhere]">
          {error.digest ? `Reference ${error.digest}` : error.message}
        </p>
        <div className="mt-4 flex gap-2">
          <Button onClick={reset} variant="primary">
            <RotateCcw aria-hidden />
            Try again
          </Button>
          <a className={buttonStyles({ variant: "outline" })} href="/">
            Open a new session
          </a>
        </div>
      </div>
    </main>
  );
}
