import type { JsonValue } from "../errors/json-value";
import type { RunState } from "./run-state";

/** The tool that a model hands in its result with. */
export const SUBMIT_RESULT = "submit_result";

/** What a run's model handed in as its result: the last submission that fitted the schema. Read from the log alone. */
export function submittedResult(run: RunState): { [key: string]: JsonValue } | undefined {
  const submissions = run.steps
    .flatMap((step) => step.callIds)
    .flatMap((callId) => run.calls[callId] ?? [])
    .filter((call) => call.tool === SUBMIT_RESULT && call.outcome?.status === "ok");
  return submissions.at(-1)?.arguments;
}

/** Whether the run's model was asked to hand in a result. */
export function wantsResult(run: RunState): boolean {
  return run.tools.some(({ name }) => name === SUBMIT_RESULT);
}
