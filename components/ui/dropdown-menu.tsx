"use client";

import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";
import { Kbd } from "./kbd";
import { floatingStyles, menuItemStyles, menuLabelStyles } from "./menu-styles";

/** A menu under a button. Compose `DropdownMenuTrigger`, `DropdownMenuContent` and items. */
export const DropdownMenu = Radix.Root;
export const DropdownMenuTrigger = Radix.Trigger;
export const DropdownMenuGroup = Radix.Group;
export const DropdownMenuRadioGroup = Radix.RadioGroup;

export function DropdownMenuContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        align="start"
        className={cn(
          floatingStyles,
          "max-h-(--radix-dropdown-menu-content-available-height) min-w-44 max-w-80 overflow-y-auto p-1",
          className,
        )}
        collisionPadding={8}
        sideOffset={4}
        {...props}
      />
    </Radix.Portal>
  );
}

export interface DropdownMenuItemProps extends ComponentProps<typeof Radix.Item> {
  /** It destroys something. */
  danger?: boolean;
  /** The key that does the same, e.g. `mod+s`. */
  shortcut?: string;
}

export function DropdownMenuItem({ className, danger, shortcut, children, ...props }: DropdownMenuItemProps) {
  return (
    <Radix.Item
      className={cn(
        menuItemStyles,
        danger && "text-danger-text data-highlighted:bg-danger-soft data-highlighted:text-danger-text",
        className,
      )}
      {...props}
    >
      {children}
      {shortcut ? <Kbd className="ml-auto" keys={shortcut} /> : null}
    </Radix.Item>
  );
}

export interface DropdownMenuRadioItemProps extends ComponentProps<typeof Radix.RadioItem> {
  /** A second, quieter line. */
  note?: ReactNode;
}

export function DropdownMenuRadioItem({ className, children, note, ...props }: DropdownMenuRadioItemProps) {
  return (
    <Radix.RadioItem className={cn(menuItemStyles, "items-start pr-7", className)} {...props}>
      <span className="min-w-0">
        {children}
        {note ? <span className="block text-muted-foreground text-xs">{note}</span> : null}
      </span>
      <Radix.ItemIndicator className="absolute top-1.5 right-2">
        <Check aria-hidden className="text-primary-text" />
      </Radix.ItemIndicator>
    </Radix.RadioItem>
  );
}

export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof Radix.Label>) {
  return <Radix.Label className={cn(menuLabelStyles, className)} {...props} />;
}

export function DropdownMenuSeparator({ className, ...props }: ComponentProps<typeof Radix.Separator>) {
  return <Radix.Separator className={cn("-mx-1 my-1 h-px bg-border", className)} {...props} />;
}
