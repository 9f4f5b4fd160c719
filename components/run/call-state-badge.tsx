import { Ban, Check, CircleAlert, Hand } from "lucide-react";
import type { CallLabel } from "@/lib/core/agent/call-label";
import { Badge } from "../ui/badge";
import { Spinner } from "../ui/spinner";

const ICON = { neutral: Ban, waiting: Hand, good: Check, bad: CircleAlert } as const;

/** The one word for a call's state, with an icon, so that colour never carries the meaning alone. */
export function CallStateBadge({ label }: { label: CallLabel }) {
  const Icon = label.tone === "busy" ? undefined : ICON[label.tone];
  return (
    <Badge tone={label.tone}>
      {Icon === undefined ? <Spinner className="size-3" /> : <Icon aria-hidden />}
      {label.word}
    </Badge>
  );
}
