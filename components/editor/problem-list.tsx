"use client";

import { CircleAlert, TriangleAlert } from "lucide-react";
import { cn } from "@/components/ui/cn";
import type { DefinitionProblem } from "@/lib/tool-host/described-definition";

export interface ProblemListProps {
  problems: readonly DefinitionProblem[];
  /** Shows the place of a problem; only asked for problems that have one. */
  onGoTo(problem: DefinitionProblem & { file: string }): void;
  /** Said under the errors while an older version of the definition still runs. */
  note?: string;
  className?: string;
}

/** What is wrong with the definition, in words, each with a way to its place. Read out when it changes. */
export function ProblemList({ problems, onGoTo, note, className }: ProblemListProps) {
  return (
    <section aria-label="Problems" aria-live="polite" className={cn("text-sm", className)}>
      {problems.length > 0 ? (
        <ul className="max-h-40 overflow-y-auto border-t bg-card py-1">
          {problems.map((problem, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: problems are made anew with every build and have no identity
            <li className="flex items-start gap-2 px-3 py-1" key={index}>
              <ProblemIcon severity={problem.severity} />
              <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                {problem.message}
                {problem.fix ? <span className="text-muted-foreground"> {problem.fix}</span> : null}
              </div>
              <ProblemPlace onGoTo={onGoTo} problem={problem} />
            </li>
          ))}
          {note && problems.some(({ severity }) => severity === "error") ? (
            <li className="px-3 py-1 pl-8.5 text-muted-foreground text-xs">{note}</li>
          ) : null}
        </ul>
      ) : null}
    </section>
  );
}

function ProblemIcon({ severity }: { severity: DefinitionProblem["severity"] }) {
  const Icon = severity === "error" ? CircleAlert : TriangleAlert;
  return (
    <>
      <Icon
        aria-hidden
        className={cn("mt-0.5 size-3.5 shrink-0", severity === "error" ? "text-danger-text" : "text-muted-foreground")}
      />
      <span className="sr-only">{severity === "error" ? "Error:" : "Warning:"}</span>
    </>
  );
}

function ProblemPlace({ problem, onGoTo }: Pick<ProblemListProps, "onGoTo"> & { problem: DefinitionProblem }) {
  const { file, line } = problem;
  if (file === undefined) return null;
  return (
    <button
      className="shrink-0 rounded-sm font-mono text-primary-text text-xs leading-5 underline-offset-4 hover:underline pointer-coarse:min-h-9"
      onClick={() => onGoTo({ ...problem, file })}
      type="button"
    >
      {line === undefined ? file : `${file}:${line}`}
    </button>
  );
}
