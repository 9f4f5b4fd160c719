import Link from "next/link";
import type { ReactNode } from "react";
import { LinkProblem } from "@/components/share/link-problem";
import { buttonStyles } from "@/components/ui/button";
import type { Problem } from "@/lib/core/errors/result";

/** Why something cannot be opened, in words, with a way on. Never a blank page. */
export function ProblemPage({ problem, action }: { problem: Problem; action?: ReactNode }) {
  return (
    <LinkProblem problem={problem}>
      {action}
      <Link
        className={buttonStyles({ variant: action === undefined ? "primary" : "outline" })}
        href="/"
        prefetch={false}
      >
        Open my own session
      </Link>
    </LinkProblem>
  );
}
