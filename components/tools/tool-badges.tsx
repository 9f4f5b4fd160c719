import { Hand, PackageOpen } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { riskOf } from "@/lib/core/approval/risk";
import type { DescribedTool } from "@/lib/tool-host/described-definition";
import { SIDE_EFFECT_WORDS } from "./side-effect-words";

const RISK_TONE = { low: "neutral", medium: "outline", high: "bad" } as const;
const APPROVAL = {
  always: { word: "asks first", title: "Every call waits for a person" },
  depends: { word: "may ask", title: "Some calls wait for a person, depending on their arguments" },
} as const;

/** How risky a tool is, and whether its calls wait for a person. */
export function ToolBadges({ tool }: { tool: DescribedTool }) {
  const risk = riskOf(tool.sideEffects, tool.name);
  const touches = tool.sideEffects.map((effect) => SIDE_EFFECT_WORDS[effect].sentence).join(", ");
  const approval = tool.requiresApproval === "never" ? undefined : APPROVAL[tool.requiresApproval];
  const packages = Object.entries(tool.runsIn?.packages ?? {}).map(([name, version]) => `${name} ${version}`);
  const where = packages.length === 0 ? "" : `, with ${packages.join(", ")}`;
  return (
    <>
      {tool.runsIn?.type === "webcontainer" ? (
        <Badge
          title={`Runs in a WebContainer${where}. To start it, click Shell in the top bar, then Start WebContainer…`}
          tone="outline"
        >
          <PackageOpen aria-hidden />
          needs Node
        </Badge>
      ) : null}
      {approval ? (
        <Badge title={approval.title} tone="outline">
          <Hand aria-hidden />
          {approval.word}
        </Badge>
      ) : null}
      {risk === "low" ? null : (
        <Badge
          title={touches === "" ? "Its name speaks of something without a way back" : `It ${touches}`}
          tone={RISK_TONE[risk]}
        >
          {risk} risk
        </Badge>
      )}
    </>
  );
}
