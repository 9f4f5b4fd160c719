"use client";

import { Popover as Radix } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";
import { floatingStyles } from "./menu-styles";

/** Something small beside the thing it explains. Compose `PopoverTrigger` and `PopoverContent` (give it an `aria-label`). */
export const Popover = Radix.Root;
export const PopoverTrigger = Radix.Trigger;
export const PopoverAnchor = Radix.Anchor;
export const PopoverClose = Radix.Close;

export function PopoverContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        align="start"
        className={cn(floatingStyles, "w-72 p-3 text-sm", className)}
        collisionPadding={8}
        sideOffset={4}
        {...props}
      />
    </Radix.Portal>
  );
}
