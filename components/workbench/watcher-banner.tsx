"use client";

import { Eye } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { Problem, Result } from "@/lib/core/errors/result";

export interface WatcherBannerProps {
  onTakeOver(): Promise<Result<void>>;
}

/** Another tab of this browser edits and runs this session; here one watches and decides, until one takes over. */
export function WatcherBanner({ onTakeOver }: WatcherBannerProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | undefined>(undefined);
  const takeOver = async () => {
    setBusy(true);
    const taken = await onTakeOver();
    setBusy(false);
    setProblem(taken.ok ? undefined : taken.problem);
  };
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b bg-muted px-3 py-1.5" role="status">
      <Eye aria-hidden className="size-3.5 text-muted-foreground" />
      <span className="min-w-0 flex-1">
        Open in another tab. Here you watch and decide requests; editing and running happen there.
        {problem ? <span className="text-danger-text"> {problem.message}</span> : null}
      </span>
      <Button busy={busy} onClick={() => void takeOver()} size="sm">
        Take over here
      </Button>
    </div>
  );
}
