import { type Outside, OutsideError } from "@/lib/core/tool/outside";
import type { ToolContext } from "@/lib/core/tool/tool-types";

/** The services a call may ask; a clear refusal where a tool is called by code that gave it none, as in a unit test. */
export function outsideOf(context: ToolContext, tool: string): Outside {
  const outside = (context as Partial<ToolContext> | undefined)?.outside;
  if (outside === undefined) {
    throw new OutsideError("outside-missing", `${tool} needs a host that reaches out for it, and there is none here.`, {
      facts: { tool, fix: "Pass `outside` in the context." },
    });
  }
  return outside;
}
