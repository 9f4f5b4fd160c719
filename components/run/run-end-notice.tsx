import { Play, RotateCcw } from "lucide-react";
import type { RunState } from "@/lib/core/agent/run-state";
import { Button } from "../ui/button";
import { formatDuration } from "../ui/format-duration";
import { Notice, type NoticeTone } from "../ui/notice";
import { renderVisible } from "../ui/render-visible";

/** What can be done at the end of a run. An absent one is not offered. */
export interface RunEndActions {
  /** Starts the next run of the conversation with this prompt. */
  sendPrompt?(prompt: string): void;
  /** True when the open run has no tab that drives it. */
  undriven?: boolean;
}

/** How a run ended, by whom, and what to do next. */
export function RunEndNotice({ run, actions }: { run: RunState; actions: RunEndActions }) {
  if (run.end === undefined) return null;
  const { tone, title, text, next } = endInWords(run);
  const send = actions.sendPrompt;
  return (
    <Notice
      tone={tone}
      title={title}
      announce={false}
      action={
        next === undefined || send === undefined ? undefined : (
          <Button size="sm" onClick={() => send(next.prompt)}>
            {next.label === "Try again" ? <RotateCcw aria-hidden /> : <Play aria-hidden />}
            {next.label}
          </Button>
        )
      }
    >
      {text}
    </Notice>
  );
}

interface Description {
  tone: NoticeTone;
  title: string;
  text: React.ReactNode;
  next?: { label: string; prompt: string };
}

const CONTINUE = "Continue where you stopped.";

function endInWords(run: RunState): Description {
  const took = run.endedAt === undefined ? "" : ` after ${formatDuration(Math.max(0, run.endedAt - run.startedAt))}`;
  const calls = Object.keys(run.calls).length;
  const counted = `${run.steps.length} ${run.steps.length === 1 ? "step" : "steps"}, ${calls} ${calls === 1 ? "call" : "calls"}`;
  switch (run.end?.reason) {
    case "stopped":
      return {
        tone: "neutral",
        title: `Stopped${run.end.by === undefined ? "" : ` by ${run.end.by}`}${took}`,
        text: "Open calls were settled as stopped; the conversation can go on.",
        next: { label: "Continue", prompt: CONTINUE },
      };
    case "step-limit":
      return {
        tone: "neutral",
        title: `Reached its limit of ${run.stepLimit} steps`,
        text: "The model was not done. Everything up to here is kept.",
        next: { label: "Continue", prompt: CONTINUE },
      };
    case "budget":
      return {
        tone: "neutral",
        title: "Reached its budget",
        text: "The run was ended before it could cost more.",
        next: { label: "Continue", prompt: CONTINUE },
      };
    case "failed":
      return {
        tone: "bad",
        title: `Failed${took}`,
        text: (
          <>
            {run.end.error === undefined
              ? "The model gave no reason."
              : renderVisible(`${run.end.error.message} (${run.end.error.code})`)}{" "}
            Everything up to here is kept.
          </>
        ),
        next: { label: "Try again", prompt: run.steps.length > 1 ? CONTINUE : run.prompt },
      };
    case "waiting":
      return {
        tone: "neutral",
        title: "Ended while a request was open",
        text: "Nobody decided in time, so nothing ran. A new prompt goes on from here.",
        next: { label: "Continue", prompt: CONTINUE },
      };
    default:
      return { tone: "good", title: `Finished${took}`, text: counted };
  }
}
