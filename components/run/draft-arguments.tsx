import type { CallState } from "@/lib/core/agent/run-state";
import { renderVisible } from "../ui/render-visible";

/** The end of a long draft is what changes, so that is what is drawn. */
const TAIL = 4000;

/** The arguments while they are being written, verbatim; and what is wrong with a draft that cannot run. */
export function DraftArguments({ call }: { call: Pick<CallState, "argumentsText" | "phase" | "problem" | "cut"> }) {
  const hidden = Math.max(0, call.argumentsText.length - TAIL);
  return (
    <div className="px-3 pb-1.5 text-xs">
      {hidden > 0 ? (
        <p className="text-muted-foreground">{hidden.toLocaleString("en")} characters before this</p>
      ) : null}
      <pre className="max-h-48 overflow-auto whitespace-pre-wrap font-mono leading-5 [overflow-wrap:anywhere]">
        {renderVisible(call.argumentsText.slice(hidden))}
        {call.phase === "drafting" ? (
          <span aria-hidden className="ml-px inline-block h-3.5 w-1.5 animate-pulse-soft bg-primary align-middle" />
        ) : null}
        {call.argumentsText === "" && call.phase !== "drafting" ? (
          <span className="text-muted-foreground">(nothing was written)</span>
        ) : null}
      </pre>
      {call.problem === undefined ? null : <p className="pt-1 text-danger-text">{call.problem}</p>}
    </div>
  );
}
