"use client";

import { ArrowUp, Play, Square } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import type { RunState } from "@/lib/core/agent/run-state";
import type { Problem, Result } from "@/lib/core/errors/result";
import { Button } from "../ui/button";
import { Kbd } from "../ui/kbd";
import { Notice } from "../ui/notice";
import { Textarea } from "../ui/textarea";
import { ProblemLine } from "./problem-line";
import { waitingCalls } from "./timeline-rows";

export interface AgentComposerProps {
  /** The newest agent run of the session. Run or Stop follows from it alone, so it is right after a reload. */
  run: RunState | undefined;
  /** True when that run is open and no tab drives it. */
  undriven?: boolean;
  /** Shown as one-click prompts while the session has no agent run. */
  examples?: readonly string[];
  /** Why nothing can be run now, e.g. the definition does not load; undefined when it can. */
  unavailable?: string;
  /** One line under the field, e.g. which model answers. */
  note?: string;
  onRun(prompt: string): Promise<Result<unknown>>;
  onStop(runId: string): Promise<Result<void>>;
  onContinueRun?(runId: string): Promise<Result<void>>;
  /** Denies every waiting request, ends the run, then starts a new one with the prompt. */
  onDenyAndRun?(prompt: string): Promise<Result<unknown>>;
}

/** Where a person tells the agent what to do, and stops it. */
export function AgentComposer(props: AgentComposerProps) {
  const { run, undriven = false, examples = [], unavailable, note, onRun, onStop, onContinueRun, onDenyAndRun } = props;
  const [prompt, setPrompt] = useState("");
  const [busy, setBusy] = useState<"run" | "stop" | "continue">();
  const [problem, setProblem] = useState<Problem>();
  const [asking, setAsking] = useState(false);
  const noteId = useId();
  const open = run !== undefined && run.status !== "ended";
  const waiting = run === undefined ? 0 : waitingCalls([run]).length;
  const text = prompt.trim();

  const attempt = async (what: "run" | "stop" | "continue", action: () => Promise<Result<unknown>>, sent = false) => {
    setBusy(what);
    setProblem(undefined);
    const answer = await action();
    setBusy(undefined);
    if (!answer.ok) {
      setProblem(answer.problem);
      return;
    }
    setAsking(false);
    if (sent) setPrompt("");
  };
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (text === "" || unavailable !== undefined || busy !== undefined) return;
    if (open) {
      setAsking(true);
      return;
    }
    void attempt("run", () => onRun(text), true);
  };

  return (
    <form onSubmit={submit} className="grid gap-1.5 border-t bg-card px-3 py-2" aria-label="Prompt to the agent">
      {run === undefined && examples.length > 0 ? (
        <fieldset className="flex flex-wrap items-center gap-1.5">
          <legend className="sr-only">Example prompts</legend>
          {examples.map((example) => (
            <Button key={example} size="sm" onClick={() => setPrompt(example)} className="max-w-full">
              <span className="one-line">{example}</span>
            </Button>
          ))}
        </fieldset>
      ) : null}
      {asking && open ? (
        <PendingQuestion
          waiting={waiting}
          busy={busy !== undefined}
          onDenyAndRun={
            onDenyAndRun === undefined ? undefined : () => void attempt("run", () => onDenyAndRun(text), true)
          }
          onBack={() => setAsking(false)}
        />
      ) : null}
      <div className="flex items-end gap-2">
        <Textarea
          grow
          aria-label="Prompt"
          aria-describedby={noteId}
          placeholder={open ? "Write the next prompt" : "What should the agent do?"}
          value={prompt}
          rows={2}
          maxLength={100_000}
          onChange={(event) => setPrompt(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
          }}
        />
        {open && undriven && onContinueRun !== undefined ? (
          <Button
            variant="primary"
            size="lg"
            busy={busy === "continue"}
            onClick={() => void attempt("continue", () => onContinueRun(run.runId))}
          >
            <Play aria-hidden />
            Continue
          </Button>
        ) : null}
        {open ? (
          <Button
            variant="outline"
            size="lg"
            busy={busy === "stop"}
            onClick={() => void attempt("stop", () => onStop(run.runId))}
          >
            <Square aria-hidden className="fill-current" />
            Stop
          </Button>
        ) : (
          <Button
            type="submit"
            variant="primary"
            size="lg"
            busy={busy === "run"}
            disabled={text === "" || unavailable !== undefined}
          >
            <ArrowUp aria-hidden />
            Run
          </Button>
        )}
      </div>
      {problem === undefined ? null : <ProblemLine problem={problem} />}
      <p id={noteId} className="flex items-center gap-2 text-muted-foreground text-xs">
        <span className="min-w-0 flex-1">
          {unavailable ??
            (open && undriven
              ? "This run is open, but no tab drives it. Continue takes it up where it stopped."
              : open
                ? statusLine(waiting)
                : note)}
        </span>
        <Kbd keys="mod+enter" />
      </p>
    </form>
  );
}

function statusLine(waiting: number): string {
  if (waiting === 0) return "The agent is working. Stop ends it within a second.";
  return waiting === 1 ? "One request waits for your decision." : `${waiting} requests wait for your decision.`;
}

function PendingQuestion({
  waiting,
  busy,
  onDenyAndRun,
  onBack,
}: {
  waiting: number;
  busy: boolean;
  onDenyAndRun: (() => void) | undefined;
  onBack(): void;
}) {
  return (
    <Notice
      tone={waiting > 0 ? "waiting" : "neutral"}
      announce
      title={waiting > 0 ? "A request waits for your decision" : "The agent is still working"}
      action={
        <>
          {onDenyAndRun === undefined ? null : (
            <Button size="sm" variant="dangerOutline" disabled={busy} onClick={onDenyAndRun}>
              {waiting > 0 ? "Deny and continue" : "Stop and continue"}
            </Button>
          )}
          <Button size="sm" disabled={busy} onClick={onBack}>
            {waiting > 0 ? "Answer it first" : "Let it finish"}
          </Button>
        </>
      }
    >
      {waiting > 0
        ? "Answer the request first, or deny it and continue with this prompt. Your text is kept."
        : "Let it finish first, or stop it and continue with this prompt. Your text is kept."}
    </Notice>
  );
}
