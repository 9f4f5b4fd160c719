"use client";

import { FormInput, Play, RotateCcw } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Notice } from "@/components/ui/notice";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Tooltip } from "@/components/ui/tooltip";
import type { Problem, Result } from "@/lib/core/errors/result";
import type { DescribedTool } from "@/lib/tool-host/described-definition";
import { dropPending, isCallable, typeText, valueAt } from "./arguments-draft";
import { type ArgumentsHistoryEntry, HistoryMenu } from "./history-menu";
import { JsonArguments } from "./json-arguments";
import { SchemaForm } from "./schema-form";
import { SchemaView } from "./schema-view";
import { ToolBadges } from "./tool-badges";
import { useArgumentsDraft } from "./use-arguments-draft";
import { valueIssues } from "./value-issues";

export interface CallPanelProps {
  tool: DescribedTool;
  /** Keeps typed arguments of different sessions apart. */
  sessionId: string;
  /** What the draft begins with, e.g. the example's arguments; else what the schema decides. */
  initialText?: string;
  /** Earlier hand calls of this tool, newest first. */
  history: readonly ArgumentsHistoryEntry[];
  /** Makes the call with exactly this text; resolves once it is stored. */
  onRun(argumentsText: string): Promise<Result<unknown>>;
  /** Why a call cannot be made now; undefined when it can. */
  blocked?: string;
  /** What the tool itself objected to in the newest call, when these are its arguments. */
  issues?: readonly { path: string; message: string }[];
  /** The card of the call that is looked at; the same screen shows the call and its result. */
  result?: ReactNode;
}

type View = "form" | "json" | "schema";

const VIEWS = [
  { value: "form", label: "Form" },
  { value: "json", label: "JSON" },
  { value: "schema", label: "Schema" },
] as const;

/** Calls one tool by hand: a form and a JSON editor over one text, Run, earlier arguments, and the result below. */
export function CallPanel({ tool, sessionId, initialText, history, onRun, blocked, issues, result }: CallPanelProps) {
  const { draft, change, replace, undo, reset } = useArgumentsDraft(tool, initialText, sessionId);
  const [view, setView] = useState<View>("form");
  const [askedFor, setAskedFor] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | undefined>(undefined);
  const body = useRef<HTMLDivElement>(null);

  const callable = isCallable(draft);
  const unfinished = Object.keys(draft.pending);
  const value = valueAt(draft, []);
  const objections = value === undefined ? [] : valueIssues(value, tool.parameters, tool.parameters);
  const asked = askedFor === tool.name;

  const showWhatIsWrong = () => {
    setAskedFor(tool.name);
    if (view === "schema") setView("form");
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  };
  const run = async () => {
    if (busy || blocked !== undefined) return;
    if (!callable || (objections.length > 0 && !asked)) return showWhatIsWrong();
    setBusy(true);
    setProblem(undefined);
    const made = await onRun(draft.text);
    setBusy(false);
    if (made.ok) setAskedFor(undefined);
    else setProblem(made.problem);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void run();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only catches Ctrl+Enter from the controls inside
    <div className="flex min-h-0 min-w-0 flex-1 flex-col" onKeyDown={onKeyDown}>
      <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b px-3 py-1">
        <h2 className="one-line font-medium font-mono text-xs">{tool.name}</h2>
        <span className="hidden items-center gap-1 sm:flex">
          <ToolBadges tool={tool} />
        </span>
        <span className="ml-auto flex items-center gap-1.5">
          <SegmentedControl<View> label="Arguments as" onValueChange={setView} options={VIEWS} value={view} />
          {reset ? (
            <IconButton label="Back to the arguments it began with" onClick={reset}>
              <RotateCcw aria-hidden />
            </IconButton>
          ) : null}
          <HistoryMenu entries={history} onChoose={replace} />
          <Tooltip content={blocked ?? "Call the tool with these arguments"} shortcut="mod+enter">
            <Button
              aria-disabled={blocked !== undefined || undefined}
              busy={busy}
              onClick={() => void run()}
              variant="primary"
            >
              {busy ? null : <Play aria-hidden />}
              {asked && callable && objections.length > 0 ? "Run anyway" : "Run"}
            </Button>
          </Tooltip>
        </span>
      </div>
      <div className="min-h-0 flex-1 overflow-auto" ref={body}>
        <div className="space-y-2 px-3 py-2">
          {undo ? (
            <Notice
              action={
                <Button onClick={undo} size="sm">
                  Undo
                </Button>
              }
              announce
            >
              These arguments took the place of what you had.
            </Notice>
          ) : null}
          {unfinished.length > 0 && view !== "form" ? (
            <Notice
              action={
                <>
                  <Button onClick={() => setView("form")} size="sm">
                    Show in the form
                  </Button>
                  <Button onClick={() => change(dropPending)} size="sm" variant="ghost">
                    Drop
                  </Button>
                </>
              }
              announce
            >
              The form holds unfinished text at {unfinished.join(", ")}. It is not part of this JSON.
            </Notice>
          ) : null}
          {view === "form" && draft.parsed.ok ? (
            <SchemaForm draft={draft} issues={issues} onChange={change} schema={tool.parameters} showMissing={asked} />
          ) : null}
          {view === "form" && !draft.parsed.ok ? (
            <Notice
              action={
                <Button onClick={() => setView("json")} size="sm">
                  Show the JSON
                </Button>
              }
              announce
            >
              <FormInput aria-hidden className="mr-1 inline size-3.5" />
              The form follows as soon as the JSON is whole. Line {draft.parsed.fault.line}:{" "}
              {draft.parsed.fault.message}
            </Notice>
          ) : null}
          {view === "json" ? (
            <>
              <JsonArguments draft={draft} onText={(text) => change((now) => typeText(now, text))} />
              {asked && objections.length > 0 ? (
                <ul className="text-danger-text text-xs">
                  {objections.map((objection) => (
                    <li key={`${objection.path.join(".")} ${objection.message}`}>
                      <span className="font-mono">{objection.path.join(".") || "arguments"}</span>: {objection.message}
                    </li>
                  ))}
                </ul>
              ) : null}
            </>
          ) : null}
          {view === "schema" ? (
            <SchemaView description={tool.description} name={tool.name} schema={tool.parameters} />
          ) : null}
          {problem ? (
            <Notice title={problem.message} tone="bad">
              {problem.fix}
            </Notice>
          ) : null}
          {blocked === undefined ? null : <p className="text-muted-foreground text-xs">{blocked}</p>}
        </div>
        {result ? (
          <div className="space-y-2 border-t px-3 py-3">
            {asked && history.length > 0 ? (
              <p className="text-muted-foreground text-xs" role="status">
                An earlier call. The arguments above were not sent: they do not fit.
              </p>
            ) : null}
            {result}
          </div>
        ) : null}
      </div>
    </div>
  );
}
