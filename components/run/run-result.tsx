import type { RunState } from "@/lib/core/agent/run-state";
import { submittedResult, wantsResult } from "@/lib/core/agent/submitted-result";
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
        The agent has an output schema, and no submission fitted it. The refused ones, if any, stand above with what was
        wrong.
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
