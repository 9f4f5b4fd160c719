import type { CallState, RunState } from "@/lib/core/agent/run-state";
import { SUBMIT_RESULT, submittedResult, wantsResult } from "@/lib/core/agent/submitted-result";
import { CopyButton } from "../ui/copy-button";
import { JsonTree } from "../ui/json-tree";
import { Notice } from "../ui/notice";

/** What a run handed in by `submit_result`, or that it handed in nothing; nothing at all for a run that was not asked to. */
export function RunResult({ run }: { run: RunState }) {
  if (!wantsResult(run)) return null;
  const result = submittedResult(run);
  if (result === undefined) {
    return (
      <Notice title="No result was submitted" announce={false}>
        {whyNone(run)}
      </Notice>
    );
  }
  return (
    <section aria-label="Result of the run" className="rounded-md border bg-card">
      <div className="flex items-center justify-between px-3 pt-1">
        <p className="font-medium text-sm">Result</p>
        <CopyButton label="Copy result" text={() => JSON.stringify(result, null, 2)} />
      </div>
      <div className="max-h-80 overflow-auto px-2 pb-2">
        <JsonTree bare value={result} label="Result" openDepth={3} />
      </div>
    </section>
  );
}

function whyNone(run: RunState): string {
  const refused = Object.values(run.calls).filter(({ tool, outcome }) => tool === SUBMIT_RESULT && isRefusal(outcome));
  const where = refused.length === 0 ? "" : " The refused submissions stand above with what was wrong.";
  if (run.end?.reason === "stopped") return `The run was stopped before a result.${where}`;
  return refused.length === 0
    ? "The agent has an output schema, and the run ended before anything was submitted."
    : `The agent has an output schema, and no submission fitted it.${where}`;
}

function isRefusal(outcome: CallState["outcome"]): boolean {
  return outcome?.status === "invalid-arguments" || outcome?.status === "failed";
}
