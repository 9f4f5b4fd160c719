"use client";

import { Tabs as Radix } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";
import { useTabStrip } from "./use-tab-strip";

/** Views of one place, one at a time. Compose `TabsList`, `TabsTrigger`, `TabsContent`. */
export function Tabs({ className, ...props }: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root className={cn("flex min-h-0 flex-col", className)} {...props} />;
}

export function TabsList({ className, ...props }: ComponentProps<typeof Radix.List>) {
  const strip = useTabStrip();
  return (
    <Radix.List
      ref={strip}
      className={cn(
        "flex h-9 shrink-0 items-stretch gap-0.5 overflow-x-auto border-b px-1.5 [scrollbar-width:none] pointer-coarse:h-11",
        className,
      )}
      {...props}
    />
  );
}

export interface TabsTriggerProps extends ComponentProps<typeof Radix.Trigger> {
  /** A small number or mark after the label, e.g. how many files changed. */
  badge?: ReactNode;
}

export function TabsTrigger({ className, children, badge, ...props }: TabsTriggerProps) {
  return (
    <Radix.Trigger
      className={cn(
        "focus-inset relative inline-flex items-center gap-1.5 whitespace-nowrap rounded-sm px-2 font-medium text-muted-foreground text-sm transition-colors",
        "after:absolute after:inset-x-2 after:bottom-0 after:h-[2px] after:rounded-full",
        "hover:text-foreground disabled:opacity-50 data-[state=active]:text-foreground data-[state=active]:after:bg-primary",
        "[&_svg:not([class*='size-'])]:size-3.5",
        className,
      )}
      {...props}
    >
      {children}
      {badge}
    </Radix.Trigger>
  );
}

export function TabsContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content className={cn("focus-inset min-h-0 flex-1", className)} {...props} />;
}
