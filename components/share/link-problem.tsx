import { CircleHelp, CircleSlash, type LucideIcon, Scissors, TimerOff, Unplug } from "lucide-react";
import type { ReactNode } from "react";
import type { Problem } from "@/lib/core/errors/result";

interface Known {
  icon: LucideIcon;
  title: string;
  advice: string;
}

const KNOWN: Record<string, Known> = {
  "link-incomplete": {
    icon: Scissors,
    title: "This link is not whole",
    advice:
      "Some of its last characters are missing, as happens when it is copied by hand or wrapped in a mail. Copy it again from where it was sent.",
  },
  "link-unknown": {
    icon: CircleHelp,
    title: "There is no such link",
    advice: "Check the address, or ask whoever sent it for a new link.",
  },
  "link-revoked": {
    icon: CircleSlash,
    title: "This link was revoked",
    advice: "Its owner has switched it off. Ask them for a new one.",
  },
  "link-expired": {
    icon: TimerOff,
    title: "This link has expired",
    advice: "It was made for a limited time. Ask its owner for a new one.",
  },
  "connection-lost": {
    icon: Unplug,
    title: "The server cannot be reached",
    advice: "Check the connection and try again. The link itself may be fine.",
  },
};

/** Why a link cannot be opened and what to do, in words; never a blank page. `children` are the ways on. */
export function LinkProblem({ problem, children }: { problem: Problem; children?: ReactNode }) {
  const known = Object.hasOwn(KNOWN, problem.code) ? KNOWN[problem.code] : undefined;
  const Icon = known?.icon ?? CircleHelp;
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <div role="alert" className="grid max-w-md gap-2">
        <Icon aria-hidden className="size-6 text-muted-foreground" strokeWidth={1.5} />
        <h1 className="font-semibold text-lg">{known?.title ?? "This link cannot be opened"}</h1>
        <p className="text-muted-foreground">{known === undefined ? problem.message : known.advice}</p>
        {known === undefined && problem.fix !== undefined ? (
          <p className="text-muted-foreground">{problem.fix}</p>
        ) : null}
        {children === undefined ? null : <div className="flex flex-wrap gap-2 pt-2">{children}</div>}
      </div>
    </main>
  );
}
