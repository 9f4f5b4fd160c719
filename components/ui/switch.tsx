"use client";

import { Switch as Radix } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

/** On or off, at once. For a value of a form use `Checkbox`. */
export function Switch({ className, ...props }: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root
      className={cn(
        "inline-flex h-4 w-7 shrink-0 items-center rounded-full border border-transparent bg-control px-px transition-colors",
        "data-[state=checked]:bg-primary disabled:cursor-not-allowed disabled:opacity-50 pointer-coarse:h-6 pointer-coarse:w-11",
        className,
      )}
      {...props}
    >
      <Radix.Thumb className="block size-3 rounded-full bg-card shadow-xs transition-transform data-[state=checked]:translate-x-3 pointer-coarse:size-5 pointer-coarse:data-[state=checked]:translate-x-5" />
    </Radix.Root>
  );
}
