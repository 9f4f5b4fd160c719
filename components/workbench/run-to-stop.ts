import type { RunState } from "@/lib/core/agent/run-state";

export interface RunToStop {
  runId: string;
  /** What ends with it, after the verb: "the agent". */
  name: string;
}

/**
 * The one run that Stop is about. What works comes before what waits for a person, and the run that is looked at before
 * the newest other one: a request that waits is never ended beside something else.
 */
export function runToStop(runs: readonly RunState[], selectedRunId: string | undefined): RunToStop | undefined {
  const open = runs.filter((run) => run.status !== "ended");
  const working = open.filter((run) => run.status === "running");
  const candidates = working.length > 0 ? working : open;
  const run = candidates.find(({ runId }) => runId === selectedRunId) ?? candidates.at(-1);
  return run === undefined ? undefined : { runId: run.runId, name: nameOf(run) };
}

function nameOf(run: RunState): string {
  const what = run.kind === "agent" ? "the agent" : (Object.values(run.calls)[0]?.tool ?? "the call");
  return run.status === "waiting" ? `${what}, which waits for you` : what;
}
