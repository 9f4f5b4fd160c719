"use client";

import { Command as Cmdk } from "cmdk";
import { Search } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "./cn";
import { menuItemStyles } from "./menu-styles";

/** A list one types into to find an entry. Compose `CommandInput`, `CommandList`, `CommandGroup`, `CommandItem`. */
export function Command({ className, ...props }: ComponentProps<typeof Cmdk>) {
  return <Cmdk className={cn("flex min-h-0 flex-col overflow-hidden", className)} {...props} />;
}

export function CommandInput({ className, ...props }: ComponentProps<typeof Cmdk.Input>) {
  return (
    <div className="flex items-center gap-2 border-b px-3">
      <Search aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      <Cmdk.Input
        className={cn("h-11 w-full bg-transparent text-base outline-none pointer-coarse:text-lg", className)}
        {...props}
      />
    </div>
  );
}

export function CommandList({ className, ...props }: ComponentProps<typeof Cmdk.List>) {
  return (
    <Cmdk.List
      className={cn("max-h-[min(50vh,360px)] overflow-y-auto overscroll-contain p-1.5", className)}
      {...props}
    />
  );
}

export function CommandEmpty(props: ComponentProps<typeof Cmdk.Empty>) {
  return <Cmdk.Empty className="px-3 py-6 text-center text-muted-foreground" {...props} />;
}

export function CommandGroup({ className, ...props }: ComponentProps<typeof Cmdk.Group>) {
  return (
    <Cmdk.Group
      className={cn(
        "[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-1.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted-foreground [&_[cmdk-group-heading]]:text-xs",
        className,
      )}
      {...props}
    />
  );
}

export function CommandItem({ className, ...props }: ComponentProps<typeof Cmdk.Item>) {
  return (
    <Cmdk.Item
      className={cn(
        menuItemStyles,
        "min-h-8 data-[disabled=false]:pointer-events-auto data-[disabled=false]:opacity-100 data-[selected=true]:bg-accent data-[selected=true]:text-accent-foreground",
        className,
      )}
      {...props}
    />
  );
}
