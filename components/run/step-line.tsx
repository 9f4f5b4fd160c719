import type { RunState, StepState } from "@/lib/core/agent/run-state";
import { formatDuration } from "../ui/format-duration";
import { renderVisible } from "../ui/render-visible";
import { type StepPointActions, StepPointMenu } from "./step-point-menu";

export interface StepLineProps {
  run: Pick<RunState, "runId" | "stepLimit">;
  step: StepState;
  /** Where the states of the files are at hand. */
  points?: StepPointActions;
}

/** A thin line where one model turn begins: its number, how long it took, what it cost, and what was wrong with it. */
export function StepLine({ run, step, points }: StepLineProps) {
  return (
    <div className="grid gap-0.5 text-muted-foreground text-xs">
      <div className="flex items-center gap-2">
        <span>
          Step {step.step} of at most {run.stepLimit}
        </span>
        {step.endedAt === undefined ? null : (
          <span className="tabular-nums">{formatDuration(Math.max(0, step.endedAt - step.startedAt))}</span>
        )}
        {step.usage === undefined ? null : (
          <span className="tabular-nums" title={`${step.usage.inputTokens} in, ${step.usage.outputTokens} out`}>
            {(step.usage.inputTokens + step.usage.outputTokens).toLocaleString("en")} tokens
          </span>
        )}
        <span aria-hidden className="h-px flex-1 bg-border" />
        {points?.has(run.runId, step.step) ? (
          <StepPointMenu runId={run.runId} step={step.step} actions={points} />
        ) : null}
      </div>
      {faultOf(step)}
      {step.notices?.map((notice) => (
        <p className="[overflow-wrap:anywhere]" key={notice}>
          {renderVisible(notice)}
        </p>
      ))}
    </div>
  );
}

function faultOf(step: StepState) {
  if (step.error !== undefined) {
    return (
      <p className="text-danger-text [overflow-wrap:anywhere]">
        The provider answered with an error ({step.error.code}): {renderVisible(step.error.message)}
      </p>
    );
  }
  if (step.finish === "length") return <p>Cut by the token limit. A call that was cut did not run.</p>;
  if (step.finish === "incomplete")
    return <p>The stream broke here. What had arrived is kept; a cut call did not run.</p>;
  return null;
}
