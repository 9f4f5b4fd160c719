"use client";

import { CircleAlert, TriangleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { DefinitionProblem } from "@/lib/tool-host/described-definition";

export interface ProblemsNoticeProps {
  problems: readonly DefinitionProblem[];
  /** True when an earlier version of the definition still answers calls. */
  lastGoodStays: boolean;
  /** Goes to the author's line. */
  onOpen?(file: string, line: number, column: number): void;
  className?: string;
}

/** What is wrong with the definition, in words, with the line it stands on and what to do. */
export function ProblemsNotice({ problems, lastGoodStays, onOpen, className }: ProblemsNoticeProps) {
  const errors = problems.filter((problem) => problem.severity === "error").length;
  if (problems.length === 0) return null;
  return (
    <section
      aria-label="Problems of the definition"
      className={cn(
        "rounded-md border",
        errors > 0 ? "border-danger-line bg-danger-soft" : "border-border bg-muted",
        className,
      )}
    >
      <ul className="max-h-48 overflow-auto py-1">
        {problems.map((problem) => (
          <li
            className="flex items-start gap-2 px-2.5 py-1"
            key={`${problem.code} ${problem.file} ${problem.line} ${problem.column} ${problem.message}`}
          >
            {problem.severity === "error" ? (
              <CircleAlert aria-label="Error" className="mt-1 size-3.5 shrink-0 text-danger-text" role="img" />
            ) : (
              <TriangleAlert aria-label="Warning" className="mt-1 size-3.5 shrink-0 text-muted-foreground" role="img" />
            )}
            <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              <p>{problem.message}</p>
              {problem.fix ? <p className="text-foreground/80">{problem.fix}</p> : null}
            </div>
            <Place onOpen={onOpen} problem={problem} />
          </li>
        ))}
      </ul>
      {errors > 0 ? (
        <p className="border-danger-line border-t px-2.5 py-1 text-xs">
          {lastGoodStays
            ? "Calls and agent runs go on with the last version that loaded."
            : "Nothing can be called until this loads."}
        </p>
      ) : null}
    </section>
  );
}

function Place({ problem, onOpen }: { problem: DefinitionProblem; onOpen: ProblemsNoticeProps["onOpen"] }) {
  const { file, line, column } = problem;
  if (file === undefined) return null;
  const place = line === undefined ? file : `${file}:${line}${column === undefined ? "" : `:${column}`}`;
  if (!onOpen) return <span className="shrink-0 font-mono text-xs">{place}</span>;
  return (
    <Button
      aria-label={`Open ${place}`}
      className="font-mono"
      onClick={() => onOpen(file, line ?? 1, column ?? 1)}
      size="sm"
      variant="ghost"
    >
      {place}
    </Button>
  );
}
