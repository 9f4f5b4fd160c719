"use client";

import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { RuntimeState } from "@/lib/client/workbench-types";
import { RetryButton } from "./runtime-menu";

export interface RuntimeBannerProps {
  state: RuntimeState;
  onRetry(): void;
  onDismiss(): void;
}

/** Says that Node is not there, why, and what goes on instead. */
export function RuntimeBanner({ state, onRetry, onDismiss }: RuntimeBannerProps) {
  if (state.phase !== "unavailable" || state.dismissed || state.problem === undefined) return null;
  return (
    <Notice
      action={
        <>
          <RetryButton onRetry={onRetry} state={state} />
          <Button onClick={onDismiss} size="sm">
            Dismiss
          </Button>
        </>
      }
      className="rounded-none border-x-0 border-t-0"
      title={state.problem.message}
      tone="bad"
    >
      Commands go on in the embedded shell, and your files are as they were. {state.problem.fix}
    </Notice>
  );
}
