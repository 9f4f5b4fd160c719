"use client";

import type { ComponentProps } from "react";
import { Group, Panel, Separator } from "react-resizable-panels";
import { cn } from "./cn";

export { usePanelRef } from "react-resizable-panels";

/** Panes whose shares a person sets by dragging or with the arrow keys. Children: `ResizablePanel`s with a handle between. */
export function ResizableGroup({ className, ...props }: ComponentProps<typeof Group>) {
  return <Group className={cn("size-full", className)} {...props} />;
}

export const ResizablePanel = Panel;

export interface ResizableHandleProps extends ComponentProps<typeof Separator> {
  /** Which panes it parts, e.g. "Resize the left rail". */
  label: string;
  /** The direction of the group it stands in. */
  orientation?: "horizontal" | "vertical";
}

export function ResizableHandle({ label, orientation = "horizontal", className, ...props }: ResizableHandleProps) {
  return (
    <Separator
      aria-label={label}
      className={cn(
        "relative bg-border outline-none transition-colors",
        "after:absolute after:z-20 after:transition-colors hover:after:bg-primary/40 focus-visible:after:bg-ring data-[separator=active]:after:bg-primary/60",
        orientation === "horizontal"
          ? "w-px after:inset-y-0 after:-left-px after:w-[3px]"
          : "h-px after:inset-x-0 after:-top-px after:h-[3px]",
        className,
      )}
      {...props}
    />
  );
}
