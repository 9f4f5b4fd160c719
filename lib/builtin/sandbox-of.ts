import { ToolwrightError } from "@/lib/core/errors/toolwright-error";
import type { Sandbox } from "@/lib/core/sandbox/sandbox";
import type { ToolContext } from "@/lib/core/tool/tool-types";

/** The sandbox of a call; a clear refusal where a tool is called by code that gave it none. */
export function sandboxOf(context: ToolContext, tool: string): Sandbox {
  const sandbox = (context as Partial<ToolContext> | undefined)?.sandbox;
  if (sandbox === undefined) {
    throw new ToolwrightError("no-sandbox", `${tool} works on files, so its context needs a sandbox.`, {
      facts: { tool, fix: "Pass `sandbox` in the context." },
    });
  }
  return sandbox;
}
