import { CornerDownRight } from "lucide-react";
import type { Outcome, RefusedBy } from "@/lib/core/call/outcome";
import { Button } from "../ui/button";
import { formatDuration } from "../ui/format-duration";
import { JsonTree } from "../ui/json-tree";
import { renderVisible } from "../ui/render-visible";
import type { CallActions } from "./call-actions";

type Unsuccessful = Exclude<Outcome, { status: "ok" }>;

/** Why a call gave no result: who or what ended it, the text the model was told, and the author's line when it threw. */
export function OutcomeNotice({ outcome, openPlace }: { outcome: Unsuccessful; openPlace?: CallActions["openPlace"] }) {
  return (
    <div className="grid gap-1 px-3 py-2 text-xs">
      <p className="font-medium">{headline(outcome)}</p>
      {outcome.status === "invalid-arguments" && outcome.issues.length > 0 ? (
        <ul className="grid gap-0.5">
          {outcome.issues.map((issue) => (
            <li key={`${issue.path}:${issue.message}`} className="[overflow-wrap:anywhere]">
              <code className="text-danger-text">{renderVisible(issue.path === "" ? "(whole)" : issue.path)}</code>{" "}
              {renderVisible(issue.message)}
            </li>
          ))}
        </ul>
      ) : null}
      <ToldText outcome={outcome} />
      {outcome.status === "failed" ? <Place outcome={outcome} openPlace={openPlace} /> : null}
    </div>
  );
}

/** What the model was told. Whatever a tool said beside its error is drawn as what it is. */
function ToldText({ outcome }: { outcome: Unsuccessful }) {
  const { words, more } =
    outcome.status === "failed" ? splitError(outcome.text) : { words: outcome.text, more: undefined };
  return (
    <div className="max-h-56 overflow-auto rounded-md border bg-background">
      <pre className="whitespace-pre-wrap px-2 py-1 font-mono leading-5 [overflow-wrap:anywhere]">
        {renderVisible(words.slice(0, 20_000))}
      </pre>
      {more === undefined ? null : (
        <div className="border-t py-1 pr-2">
          <JsonTree bare value={more} label="Said beside the error" />
        </div>
      )}
    </div>
  );
}

/** A returned `{ error, …more }` is told as the error's words and, on its own line, the JSON of the rest. */
function splitError(text: string): { words: string; more?: object } {
  const at = text.lastIndexOf("\n{");
  if (at <= 0) return { words: text };
  try {
    const more: unknown = JSON.parse(text.slice(at + 1));
    return typeof more === "object" && more !== null ? { words: text.slice(0, at), more } : { words: text };
  } catch {
    return { words: text };
  }
}

function Place({
  outcome,
  openPlace,
}: {
  outcome: Extract<Outcome, { status: "failed" }>;
  openPlace: CallActions["openPlace"];
}) {
  const { place, stack } = outcome;
  return (
    <>
      {place === undefined ? null : openPlace === undefined ? (
        <p className="font-mono text-muted-foreground">
          at {place.file}:{place.line}
        </p>
      ) : (
        <p>
          <Button size="sm" variant="link" className="font-mono" onClick={() => openPlace(place.file, place.line)}>
            <CornerDownRight aria-hidden />
            {place.file}:{place.line}
          </Button>
        </p>
      )}
      {stack === undefined ? null : (
        <details>
          <summary className="cursor-pointer text-muted-foreground">Stack</summary>
          <pre className="overflow-x-auto py-1 font-mono leading-5">{stack}</pre>
        </details>
      )}
    </>
  );
}

function headline(outcome: Unsuccessful): string {
  switch (outcome.status) {
    case "invalid-arguments":
      return "The arguments do not fit the schema; the tool did not run.";
    case "not-found":
      return "There is no tool of this name.";
    case "denied":
      return `Denied by ${whoRefused(outcome.by)}; the tool did not run.`;
    case "expired":
      return "Nobody decided in time; the tool did not run.";
    case "timed-out":
      return `Stopped by its time limit after ${formatDuration(outcome.afterMs)}.`;
    case "stopped":
      return `Stopped by ${whoRefused(outcome.by)}.`;
    case "cut-off":
      return "The call was cut off while it was written; it never ran.";
    case "failed":
      return failedHeadline(outcome);
    case "crashed":
      return "The place it ran in died: it may or may not have run.";
    case "skipped":
      return "Never started.";
  }
}

/** Only what the author's own code threw is a throw: a built-in that cannot do something gives an error. */
function failedHeadline({ origin, place }: Extract<Outcome, { status: "failed" }>): string {
  if (origin === "outside") return "What the tool asked for was refused, or is not there.";
  return origin === "returned" || place === undefined ? "The tool gave an error." : "The tool threw an error.";
}

/** Who or what refused, in words: every refusal has a name. */
export function whoRefused(by: RefusedBy): string {
  switch (by.kind) {
    case "person":
      return by.name;
    case "rule":
      return `the rule “${by.name}”`;
    case "expiry":
      return "expiry";
    case "provider":
      return `the provider ${by.name}`;
    case "limit":
      return `a limit: ${by.name}`;
    case "crash":
      return "a crash";
  }
}
