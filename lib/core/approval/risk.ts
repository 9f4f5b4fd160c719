import type { Risk } from "../agent/event";
import type { SideEffect } from "../tool/tool-types";

/** What a side effect can cost when it was a mistake: the workspace has a way back, the outside world has none. */
const COST: Readonly<Record<SideEffect, Risk>> = {
  filesystem: "medium",
  network: "medium",
  database: "high",
  process: "high",
  external: "high",
};
const WITHOUT_WAY_BACK = /(?:^|[_-])(?:delete|remove|drop|destroy|purge|wipe|send|pay|publish|deploy)(?:$|[_-])/;

/** How carefully a person should look. A name that speaks of something without a way back raises it; nothing lowers it. */
export function riskOf(sideEffects: readonly SideEffect[], tool: string): Risk {
  const words = tool.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
  if (sideEffects.some((effect) => COST[effect] === "high") || WITHOUT_WAY_BACK.test(words)) return "high";
  return sideEffects.length > 0 ? "medium" : "low";
}
