"use client";

import { useEffect, useRef } from "react";
import { useGroupRef } from "react-resizable-panels";
import { FaultBoundary } from "@/components/ui/fault-boundary";
import { ResizableGroup, ResizableHandle, ResizablePanel, usePanelRef } from "@/components/ui/resizable";
import { AreaTabs } from "./area-tabs";
import type { LayoutControl } from "./use-workbench-layout";
import type { FrameParts } from "./workbench-frame";

/** Three columns; the rails fold to nothing and keep what they hold, the centre is split into editor and work. */
export function WideColumns({ control, left, editor, bottom, right }: FrameParts) {
  const { layout, show, setSizes } = control;
  const columns = useGroupRef();
  const centre = useGroupRef();
  const leftRail = useRail(control, "left");
  const rightRail = useRail(control, "right");

  const { sizes } = layout;
  const isRestored = useRef(false);
  useEffect(() => {
    if (isRestored.current || (!sizes.columns && !sizes.centre)) return;
    isRestored.current = true;
    if (sizes.columns) columns.current?.setLayout(sizes.columns);
    if (sizes.centre) centre.current?.setLayout(sizes.centre);
  }, [sizes, columns, centre]);

  return (
    <ResizableGroup
      className="min-h-0 flex-1"
      role="region"
      groupRef={columns}
      aria-label="Workbench"
      id="columns"
      onLayoutChanged={(next, { isUserInteraction }) => {
        if (isUserInteraction) {
          isRestored.current = true;
          setSizes({ columns: next });
        }
      }}
    >
      <ResizablePanel
        collapsible
        defaultSize="18%"
        groupResizeBehavior="preserve-pixel-size"
        id="left"
        maxSize="40%"
        minSize={184}
        {...leftRail.panel}
      >
        <aside
          aria-label="Tools, files and runs"
          className="size-full"
          {...leftRail.content}
          data-area="left"
          tabIndex={-1}
        >
          <AreaTabs label="Left rail" onValueChange={(id) => show("left", id)} panes={left} value={layout.tabs.left} />
        </aside>
      </ResizablePanel>
      <ResizableHandle label="Resize the left rail" />
      <ResizablePanel id="centre" minSize={320}>
        <main className="size-full">
          <ResizableGroup
            groupRef={centre}
            id="centre-split"
            onLayoutChanged={(next, { isUserInteraction }) => {
              if (isUserInteraction) {
                isRestored.current = true;
                setSizes({ centre: next });
              }
            }}
            orientation="vertical"
          >
            {/* The lower pane gets more: a request must show its buttons without a scroll on a laptop. */}
            <ResizablePanel defaultSize="43%" id="editor-pane" minSize={88}>
              <section
                aria-label="Definition"
                className="flex size-full flex-col bg-card"
                data-area="editor"
                id="editor"
                tabIndex={-1}
              >
                <FaultBoundary name="The editor">{editor}</FaultBoundary>
              </section>
            </ResizablePanel>
            <ResizableHandle label="Resize the editor" orientation="vertical" />
            <ResizablePanel defaultSize="57%" id="work-pane" minSize={120}>
              <section
                aria-label="Calls and the agent"
                className="size-full"
                data-area="bottom"
                id="work"
                tabIndex={-1}
              >
                <AreaTabs
                  label="Call or agent"
                  onValueChange={(id) => show("bottom", id)}
                  panes={bottom}
                  value={layout.tabs.bottom}
                />
              </section>
            </ResizablePanel>
          </ResizableGroup>
        </main>
      </ResizablePanel>
      <ResizableHandle label="Resize the right rail" />
      <ResizablePanel
        collapsible
        defaultSize="27%"
        groupResizeBehavior="preserve-pixel-size"
        id="right"
        maxSize="50%"
        minSize={240}
        {...rightRail.panel}
      >
        <aside
          aria-label="Terminal, changes and details"
          className="size-full"
          {...rightRail.content}
          data-area="right"
          tabIndex={-1}
        >
          <AreaTabs
            label="Right rail"
            onValueChange={(id) => show("right", id)}
            panes={right}
            value={layout.tabs.right}
          />
        </aside>
      </ResizablePanel>
    </ResizableGroup>
  );
}

/** Folds a rail when the layout says so, and tells the layout when a person folded it by dragging. */
function useRail({ layout, setRail }: LayoutControl, side: "left" | "right") {
  const panelRef = usePanelRef();
  const open = layout.rails[side];
  useEffect(() => {
    const panel = panelRef.current;
    if (!panel || panel.isCollapsed() !== open) return;
    if (open) panel.expand();
    else panel.collapse();
  }, [open, panelRef]);
  return {
    panel: {
      panelRef,
      onResize: ({ inPixels }: { inPixels: number }, _id: unknown, previous: unknown) => {
        if (previous !== undefined) setRail(side, inPixels > 0);
      },
    },
    content: { inert: !open },
  };
}
