"use client";

import { CircleAlert, CloudCheck, CloudUpload } from "lucide-react";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { Spinner } from "@/components/ui/spinner";
import type { SaveStatus } from "@/lib/client/workbench-types";

export interface SaveIndicatorProps {
  save: SaveStatus;
  onRetry(): void;
}

/** How the saved copy stands to the screen. Quiet while all is well. */
export function SaveIndicator({ save, onRetry }: SaveIndicatorProps) {
  if (save.phase === "failed") {
    return (
      <span className="shrink-0" role="alert">
        <Button
          onClick={onRetry}
          size="sm"
          title={`${save.problem.message} ${save.problem.fix ?? ""}`}
          variant="dangerOutline"
        >
          <CircleAlert aria-hidden />
          <span className="max-w-60 truncate">
            Not saved<span className="max-xl:hidden">: {save.problem.message}</span>
          </span>
          · Retry
        </Button>
      </span>
    );
  }
  return (
    <span className="flex shrink-0 items-center gap-1 text-muted-foreground text-xs" role="status">
      {save.phase === "saved" ? (
        <>
          <CloudCheck aria-hidden className="size-3.5" />
          <span className="max-lg:sr-only">
            Saved <RelativeTime at={save.at} />
          </span>
        </>
      ) : save.phase === "saving" ? (
        <>
          <Spinner />
          <span className="max-lg:sr-only">Saving</span>
        </>
      ) : (
        <>
          <CloudUpload aria-hidden className="size-3.5" />
          <span className="max-lg:sr-only">Unsaved changes</span>
        </>
      )}
    </span>
  );
}
