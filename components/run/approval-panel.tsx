"use client";

import { TriangleAlert } from "lucide-react";
import { useCallback, useEffect, useId, useRef, useState } from "react";
import type { ApprovalState } from "@/lib/core/agent/run-state";
import { sentenceForCall } from "@/lib/core/approval/sentence-for-call";
import type { Problem, Result } from "@/lib/core/errors/result";
import { Button } from "../ui/button";
import { Kbd } from "../ui/kbd";
import { renderSentence, renderVisible } from "../ui/render-visible";
import { Textarea } from "../ui/textarea";
import { useNow } from "../ui/use-now";
import { ApprovalClock } from "./approval-clock";
import { ApprovalDecided } from "./approval-decided";
import { ApprovalTouches } from "./approval-touches";
import { ExactArguments, fitsAtOnce } from "./exact-arguments";
import { HiddenCharactersBanner } from "./hidden-characters-banner";
import { isShown } from "./is-shown";
import { ProblemLine } from "./problem-line";
import { ReadThrough } from "./read-through";
import { rendererFor } from "./renderers/renderer-registry";
import { useDecisionKeys } from "./use-decision-keys";

export interface ApprovalPanelProps {
  approval: ApprovalState;
  /** Who asks, in whose name: shown under the sentence. */
  asker?: { agentName: string; model?: string; prompt: string };
  /** Absent where a person may only look. */
  decide?(approvalId: string, decision: "approved" | "denied", reason?: string): Promise<Result<void>>;
  /** Whether the letters A and D belong to this request: the oldest waiting one, or the only one on the page. */
  keys?: boolean;
  layout?: "card" | "page";
  /** Told when the arguments were seen to their end; what "approve all" waits for. */
  onRead?(approvalId: string): void;
}

/** One request for a decision. The key is the digest: other arguments are another request, to be read again. */
export function ApprovalPanel(props: ApprovalPanelProps) {
  if (props.approval.decision !== undefined) {
    return <ApprovalDecided approval={props.approval} decision={props.approval.decision} />;
  }
  return <OpenRequest key={`${props.approval.approvalId}:${props.approval.digest}`} {...props} />;
}

function OpenRequest({ approval, asker, decide, keys = false, layout = "card", onRead }: ApprovalPanelProps) {
  const [read, setRead] = useState(false);
  const [whole, setWhole] = useState(() => fitsAtOnce(approval.arguments));
  const [denying, setDenying] = useState(false);
  const [reason, setReason] = useState("");
  const [busy, setBusy] = useState<"approved" | "denied">();
  const [problem, setProblem] = useState<Problem>();
  const now = useNow();
  const expired = now !== undefined && now >= approval.expiresAt;
  const open = decide !== undefined && !expired && busy === undefined;
  const canApprove = open && read;
  const renderer = rendererFor(approval.tool);
  const panel = useRef<HTMLElement>(null);
  const whenShown = (action: () => void) => () => {
    if (isShown(panel.current)) action();
  };

  const markRead = useCallback(() => {
    setRead(true);
    onRead?.(approval.approvalId);
  }, [approval.approvalId, onRead]);

  const send = async (decision: "approved" | "denied") => {
    if (decide === undefined) return;
    setBusy(decision);
    setProblem(undefined);
    const given = reason.trim();
    const answer = await decide(
      approval.approvalId,
      decision,
      decision === "denied" && given !== "" ? given : undefined,
    );
    if (answer.ok) return;
    setBusy(undefined);
    setProblem(answer.problem);
  };
  const approve = () => {
    if (canApprove) void send("approved");
  };
  const startDenying = () => {
    if (open) setDenying(true);
  };
  useDecisionKeys({ a: whenShown(approve), d: whenShown(startDenying) }, keys && open && !denying);

  return (
    <section
      ref={panel}
      aria-label={`Request: ${approval.tool}`}
      className={
        layout === "page" ? "grid gap-2 rounded-lg border border-waiting-line bg-card p-4" : "grid gap-2 px-3 pb-3"
      }
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <p className={`font-medium ${layout === "page" ? "text-base" : "text-sm"} [overflow-wrap:anywhere]`}>
          {renderSentence(sentenceForCall(approval.tool, approval.arguments))}
        </p>
        <ApprovalClock askedAt={approval.askedAt} expiresAt={approval.expiresAt} />
      </div>
      <HiddenCharactersBanner tool={approval.tool} arguments={approval.arguments} />
      <ReadThrough label={`Exact arguments of ${approval.tool}`} layout={layout} complete={whole} onRead={markRead}>
        {renderer.review?.(approval.arguments) ?? null}
        <ExactArguments arguments={approval.arguments} onWhole={() => setWhole(true)} />
      </ReadThrough>
      <ApprovalTouches approval={approval} />
      {asker === undefined ? null : (
        <p className="text-foreground/80 text-xs [overflow-wrap:anywhere]">
          {asker.prompt === "" ? (
            "Called by hand."
          ) : (
            <>
              Asked by {renderVisible(asker.agentName)}
              {asker.model === undefined ? "" : ` (${asker.model})`} for: “{renderVisible(shorten(asker.prompt))}”
            </>
          )}
        </p>
      )}
      {problem === undefined ? null : <ProblemLine problem={problem} />}
      {expired ? (
        <p className="flex items-center gap-1.5 text-xs">
          <TriangleAlert aria-hidden className="size-3.5" />
          The time to decide is over. Nothing was run.
        </p>
      ) : null}
      {decide === undefined ? (
        <p className="text-foreground/80 text-xs">Waiting for a person. This view can only look.</p>
      ) : denying ? (
        <DenyForm
          reason={reason}
          busy={busy === "denied"}
          onReason={setReason}
          onCancel={() => setDenying(false)}
          onDeny={() => void send("denied")}
        />
      ) : (
        <div className="sticky bottom-0 -mb-1 flex flex-wrap items-center gap-2 bg-card py-1">
          <Button
            variant="waiting"
            size={layout === "page" ? "lg" : "md"}
            busy={busy === "approved"}
            disabled={!canApprove}
            onClick={approve}
          >
            {busy === "approved" ? "Approving…" : "Approve"} {keys ? <Kbd keys="a" /> : null}
          </Button>
          <Button variant="outline" size={layout === "page" ? "lg" : "md"} disabled={!open} onClick={startDenying}>
            Deny… {keys ? <Kbd keys="d" /> : null}
          </Button>
          {read || expired ? null : (
            <span role="status" className="text-foreground/80 text-xs">
              {whole ? "Scroll to the end of the arguments to approve." : "Show all parts of the arguments to approve."}
            </span>
          )}
        </div>
      )}
    </section>
  );
}

function DenyForm({
  reason,
  busy,
  onReason,
  onCancel,
  onDeny,
}: {
  reason: string;
  busy: boolean;
  onReason(reason: string): void;
  onCancel(): void;
  onDeny(): void;
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  const fieldId = useId();
  useEffect(() => field.current?.focus(), []);
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onDeny();
      }}
    >
      <label htmlFor={fieldId} className="grid gap-1 text-xs">
        Why not? The model is told. (optional)
        <Textarea
          id={fieldId}
          ref={field}
          value={reason}
          rows={2}
          maxLength={2000}
          onChange={(event) => onReason(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") onCancel();
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onDeny();
          }}
        />
      </label>
      <div className="flex items-center gap-2">
        <Button type="submit" variant="danger" busy={busy}>
          {busy ? "Denying…" : "Deny"} <Kbd keys="mod+enter" />
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Back <Kbd keys="escape" />
        </Button>
      </div>
    </form>
  );
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
