import { CircleDashed } from "lucide-react";
import { Badge } from "../ui/badge";
import { Card } from "../ui/card";

/** Where the card of a call by hand will be, before the first one: "never ran" must not look like "returned nothing". */
export function CallNotRun({ tool }: { tool: string }) {
  return (
    <Card className="flex items-center gap-2 border-dashed px-3 py-2" aria-label={`${tool}: not run`} role="article">
      <span className="font-medium font-mono text-xs">{tool}</span>
      <Badge tone="outline">
        <CircleDashed aria-hidden />
        not run
      </Badge>
      <span className="text-muted-foreground text-xs">Run calls it with the arguments above.</span>
    </Card>
  );
}
