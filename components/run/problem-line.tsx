import { CircleAlert } from "lucide-react";
import type { Problem } from "@/lib/core/errors/result";

/** What went wrong and what to do, spoken at once. */
export function ProblemLine({ problem }: { problem: Problem }) {
  return (
    <p role="alert" className="flex items-start gap-1.5 text-danger-text text-xs [overflow-wrap:anywhere]">
      <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
      <span>
        {problem.message}
        {problem.fix === undefined ? "" : ` ${problem.fix}`}
      </span>
    </p>
  );
}
