"use client";

import { Code, type LucideIcon, MessagesSquare, PanelRight, Wrench } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { FaultBoundary } from "@/components/ui/fault-boundary";
import { AreaTabs, type Pane } from "./area-tabs";
import type { FrameParts } from "./workbench-frame";
import type { Area, TabbedArea } from "./workbench-layout";

const SWITCH: readonly { area: Area; label: string; icon: LucideIcon }[] = [
  { area: "left", label: "Browse", icon: Wrench },
  { area: "editor", label: "Code", icon: Code },
  { area: "bottom", label: "Run", icon: MessagesSquare },
  { area: "right", label: "Details", icon: PanelRight },
];

/** One pane at a time, chosen at the bottom where a thumb is. */
export function NarrowPanes({ control, waiting, timeStrip, ...parts }: FrameParts & { timeStrip: ReactNode }) {
  const { layout, show, showArea } = control;
  const shown = layout.narrow;
  return (
    <>
      <main
        className="flex min-h-0 flex-1 flex-col"
        data-area={shown}
        id={shown === "editor" ? "editor" : "work"}
        tabIndex={-1}
      >
        {shown === "editor" ? (
          <section aria-label="Definition" className="flex min-h-0 flex-1 flex-col bg-card">
            <FaultBoundary name="The editor">{parts.editor}</FaultBoundary>
          </section>
        ) : (
          <OneArea area={shown} onShow={show} panes={parts[shown]} value={layout.tabs[shown]} />
        )}
      </main>
      <div className="shrink-0 border-t">{timeStrip}</div>
      <nav
        aria-label="Panes"
        className="grid shrink-0 grid-cols-4 border-t bg-background pb-[env(safe-area-inset-bottom)]"
      >
        {SWITCH.map(({ area, label, icon: Icon }) => (
          <button
            aria-current={area === shown ? "page" : undefined}
            className={cn(
              "focus-inset relative flex h-13 flex-col items-center justify-center gap-0.5 text-2xs text-muted-foreground",
              area === shown && "font-medium text-primary-text",
            )}
            key={area}
            onClick={() => showArea(area)}
            type="button"
          >
            <Icon aria-hidden className="size-4.5" />
            {label}
            {area === "bottom" && waiting > 0 ? (
              <span className="absolute top-1.5 left-1/2 ml-2 grid h-4 min-w-4 place-items-center rounded-full bg-waiting px-1 font-semibold text-2xs text-waiting-foreground">
                {waiting}
                <span className="sr-only">{waiting === 1 ? " request waits" : " requests wait"}</span>
              </span>
            ) : null}
          </button>
        ))}
      </nav>
    </>
  );
}

function OneArea({
  area,
  panes,
  value,
  onShow,
}: {
  area: TabbedArea;
  panes: readonly Pane[];
  value: string | undefined;
  onShow(area: TabbedArea, id: string): void;
}) {
  const labels = { left: "Tools, files and runs", bottom: "Call or agent", right: "Terminal, changes and details" };
  return <AreaTabs label={labels[area]} onValueChange={(id) => onShow(area, id)} panes={panes} value={value} />;
}
