import { useMemo } from "react";
import type { JsonValue } from "@/lib/core/errors/json-value";
import { Notice } from "../ui/notice";
import { countHidden } from "./count-hidden";

export interface HiddenCharactersBannerProps {
  tool: string;
  arguments: { [key: string]: JsonValue };
}

/** Said before the decision, not after it: some characters of this request would not be seen. */
export function HiddenCharactersBanner({ tool, arguments: values }: HiddenCharactersBannerProps) {
  const count = useMemo(() => countHidden([tool, values]), [tool, values]);
  if (count === 0) return null;
  return (
    <Notice tone="bad" announce={false} title="Contains hidden characters">
      {count === 1 ? "One place" : `${count.toLocaleString("en")} places`} in this request would be invisible, would
      push text out of sight, or would change the order in which it reads. They are drawn in red boxes below.
    </Notice>
  );
}
