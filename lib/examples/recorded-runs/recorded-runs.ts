import { approvalStates } from "./approval-states";
import { callStates } from "./call-states";
import type { RecordedRun } from "./recorded-run";
import { runStates } from "./run-states";

export const recordedRuns: readonly RecordedRun[] = [...callStates, ...approvalStates, ...runStates];

export function recordedRun(name: string): RecordedRun | undefined {
  return recordedRuns.find((recorded) => recorded.name === name);
}
