import type { ComponentProps } from "react";
import { cn } from "./cn";

export interface ScrollAreaProps extends ComponentProps<"section"> {
  /** Its name; a scroll box takes keyboard focus, so it needs one. */
  "aria-label": string;
}

/** A box that scrolls, by keyboard too. The browser's own scrolling, so that Find, anchors and momentum work. */
export function ScrollArea({ className, ...props }: ScrollAreaProps) {
  return (
    <section
      className={cn("focus-inset min-h-0 overflow-auto overscroll-contain", className)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll box must be reachable by keyboard
      tabIndex={0}
      {...props}
    />
  );
}
