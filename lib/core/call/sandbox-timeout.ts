import type { Tool } from "../tool/tool-types";

export const SANDBOX_TIMEOUT_MS = 30_000;

/** Milliseconds that a call of a tool with a sandbox may take there. */
export function sandboxTimeout(tool: Pick<Tool, "timeout" | "sandbox">): number {
  const limit = [tool.timeout, tool.sandbox?.timeout].find(
    (candidate) => candidate !== undefined && candidate > 0 && Number.isFinite(candidate),
  );
  return limit ?? SANDBOX_TIMEOUT_MS;
}
