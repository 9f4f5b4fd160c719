import type { RunState } from "./run-state";

/** What stands in the place of a tool's name for a command that a person typed; no tool can be named so. */
export const TERMINAL = "the terminal";

/** Whether a run holds a command of the terminal. It is in the log when the command reached outside. */
export function isTerminalRun({ kind, calls }: Pick<RunState, "kind" | "calls">): boolean {
  return kind === "hand" && Object.values(calls).some(({ tool }) => tool === TERMINAL);
}
