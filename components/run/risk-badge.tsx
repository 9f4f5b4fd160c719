import type { Risk } from "@/lib/core/agent/event";
import { Badge } from "../ui/badge";

const TONE = { low: "neutral", medium: "outline", high: "bad" } as const;

export function RiskBadge({ risk }: { risk: Risk }) {
  return <Badge tone={TONE[risk]}>{risk} risk</Badge>;
}
