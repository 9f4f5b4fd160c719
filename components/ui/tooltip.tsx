"use client";

import { Tooltip as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Kbd } from "./kbd";

export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={350} skipDelayDuration={150}>
      {children}
    </Radix.Provider>
  );
}

export interface TooltipProps {
  /** Short text; the thing must be understandable without it. */
  content: ReactNode;
  shortcut?: string;
  side?: "top" | "right" | "bottom" | "left";
  /** One element that takes a ref and focus. */
  children: ReactNode;
}

export function Tooltip({ content, shortcut, side = "bottom", children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className="z-50 flex max-w-72 items-center gap-2 rounded-md border bg-popover px-2 py-1 text-popover-foreground text-xs shadow-md data-[state=delayed-open]:animate-appear"
          collisionPadding={8}
          side={side}
          sideOffset={5}
        >
          {content}
          {shortcut ? <Kbd keys={shortcut} /> : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
