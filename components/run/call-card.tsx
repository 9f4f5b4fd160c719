"use client";

import { Braces, ChevronRight } from "lucide-react";
import { memo, type ReactNode, useId, useState } from "react";
import { callLabel } from "@/lib/core/agent/call-label";
import type { CallState } from "@/lib/core/agent/run-state";
import { Card } from "../ui/card";
import { CopyButton } from "../ui/copy-button";
import { formatDuration } from "../ui/format-duration";
import { formatClock } from "../ui/format-time";
import { IconButton } from "../ui/icon-button";
import { JsonTree } from "../ui/json-tree";
import { renderVisible } from "../ui/render-visible";
import { useNow } from "../ui/use-now";
import { ApprovalPanel, type ApprovalPanelProps } from "./approval-panel";
import type { CallActions } from "./call-actions";
import { CallLog } from "./call-log";
import { CallStateBadge } from "./call-state-badge";
import { DraftArguments } from "./draft-arguments";
import { OpenFileContext } from "./match-list";
import { OutcomeNotice } from "./outcome-notice";
import { RawView } from "./raw-view";
import { rendererFor } from "./renderers/renderer-registry";
import { ResultView } from "./result-view";
import { SharedValues } from "./shared-values";

export interface CallCardProps {
  call: CallState;
  runId: string;
  actions: CallActions;
  asker?: ApprovalPanelProps["asker"];
  /** Whether A and D decide this call's request. */
  keys?: boolean;
  onRead?: ApprovalPanelProps["onRead"];
  /** Whether the body stands open; kept by the list, because a card that scrolls away is taken down. */
  open?: boolean;
  onOpenChange?(callId: string, open: boolean): void;
}

/** One call, by hand or by a model, from the first drafted character to its one outcome. */
export const CallCard = memo(function CallCard(props: CallCardProps) {
  const { call, runId, actions, asker, keys, onRead, onOpenChange } = props;
  const [ownOpen, setOwnOpen] = useState(true);
  const [raw, setRaw] = useState(false);
  const bodyId = useId();
  const label = callLabel(call);
  const open = (props.open ?? ownOpen) || call.phase === "waiting";
  const toggle = () => (onOpenChange === undefined ? setOwnOpen(!open) : onOpenChange(call.callId, !open));
  const summary = call.arguments === undefined ? undefined : rendererFor(call.tool).summary?.(call.arguments);
  const tone = label.tone === "waiting" || label.tone === "bad" ? label.tone : "neutral";
  return (
    <OpenFileContext value={actions.openFile}>
      <Card tone={tone} role="article" aria-label={`${call.tool}: ${label.word}`} data-call-id={call.callId}>
        <div className="flex min-h-9 items-center gap-2 py-1 pr-1.5 pl-1">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={bodyId}
            onClick={toggle}
            disabled={call.phase === "waiting"}
            className="flex min-w-0 flex-1 items-center gap-2 rounded-sm py-0.5 pl-1 text-left"
          >
            <ChevronRight
              aria-hidden
              className={`size-3.5 shrink-0 text-muted-foreground ${open ? "rotate-90" : ""}`}
            />
            <span className="shrink-0 font-medium font-mono text-xs">{renderVisible(call.tool)}</span>
            <CallStateBadge label={label} />
            {summary === undefined ? null : (
              <span className="one-line font-mono text-muted-foreground text-xs">
                {renderVisible(summary.slice(0, 300))}
              </span>
            )}
          </button>
          <CallTiming call={call} />
          <CopyButton label="Copy call and result as JSON" text={() => copyText(call)} />
          <IconButton
            label={raw ? "Hide the raw record" : "Show the raw record"}
            size="iconSm"
            aria-pressed={raw}
            onClick={() => setRaw(!raw)}
          >
            <Braces aria-hidden />
          </IconButton>
        </div>
        <div id={bodyId} hidden={!open}>
          {open ? (
            <div className="border-t pt-1.5">
              <CardBody call={call} actions={actions} asker={asker} keys={keys} onRead={onRead} />
            </div>
          ) : null}
        </div>
        {raw ? <RawView runId={runId} call={call} loadEvents={actions.loadEvents} /> : null}
      </Card>
    </OpenFileContext>
  );
});

function CardBody({ call, actions, asker, keys, onRead }: Omit<CallCardProps, "runId">) {
  const outcome = call.outcome;
  const waiting = call.phase === "waiting" && call.approval !== undefined;
  return (
    <>
      {waiting && call.approval !== undefined ? (
        <div>
          <ApprovalPanel approval={call.approval} asker={asker} decide={actions.decide} keys={keys} onRead={onRead} />
        </div>
      ) : (
        <CallArguments call={call} />
      )}
      {!waiting && call.approval?.decision !== undefined ? (
        <div className="px-3 pb-1.5">
          <ApprovalPanel approval={call.approval} />
        </div>
      ) : null}
      {call.logs.length > 0 || call.progress !== undefined ? <CallLog call={call} /> : null}
      {outcome === undefined ? null : outcome.status === "ok" ? (
        <>
          <ResultView
            tool={call.tool}
            arguments={call.arguments ?? {}}
            result={outcome.result}
            openFile={actions.openFile}
          />
          {outcome.assigns === undefined || Object.keys(outcome.assigns).length === 0 ? null : (
            <div className="px-3 pb-2">
              <SharedValues title="Shares with later calls:" values={outcome.assigns} />
            </div>
          )}
        </>
      ) : (
        <OutcomeNotice outcome={outcome} openPlace={actions.openPlace} />
      )}
    </>
  );
}

function CallArguments({ call }: { call: CallState }): ReactNode {
  if (call.arguments === undefined || call.phase === "drafting") return <DraftArguments call={call} />;
  const preview = rendererFor(call.tool).preview?.(call.arguments);
  if (preview !== undefined) {
    // A settled command is drawn with its output; drawing it twice would only be noise.
    const drawnWithResult = call.outcome?.status === "ok" && (call.tool === "Bash" || call.tool === "exec");
    if (drawnWithResult) return null;
    return <div className="mx-3 mb-2 max-h-80 overflow-auto rounded-md border bg-background">{preview}</div>;
  }
  return (
    <div className="max-h-64 overflow-auto pr-2 pb-1.5">
      {Object.keys(call.arguments).length === 0 ? (
        <p className="px-1 text-muted-foreground text-xs">No arguments.</p>
      ) : (
        <JsonTree bare value={call.arguments} label={`Arguments of ${call.tool}`} />
      )}
    </div>
  );
}

function CallTiming({ call }: { call: CallState }) {
  return (
    <span className="shrink-0 text-muted-foreground text-xs tabular-nums max-sm:hidden">
      {call.phase === "running" && call.claimedAt !== undefined ? <RunningFor since={call.claimedAt} /> : null}
      {call.durationMs === undefined ? "" : `${formatDuration(call.durationMs)} · `}
      <span suppressHydrationWarning>{formatClock(call.settledAt ?? call.startedAt)}</span>
    </span>
  );
}

/** Only a running call follows the clock. */
function RunningFor({ since }: { since: number }) {
  const now = useNow();
  return now === undefined ? null : <>{formatDuration(Math.max(0, now - since))} · </>;
}

function copyText(call: CallState): string {
  return JSON.stringify(
    { callId: call.callId, tool: call.tool, arguments: call.arguments ?? call.argumentsText, outcome: call.outcome },
    null,
    2,
  );
}
