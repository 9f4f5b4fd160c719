"use client";

import { FunctionSquare, Grid3x3, Plus, Wrench } from "lucide-react";
import { useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { Input } from "@/components/ui/input";
import { renderVisible } from "@/components/ui/render-visible";
import { Skeleton } from "@/components/ui/skeleton";
import { visibleParts } from "@/lib/core/approval/visible-text";
import type { DefinitionProblem, DescribedTool } from "@/lib/tool-host/described-definition";
import { ToolBadges } from "./tool-badges";
import type { LintMark } from "./tool-lint";

export interface ToolListProps {
  /** Undefined until a definition loaded for the first time. */
  tools: readonly DescribedTool[] | undefined;
  problems: readonly DefinitionProblem[];
  selected: string | undefined;
  onSelect(tool: string): void;
  /** Starts a new tool file; absent where nothing may be written. */
  onAdd?(): void;
  /** What the providers make of the tools, by the tool's name. */
  marks?: ReadonlyMap<string, LintMark>;
  /** Opens the matrix of tools and providers. */
  onShowProviders?(): void;
}

/** Above this many tools a filter appears. */
const FILTER_FROM = 9;
/** More than one line of the rail ever holds. */
const SHOWN_DESCRIPTION = 500;
const NO_MARKS: ReadonlyMap<string, LintMark> = new Map();

/** The tools of the definition: which there are, what they may do, which of them the agent has. */
export function ToolList({
  tools,
  problems,
  selected,
  onSelect,
  onAdd,
  marks = NO_MARKS,
  onShowProviders,
}: ToolListProps) {
  const [filter, setFilter] = useState("");
  const worst = useMemo(() => worstByFile(problems), [problems]);

  if (!tools) {
    return (
      <div className="space-y-2 p-2" role="status">
        <span className="sr-only">Loading the tools</span>
        <Skeleton className="h-10" />
        <Skeleton className="h-10" />
      </div>
    );
  }
  if (tools.length === 0) {
    return (
      <EmptyState
        action={onAdd ? <Button onClick={onAdd}>New tool</Button> : undefined}
        icon={Wrench}
        title="No tools yet"
      >
        A tool is a file in tools/ with a name, a schema and a function.
      </EmptyState>
    );
  }
  const wanted = filter.trim().toLowerCase();
  const shown = tools.filter((tool) => `${tool.name} ${tool.description}`.toLowerCase().includes(wanted));
  return (
    <div className="flex min-h-0 flex-col">
      {onShowProviders ? (
        <div className="flex items-center justify-between gap-2 px-2 pt-1.5 text-muted-foreground text-xs">
          <span>
            {tools.length} {tools.length === 1 ? "tool" : "tools"}
          </span>
          <Button onClick={onShowProviders} size="sm" title="What each provider makes of the tools" variant="ghost">
            <Grid3x3 aria-hidden />
            Providers
          </Button>
        </div>
      ) : null}
      {tools.length >= FILTER_FROM ? (
        <div className="p-2 pb-1">
          <Input
            aria-label="Filter tools"
            onChange={(event) => setFilter(event.target.value)}
            placeholder="Filter tools"
            type="search"
            value={filter}
          />
        </div>
      ) : null}
      <ul aria-label="Tools" className="min-h-0 space-y-px overflow-auto p-1.5">
        {shown.map((tool) => (
          <li key={tool.name}>
            <button
              aria-current={tool.name === selected ? "true" : undefined}
              className={cn(
                "focus-inset flex w-full min-w-0 items-start gap-2 rounded-md px-2 py-1.5 text-left transition-colors hover:bg-accent",
                tool.name === selected && "bg-accent",
              )}
              onClick={() => onSelect(tool.name)}
              type="button"
            >
              <FunctionSquare
                aria-hidden
                className={cn(
                  "mt-[3px] size-3.5 shrink-0",
                  tool.name === selected ? "text-primary-text" : "text-muted-foreground",
                )}
              />
              <span className="min-w-0 flex-1">
                <span className="flex min-w-0 items-center gap-1.5">
                  <span className="one-line font-medium font-mono text-xs leading-5">{renderVisible(tool.name)}</span>
                  <ProblemDot
                    mark={worseOf(tool.file === undefined ? undefined : worst.get(tool.file), marks.get(tool.name))}
                  />
                </span>
                <span className="one-line block text-muted-foreground text-xs" title={plainVisible(tool.description)}>
                  {tool.description === ""
                    ? "No description: the model will not know when to use it"
                    : renderVisible(tool.description.slice(0, SHOWN_DESCRIPTION))}
                </span>
                <span className="mt-1 flex flex-wrap items-center gap-1 empty:hidden">
                  <ToolBadges tool={tool} />
                  {tool.givenToAgent ? null : (
                    <span
                      className="text-2xs text-muted-foreground"
                      title="agent.ts does not list it; you can still call it by hand"
                    >
                      not given to the agent
                    </span>
                  )}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {shown.length === 0 ? <p className="px-3 py-2 text-muted-foreground">No tool matches “{filter}”.</p> : null}
      {onAdd ? (
        <div className="px-1.5 pb-1.5">
          <Button className="w-full justify-start" onClick={onAdd} variant="ghost">
            <Plus aria-hidden />
            New tool
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** The same for a tooltip of the browser, which draws no boxes. */
function plainVisible(text: string): string {
  return visibleParts(text.slice(0, 2000))
    .map((part) => part.label ?? part.text)
    .join("");
}

function ProblemDot({ mark }: { mark: LintMark | undefined }) {
  if (!mark) return null;
  return (
    <span className="inline-flex shrink-0" title={mark.words}>
      <span
        aria-hidden
        className={cn(
          "size-1.5 rounded-full",
          mark.severity === "error" ? "bg-danger" : "border border-control bg-transparent",
        )}
      />
      <span className="sr-only">{mark.words}</span>
    </span>
  );
}

/** What is wrong with the code goes before what a provider makes of it, when it is as bad. */
function worseOf(
  severity: DefinitionProblem["severity"] | undefined,
  lint: LintMark | undefined,
): LintMark | undefined {
  if (severity === undefined) return lint;
  if (severity === "warning" && lint?.severity === "error") return lint;
  return { severity, words: severity === "error" ? "has an error" : "has a warning" };
}

function worstByFile(problems: readonly DefinitionProblem[]): Map<string, DefinitionProblem["severity"]> {
  const worst = new Map<string, DefinitionProblem["severity"]>();
  for (const { file, severity } of problems) {
    if (file !== undefined && worst.get(file) !== "error") worst.set(file, severity);
  }
  return worst;
}
