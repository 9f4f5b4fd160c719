"use client";

import { FileDiff, GitFork, History } from "lucide-react";
import { Button } from "../ui/button";
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from "../ui/dropdown-menu";

/** What can be done with the files as they were before a step. */
export interface StepPointActions {
  /** Whether that state is kept. */
  has(runId: string, step: number): boolean;
  compare(runId: string, step: number): void;
  /** Absent where the files are for looking only. */
  rollBack?(runId: string, step: number): void;
  /** Begins a session of its own with these files. */
  fork?(runId: string, step: number): void;
}

export interface StepPointMenuProps {
  runId: string;
  step: number;
  actions: StepPointActions;
}

/** The files as this step found them: to compare with, to go back to, or to begin a session of its own from. */
export function StepPointMenu({ runId, step, actions }: StepPointMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="sm" variant="ghost" aria-label={`Files before step ${step}`}>
          <History aria-hidden />
          <span className="max-sm:hidden">Files</span>
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem onSelect={() => actions.compare(runId, step)}>
          <FileDiff aria-hidden />
          Compare with this point
        </DropdownMenuItem>
        {actions.rollBack === undefined ? null : (
          <DropdownMenuItem onSelect={() => actions.rollBack?.(runId, step)}>
            <History aria-hidden />
            Roll back to this point
          </DropdownMenuItem>
        )}
        {actions.fork === undefined ? null : (
          <DropdownMenuItem onSelect={() => actions.fork?.(runId, step)}>
            <GitFork aria-hidden />
            Fork from this point
          </DropdownMenuItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
