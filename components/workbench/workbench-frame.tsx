"use client";

import { PanelLeft, PanelRight } from "lucide-react";
import { lazy, type ReactNode, useEffect, useMemo, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { OnceOpened } from "@/components/ui/once-opened";
import type { Pane } from "./area-tabs";
import { NarrowPanes } from "./narrow-panes";
import { useActionKeys } from "./use-action-keys";
import { useIsNarrow } from "./use-is-narrow";
import type { LayoutControl } from "./use-workbench-layout";
import { WideColumns } from "./wide-columns";
import type { WorkbenchAction } from "./workbench-action";

const CommandPalette = lazy(() => import("./command-palette").then((module) => ({ default: module.CommandPalette })));
const ShortcutSheet = lazy(() => import("./shortcut-sheet").then((module) => ({ default: module.ShortcutSheet })));

export interface WorkbenchFrameProps {
  /** From `useWorkbenchLayout()`: which panes are open, how large, remembered. */
  control: LayoutControl;
  topBar: ReactNode;
  /** Between the top bar and the columns: "open in another tab", a lost connection. */
  banner?: ReactNode;
  left: readonly Pane[];
  editor: ReactNode;
  bottom: readonly Pane[];
  right: readonly Pane[];
  timeStrip: ReactNode;
  /** What the palette and the keys offer beside moving around. Build it with `useMemo`. */
  actions: readonly WorkbenchAction[];
  /** How many requests wait for a person: marks the pane switch of a narrow screen. */
  waiting: number;
  /** Opened from outside, e.g. by a button of the top bar. */
  palette: { open: boolean; onOpenChange(open: boolean): void };
}

export interface FrameParts
  extends Pick<WorkbenchFrameProps, "control" | "left" | "editor" | "bottom" | "right" | "waiting"> {}

/**
 * The workbench: two rails that fold away, the editor above calls and the agent, one bar on top and the time strip below.
 * On a narrow screen one pane at a time.
 */
export function WorkbenchFrame({
  control,
  topBar,
  banner,
  timeStrip,
  actions,
  palette,
  ...parts
}: WorkbenchFrameProps) {
  const narrow = useIsNarrow();
  const [sheet, setSheet] = useState(false);
  const { left, bottom, right } = parts;
  const { onOpenChange } = palette;

  const all = useMemo((): WorkbenchAction[] => {
    const open = (area: "left" | "bottom" | "right", panes: readonly Pane[]) =>
      panes.map(
        (pane): WorkbenchAction => ({
          id: `show-${area}-${pane.id}`,
          label: `Show ${pane.label}`,
          group: "Go to",
          keywords: ["open", "pane", "tab"],
          perform: () => {
            control.show(area, pane.id);
            focusArea(area);
          },
        }),
      );
    return [
      ...actions,
      {
        id: "show-editor",
        label: "Show the editor",
        group: "Go to",
        keys: "g e",
        perform: () => {
          control.showArea("editor");
          focusArea("editor");
        },
      },
      ...open("left", left),
      ...open("bottom", bottom),
      ...open("right", right),
      ...(["left", "right"] as const).map(
        (side): WorkbenchAction => ({
          id: `toggle-${side}`,
          label: `${control.layout.rails[side] ? "Hide" : "Show"} the ${side} rail`,
          group: "Layout",
          keywords: ["sidebar", "panel", "collapse"],
          keys: side === "left" ? "[" : "]",
          perform: () => control.setRail(side, !control.layout.rails[side]),
        }),
      ),
      { id: "palette", label: "Find a command", group: "Help", keys: "mod+k", perform: () => onOpenChange(true) },
      {
        id: "keys",
        label: "Show the keys",
        group: "Help",
        keywords: ["shortcuts", "help"],
        keys: "?",
        perform: () => setSheet(true),
      },
    ];
  }, [actions, control, left, bottom, right, onOpenChange]);
  useActionKeys(all);

  // A narrow screen has room for what one came for: when something waits, that is the run.
  const isWaiting = parts.waiting > 0;
  useEffect(() => {
    if (narrow && isWaiting) control.showArea("bottom");
  }, [narrow, isWaiting, control.showArea]);

  return (
    <div className="flex h-dvh min-h-0 flex-col overflow-hidden bg-background">
      <a className="skip-link" href="#work">
        Skip to calls and the agent
      </a>
      <a className="skip-link" href="#editor">
        Skip to the editor
      </a>
      <header className="flex h-11 shrink-0 items-center gap-1 border-b bg-background px-2 pointer-coarse:h-14">
        {narrow ? null : <RailToggle control={control} side="left" />}
        {topBar}
        {narrow ? null : <RailToggle control={control} side="right" />}
      </header>
      {banner}
      {narrow ? (
        <NarrowPanes {...parts} control={control} timeStrip={timeStrip} />
      ) : (
        <WideColumns {...parts} control={control} />
      )}
      {narrow ? null : <footer className="shrink-0 border-t">{timeStrip}</footer>}
      <OnceOpened name="The list of commands" open={palette.open}>
        <CommandPalette actions={all} onOpenChange={palette.onOpenChange} open={palette.open} />
      </OnceOpened>
      <OnceOpened name="The sheet of keys" open={sheet}>
        <ShortcutSheet actions={all} onOpenChange={setSheet} open={sheet} />
      </OnceOpened>
    </div>
  );
}

function RailToggle({ control, side }: { control: LayoutControl; side: "left" | "right" }) {
  const open = control.layout.rails[side];
  const Icon = side === "left" ? PanelLeft : PanelRight;
  return (
    <IconButton
      aria-expanded={open}
      label={`${open ? "Hide" : "Show"} the ${side} rail`}
      onClick={() => control.setRail(side, !open)}
      shortcut={side === "left" ? "[" : "]"}
    >
      <Icon aria-hidden className="size-4" />
    </IconButton>
  );
}

/** Moves the focus to an area, after it was drawn. */
function focusArea(area: "left" | "editor" | "bottom" | "right"): void {
  requestAnimationFrame(() => {
    const place = document.querySelector<HTMLElement>(`[data-area="${area}"]`);
    place?.focus();
  });
}
