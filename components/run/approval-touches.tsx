import { Database, FileText, Globe, type LucideIcon, Mail, SquareTerminal } from "lucide-react";
import type { ApprovalState } from "@/lib/core/agent/run-state";
import type { SideEffect } from "@/lib/core/tool/tool-types";
import { RiskBadge } from "./risk-badge";

const TOUCH: Record<SideEffect, { icon: LucideIcon; words: string }> = {
  filesystem: { icon: FileText, words: "changes files in the workspace" },
  process: { icon: SquareTerminal, words: "runs commands" },
  network: { icon: Globe, words: "talks to the network" },
  database: { icon: Database, words: "reads or changes a database" },
  external: { icon: Mail, words: "acts outside: messages, other services" },
};

/** Risk, and what the tool says it touches. A tool that declares nothing is said to declare nothing, not to be harmless. */
export function ApprovalTouches({ approval }: { approval: Pick<ApprovalState, "risk" | "sideEffects"> }) {
  return (
    <ul
      aria-label="What it touches"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-xs"
    >
      <li>
        <RiskBadge risk={approval.risk} />
      </li>
      {approval.sideEffects.length === 0 ? <li>declares no side effects</li> : null}
      {approval.sideEffects.map((effect) => {
        const { icon: Icon, words } = TOUCH[effect];
        return (
          <li key={effect} className="inline-flex items-center gap-1">
            <Icon aria-hidden className="size-3.5" />
            {words}
          </li>
        );
      })}
    </ul>
  );
}
