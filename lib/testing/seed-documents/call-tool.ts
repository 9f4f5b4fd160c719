import { executeCall } from "@/lib/core/call/execute-call";
import type { Outcome } from "@/lib/core/call/outcome";
import { prepareCall } from "@/lib/core/call/prepare-call";
import type { Tool, ToolContext } from "@/lib/core/tool/tool-types";
import { MemorySandbox } from "@/lib/sandbox/memory/memory-sandbox";

export function toolContext(more: Partial<ToolContext> = {}): ToolContext {
  return {
    agentId: "ops",
    agent: { name: "ops" },
    runId: "r_1",
    callId: "c_1",
    sessionId: "s_1",
    cwd: "/workspace",
    secrets: {},
    opts: {},
    assigns: {},
    signal: new AbortController().signal,
    log: () => {},
    progress: () => {},
    sandbox: new MemorySandbox({ files: new Map([["notes.txt", "one\ntwo\nthree"]]) }),
    ...more,
  };
}

/** A call from its raw arguments to its outcome, as both the page and a run do it. */
export async function callTool(tool: Tool, args: object, more: Partial<ToolContext> = {}): Promise<Outcome> {
  const prepared = await prepareCall(tool, args);
  if (!prepared.ok) return prepared.outcome;
  const after = (milliseconds: number, callback: () => void) => {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  };
  return executeCall(tool, prepared.parsed, toolContext(more), { timers: { after } });
}
