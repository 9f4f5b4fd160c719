"use client";

import { Check, ChevronDown, ChevronsUpDown, ChevronUp } from "lucide-react";
import { Select as Radix } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";
import { fieldStyles } from "./input";
import { floatingStyles, menuItemStyles, menuLabelStyles } from "./menu-styles";

/** One of a list. `Select` holds the value (`value`, `onValueChange`); compose `SelectTrigger` and `SelectContent` inside. */
export const Select = Radix.Root;
export const SelectGroup = Radix.Group;

export interface SelectTriggerProps extends ComponentProps<typeof Radix.Trigger> {
  placeholder?: ReactNode;
}

export function SelectTrigger({ className, placeholder, ...props }: SelectTriggerProps) {
  return (
    <Radix.Trigger
      className={cn(
        fieldStyles,
        "flex h-7 items-center justify-between gap-2 px-2 text-left data-placeholder:text-muted-foreground pointer-coarse:h-10",
        className,
      )}
      {...props}
    >
      <span className="one-line">
        <Radix.Value placeholder={placeholder} />
      </span>
      <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
    </Radix.Trigger>
  );
}

export function SelectContent({ className, children, ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        className={cn(
          floatingStyles,
          "max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) max-w-96",
          className,
        )}
        position="popper"
        sideOffset={4}
        {...props}
      >
        <Radix.ScrollUpButton className="flex justify-center py-0.5">
          <ChevronUp aria-hidden className="size-3.5" />
        </Radix.ScrollUpButton>
        <Radix.Viewport className="p-1">{children}</Radix.Viewport>
        <Radix.ScrollDownButton className="flex justify-center py-0.5">
          <ChevronDown aria-hidden className="size-3.5" />
        </Radix.ScrollDownButton>
      </Radix.Content>
    </Radix.Portal>
  );
}

export interface SelectItemProps extends ComponentProps<typeof Radix.Item> {
  /** A second, quieter line. */
  note?: ReactNode;
}

export function SelectItem({ className, children, note, ...props }: SelectItemProps) {
  return (
    <Radix.Item className={cn(menuItemStyles, "items-start pr-7", className)} {...props}>
      <span className="min-w-0">
        <Radix.ItemText>{children}</Radix.ItemText>
        {note ? <span className="block text-muted-foreground text-xs">{note}</span> : null}
      </span>
      <Radix.ItemIndicator className="absolute top-1.5 right-2">
        <Check aria-hidden className="size-3.5 text-primary-text" />
      </Radix.ItemIndicator>
    </Radix.Item>
  );
}

export function SelectLabel({ className, ...props }: ComponentProps<typeof Radix.Label>) {
  return <Radix.Label className={cn(menuLabelStyles, className)} {...props} />;
}

export function SelectSeparator({ className, ...props }: ComponentProps<typeof Radix.Separator>) {
  return <Radix.Separator className={cn("-mx-1 my-1 h-px bg-border", className)} {...props} />;
}
